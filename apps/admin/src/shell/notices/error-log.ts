import { ApiError, describeError, isAbort, type Translate, TransportError } from '@timbermark/client'
import { create } from 'zustand'

/** One error of the page, as support needs it. */
export interface LoggedError {
  id: number
  at: Date
  text: string
  /** Address of the screen. */
  path: string
  /** Request id of the server, to find it in its log. */
  request?: string
}

const most = 50
let count = 0

export const useErrorLog = create<{ entries: LoggedError[] }>()(() => ({ entries: [] }))

/** Logs an error in this page. The last 50 are kept; nothing is sent anywhere. */
export function logError(t: Translate, error: unknown): void {
  if (isAbort(error)) return
  const known = error instanceof ApiError || error instanceof TransportError
  const { title, text } = describeError(t, error)
  const entry: LoggedError = {
    id: ++count,
    at: new Date(),
    text: known
      ? [title, text].filter(Boolean).join(': ')
      : error instanceof Error
        ? `${error.name}: ${error.message}`
        : String(error),
    path: location.pathname + location.search,
    request: error instanceof ApiError ? error.request : undefined,
  }
  useErrorLog.setState(({ entries }) => ({ entries: [entry, ...entries].slice(0, most) }))
}

export function clearErrorLog(): void {
  useErrorLog.setState({ entries: [] })
}
