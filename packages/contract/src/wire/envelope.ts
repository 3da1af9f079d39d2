import type { Issue } from '../errors.ts'

/** Every answer of /api: HTTP 200 with the result in `code` (docs/wire.md). */
export interface Envelope<T = unknown> {
  code: number
  msg: string
  message?: string
  /** Stable key of a refusal; texts may change, keys do not. */
  error?: string
  data?: T
  /** Request id, to find the call in the log. */
  request?: string
}
export interface ListEnvelope<T = unknown> {
  code: number
  msg: string
  rows: T[]
  total: number
  /** True when `total` is an estimate (more than 10,000 rows). */
  estimated?: boolean
}
export interface Refused {
  issues: Issue[]
}
/** One uploaded file in a row. `url` is valid for this reader for about an hour. */
export interface FileInfo {
  id: string
  name: string
  url: string
  size: number
  type: string
}
