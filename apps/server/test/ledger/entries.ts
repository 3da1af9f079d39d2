import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type EntryToQueue, queueEntries } from '../../src/areas/ledger/log/queue.ts'
import type { Services } from '../../src/platform/services.ts'
import { unguarded } from '../unguarded.ts'

/** 32 bytes derived from a name. */
export const bytesNamed = (name: string): Buffer => createHash('sha256').update(name).digest()

/** A subject of its own with one content. */
export const entryNamed = (name: string): EntryToQueue => ({ subject: bytesNamed(name), content: contentNamed(name) })

export const contentNamed = (name: string): Buffer => bytesNamed(`content of ${name}`)

/** Names for this many entries, each the first of its subject. */
export const namesOf = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}/${n}`)

/** Queues entries as the server does. */
export async function queueNamed(services: Services, tenantId: number, names: readonly string[]): Promise<void> {
  const { database, secrets } = services
  await database.withTenant(tenantId, db => queueEntries(db, secrets, tenantId, names.map(entryNamed)))
}

/** Queues contents of one subject, in this order. */
export async function queueContents(
  services: Services,
  tenantId: number,
  subject: string,
  contents: readonly string[],
): Promise<void> {
  const { database, secrets } = services
  const entries = contents.map(content => ({ subject: bytesNamed(subject), content: contentNamed(content) }))
  await database.withTenant(tenantId, db => queueEntries(db, secrets, tenantId, entries))
}

/** Empties all ledger tables of the database. */
export const emptyLedger = (admin: pg.Client) =>
  unguarded(
    admin,
    'truncate ledger_queue, ledger_refused, ledger_entry, ledger_tile, ledger_checkpoint, ledger_cosignature, ledger_index_page, ledger_behind',
  )
