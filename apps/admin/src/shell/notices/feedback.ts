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
export interface Means {
  t: Translate
  /** A line of text for that many milliseconds; the same text stands once. */
  say(tone: Tone, text: string, milliseconds: number): void
  /** A failure with a title. */
  notice(title: string, text: string): void
  /** Resolves with the answer when the dialog is gone. Missing where nothing is asked, as nothing could be lost. */
  ask?(question: Question): Promise<boolean>
  /** Takes away what was said. */
  hush(): void
}

const means: Means[] = []
const waiting: ((means: Means) => void)[] = []

/** Offers the means to speak, until the returned function takes them back. */
export function offerMeans(offer: Means): () => void {
  means.push(offer)
  for (const say of waiting.splice(0)) say(offer)
  return () => {
    means.splice(means.indexOf(offer), 1)
  }
}

/** Something to be said, when it cannot be said at once. */
export interface Saying {
  tone: Tone
  title?: string
  text: string
  milliseconds: number
}

/** Says it with the means of this page. */
export function tell({ say, notice }: Means, { tone, title, text, milliseconds }: Saying): void {
  if (title === undefined) say(tone, text, milliseconds)
  else notice(title, text)
}

/** Says something now, or as soon as the page stands: the first load can fail before it does. */
export function speak(say: (means: Means) => void): void {
  const last = means.at(-1)
  if (last) say(last)
  else waiting.push(say)
}

export const sayMilliseconds = 5000

type Listener = (error: unknown) => void
const listeners = new Set<Listener>()

/** Hears of every failure that is put before the reader; the error log of the layout settings does. */
export function onReported(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is said of a failure. */
export function sayingOf(t: Translate, error: unknown): Saying {
  const { as, title = '', text, milliseconds = sayMilliseconds } = describeError(t, error)
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
  speak(means => tell(means, sayingOf(means.t, error)))
}
