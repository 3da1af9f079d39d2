declare module 'pg-copy-streams' {
  import type { Submittable } from 'pg'
  import type { Readable, Writable } from 'node:stream'
  /** A COPY ... FROM STDIN statement that is written to as a stream. `rowCount` is known once it has finished. */
  export function from(statement: string): Writable & Submittable & { readonly rowCount: number }
  /** A COPY ... TO STDOUT statement that is read as a stream. */
  export function to(statement: string): Readable & Submittable
}
