declare module 'pg-copy-streams' {
  import type { Submittable } from 'pg'
  import type { Writable } from 'node:stream'
  /** A COPY ... FROM STDIN statement that is written to as a stream. */
  export function from(statement: string): Writable & Submittable
}
