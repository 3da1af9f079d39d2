import { App } from 'antd'
import { useLayoutEffect } from 'react'
import { offerMeans } from './feedback.ts'
import { useT } from '../texts.tsx'

/** Lets code outside the component tree speak with the component library's messages while the layout stands. */
export function LibraryMeans() {
  const t = useT()
  const { message, modal, notification } = App.useApp()
  useLayoutEffect(
    () =>
      offerMeans({
        t,
        say: (tone, text, milliseconds) =>
          void message[tone]({ key: text, content: text, duration: milliseconds / 1000 }),
        notice: (title, text) =>
          notification.error({ key: `${title} ${text}`, title, description: text || undefined, duration: 8 }),
        hush: () => {
          message.destroy()
          notification.destroy()
        },
        ask: ({ title, text, yes, no }) =>
          new Promise(resolve => {
            let answer = false
            modal.confirm({
              title,
              content: text,
              okText: yes,
              cancelText: no,
              mask: { closable: false },
              onOk: () => {
                answer = true
              },
              afterClose: () => resolve(answer),
            })
          }),
      }),
    [t, message, modal, notification],
  )
  return null
}
