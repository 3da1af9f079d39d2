import { ApiError, describeError, isAbort, type Translate } from '@timbermark/client'
import type { App } from 'antd'

type Feedback = ReturnType<typeof App.useApp>

let feedback: Means | null = null

type Means = Feedback & { t: Translate }
const waiting: ((means: Means) => void)[] = []

/** Gives code outside the component tree the means to speak. Called once by the shell. */
export function provideFeedback(means: Means): void {
  feedback = means
  for (const say of waiting.splice(0)) say(means)
}

/** Says something now, or as soon as the page stands: the first load can fail before it does. */
export function speak(say: (means: Means) => void): void {
  if (feedback) say(feedback)
  else waiting.push(say)
}

/** Failures that were put before the reader, newest first; the error log of the layout settings shows them. */
type Listener = (error: unknown) => void
const listeners = new Set<Listener>()
export function onReported(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Shows a failure the way the specification wants it (section 8): 500 as a message, other codes as a titled notification,
 * transport errors for 5 s. The same text stands once. A call that was given up is nobody's concern, and the end of a
 * session has its dialog.
 */
export function reportError(error: unknown): void {
  if (isAbort(error)) return
  for (const listener of listeners) listener(error)
  if (error instanceof ApiError && error.code === 401) return
  if (!feedback) return
  const { t, message, notification } = feedback
  const { as, title, text, milliseconds } = describeError(t, error)
  if (as === 'notice')
    notification.error({ key: `${title} ${text}`, title, description: text || undefined, duration: 8 })
  else message.error({ key: text, content: text, duration: (milliseconds ?? 5000) / 1000 })
}
