import { App } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { reportError, useT } from '../../shell/index.ts'

interface Question {
  title: string
  text?: ReactNode
  /** Word of the agreeing button; OK when left out. */
  ok?: string
  danger?: boolean
  /** Carried out when the person agrees; the dialog shows that it runs. */
  run: () => unknown
}

/** How the outcome of an action is told, and how a question is asked before it. */
export function useFeedback() {
  const { message, modal } = App.useApp()
  const t = useT()
  return useMemo(
    () => ({
      done: (text: string = t('common.success')) => void message.success(text),
      /** A refusal of this page itself, before anything was sent. */
      refuse: (text: string) => void message.error({ key: text, content: text }),
      fail: reportError,
      /** Resolves when the dialog is gone, whatever the answer was. */
      ask: ({ title, text, ok, danger, run }: Question) =>
        new Promise<void>(resolve => {
          modal.confirm({
            title,
            content: text,
            okText: ok ?? t('action.confirm'),
            cancelText: t('action.cancel'),
            okButtonProps: { danger },
            onOk: () => run(),
            afterClose: () => resolve(),
          })
        }),
    }),
    [message, modal, t],
  )
}
