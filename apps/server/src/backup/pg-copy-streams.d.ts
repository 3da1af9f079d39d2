declare module 'pg-copy-streams' {
  import type { Submittable } from 'pg'
  import type { Readable, Writable } from 'node:stream'
  /** A COPY ... FROM STDIN statement, written as a stream. `rowCount` is known once it has finished. */
  export function from(statement: string): Writable & Submittable & { readonly rowCount: number }
  /** A COPY ... TO STDOUT statement, read as a stream. */
  export function to(statement: string): Readable & Submittable
}
