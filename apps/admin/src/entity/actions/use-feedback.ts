import { App } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { reportError, useT } from '../../shell/index.ts'

interface Question {
  title: string
  text?: ReactNode
  /** Label of the confirm button; OK by default. */
  ok?: string
  danger?: boolean
  /** Runs when the user agrees. The dialog shows that it runs. */
  run: () => unknown
}

/** Messages about the outcome of an action, and the question before it. */
export function useFeedback() {
  const { message, modal } = App.useApp()
  const t = useT()
  return useMemo(
    () => ({
      done: (text: string = t('common.success')) => void message.success(text),
      /** A refusal by this page, before anything was sent. */
      refuse: (text: string) => void message.error({ key: text, content: text }),
      fail: reportError,
      /** Resolves when the dialog has closed, whatever the answer. */
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
