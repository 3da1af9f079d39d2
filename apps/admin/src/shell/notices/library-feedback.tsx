import { App } from 'antd'
import { useLayoutEffect } from 'react'
import { registerFeedback } from './feedback.ts'
import { useT } from '../texts.tsx'

/** Lets code outside of the component tree show messages of the component library while the layout is mounted. */
export function LibraryFeedback() {
  const t = useT()
  const { message, modal, notification } = App.useApp()
  useLayoutEffect(
    () =>
      registerFeedback({
        t,
        message: (tone, text, milliseconds) =>
          void message[tone]({ key: text, content: text, duration: milliseconds / 1000 }),
        notification: (title, text) =>
          notification.error({ key: `${title} ${text}`, title, description: text || undefined, duration: 8 }),
        clear: () => {
          message.destroy()
          notification.destroy()
        },
        confirm: ({ title, text, yes, no }) =>
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
