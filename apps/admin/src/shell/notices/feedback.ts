import { ApiError, describeError, isAbort, type Translate } from '@timbermark/client'

export type Tone = 'error' | 'success' | 'warning' | 'info'

export interface Question {
  title: string
  text: string
  /** Word of the agreeing button, and of the other. */
  yes: string
  no: string
}

/** The means to speak that a page offers: the layout has the component library's, the pages outside it have their own. */
export interface FeedbackOutput {
  t: Translate
  /** A line of text for that many milliseconds; the same text stands once. */
  message(tone: Tone, text: string, milliseconds: number): void
  /** A failure with a title. */
  notification(title: string, text: string): void
  /** Resolves with the answer when the dialog is gone. Missing where nothing is asked, as nothing could be lost. */
  confirm?(question: Question): Promise<boolean>
  /** Takes away what was said. */
  clear(): void
}

const outputs: FeedbackOutput[] = []
const waiting: ((means: FeedbackOutput) => void)[] = []

/** Offers the means to speak, until the returned function takes them back. */
export function registerFeedback(offer: FeedbackOutput): () => void {
  outputs.push(offer)
  for (const say of waiting.splice(0)) say(offer)
  return () => {
    outputs.splice(outputs.indexOf(offer), 1)
  }
}

/** Something to be said, when it cannot be said at once. */
export interface FeedbackMessage {
  tone: Tone
  title?: string
  text: string
  milliseconds: number
}

/** Says it with the means of this page. */
export function showFeedback(
  { message, notification }: FeedbackOutput,
  { tone, title, text, milliseconds }: FeedbackMessage,
): void {
  if (title === undefined) message(tone, text, milliseconds)
  else notification(title, text)
}

/** Says something now, or as soon as the page stands: the first load can fail before it does. */
export function withFeedback(show: (means: FeedbackOutput) => void): void {
  const last = outputs.at(-1)
  if (last) show(last)
  else waiting.push(show)
}

export const messageMilliseconds = 5000

type Listener = (error: unknown) => void
const listeners = new Set<Listener>()

/** Hears of every failure that is put before the reader; the error log of the layout settings does. */
export function onReported(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is said of a failure. */
export function failureMessage(t: Translate, error: unknown): FeedbackMessage {
  const { as, title = '', text, milliseconds = messageMilliseconds } = describeError(t, error)
  return { tone: 'error', text, milliseconds, ...(as === 'notice' ? { title } : {}) }
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
  withFeedback(means => showFeedback(means, failureMessage(means.t, error)))
}
