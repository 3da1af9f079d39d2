import { ApiError, describeError, isAbort, type Translate } from '@timbermark/client'

export type Tone = 'error' | 'success' | 'warning' | 'info'

export interface Question {
  title: string
  text: string
  /** Labels of the confirm button and of the cancel button. */
  yes: string
  no: string
}

/** How a page shows feedback: the layout uses the component library, the pages outside of it have their own toasts. */
export interface FeedbackOutput {
  t: Translate
  /** Shows a line of text for that many milliseconds; the same text is shown only once. */
  message(tone: Tone, text: string, milliseconds: number): void
  /** Shows a failure with a title. */
  notification(title: string, text: string): void
  /** Asks, and resolves with the answer when the dialog has closed. Missing on pages where nothing could be lost. */
  confirm?(question: Question): Promise<boolean>
  /** Removes all messages. */
  clear(): void
}

const outputs: FeedbackOutput[] = []
const waiting: ((output: FeedbackOutput) => void)[] = []

/** Registers the feedback of a page. @returns a function that removes it */
export function registerFeedback(output: FeedbackOutput): () => void {
  outputs.push(output)
  for (const show of waiting.splice(0)) show(output)
  return () => {
    outputs.splice(outputs.indexOf(output), 1)
  }
}

/** A message that can be shown later. */
export interface FeedbackMessage {
  tone: Tone
  title?: string
  text: string
  milliseconds: number
}

/** Shows a message with the feedback of this page. */
export function showFeedback(
  { message, notification }: FeedbackOutput,
  { tone, title, text, milliseconds }: FeedbackMessage,
): void {
  if (title === undefined) message(tone, text, milliseconds)
  else notification(title, text)
}

/** Runs with the feedback of the page, now or as soon as there is one: the first load can fail before. */
export function withFeedback(show: (output: FeedbackOutput) => void): void {
  const last = outputs.at(-1)
  if (last) show(last)
  else waiting.push(show)
}

export const messageMilliseconds = 5000

type Listener = (error: unknown) => void
const listeners = new Set<Listener>()

/** Calls the listener for every failure that is shown; the error log of the layout settings uses it. */
export function onReported(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The message about a failure. */
export function failureMessage(t: Translate, error: unknown): FeedbackMessage {
  const { as, title = '', text, milliseconds = messageMilliseconds } = describeError(t, error)
  return { tone: 'error', text, milliseconds, ...(as === 'notice' ? { title } : {}) }
}

/**
 * Shows a failure as the specification requires (section 8): 500 as a message, other codes as a titled notification,
 * transport errors for 5 s. The same text is shown only once. An aborted call is not reported, and the end of a session
 * has its own dialog.
 */
export function reportError(error: unknown): void {
  if (isAbort(error)) return
  for (const listener of listeners) listener(error)
  if (error instanceof ApiError && error.code === 401) return
  withFeedback(output => showFeedback(output, failureMessage(output.t, error)))
}
