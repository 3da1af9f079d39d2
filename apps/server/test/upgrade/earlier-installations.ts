import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'

const folder = join(import.meta.dirname, 'earlier')

/** The demonstration as an earlier version made it: its database as SQL, and what that version answered then. */
export interface Earlier {
  /** Its day. */
  name: string
  /** The version that made it. */
  commit: string
  publicUrl: string
  masterKey: string
  /** Of its rollback guard; undefined when it had none. */
  memory?: object
  accounts: { role: string; username: string; password: string }[]
  /** Codes with their security codes, and the number of stages that their pages had. */
  codes: { code: string; security: string; stages: number }[]
}

/** Names of these installations, oldest first. */
export const earlierNames: readonly string[] = readdirSync(folder)
  .filter(name => name.endsWith('.json'))
  .map(name => name.slice(0, -'.json'.length))
  .sort()

export function readEarlier(name: string): Earlier {
  return { name, ...(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Omit<Earlier, 'name'>) }
}

/**
 * Fills an empty database with one of them.
 * @param url of the role that becomes its owner, with the right to act as the worker's role
 */
export async function layEarlier(name: string, url: string): Promise<void> {
  const text = brotliDecompressSync(readFileSync(join(folder, `${name}.sql.br`))).toString()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Functions of the worker's role are made in it.
    await client.query('grant create on schema public to timbermark_worker')
    await client.query(`${text}; set search_path = public; revoke create on schema public from timbermark_worker`)
    // Not part of such a file: the schema of the queue, which a start fills, and privileges on the database itself.
    await client.query('create schema graphile_worker authorization timbermark_worker')
    await client.query(
      `do $$ begin execute format('grant create on database %I to timbermark_worker', current_database()); end $$`,
    )
  } finally {
    await client.end()
  }
}
