import { type Alarm, alarmGrades } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { join, sql } from '../../../platform/database/sql.ts'
import type { CheckPlace, LedgerFault } from './check-section.ts'

/** Faults that are stored at most. */
const maxFaults = 1000

/** The block that found a fault. */
export interface FoundBy {
  section: string
  cursor: 'part' | 'added' | 'whole'
  /** Where the block begins; null for the first one. */
  block: CheckPlace | null
}

/** Stores faults for the enterprises concerned, each once, whichever block found it first. */
export async function addFaults(
  db: Db,
  { section, cursor, block }: FoundBy,
  faults: readonly LedgerFault[],
): Promise<void> {
  if (faults.length === 0) return
  const stored = await countFaults(db)
  const known = await db.query<{ kind: string; place: string }>(sql`
    select kind, place from ledger_fault where (kind, place) in (values ${join(faults.map(({ kind, place }) => sql`(${kind}, ${place})`))})`)
  const isKnown = new Set(known.map(({ kind, place }) => `${kind} ${place}`))
  const added = faults.filter(({ kind, place }) => !isKnown.has(`${kind} ${place}`)).slice(0, maxFaults - stored)
  if (added.length === 0) return
  await db.execute(sql`
    insert into ledger_fault (tenant_id, kind, place, section, cursor, block)
    values ${join(
      added.map(
        ({ tenantId, kind, place }) =>
          sql`(${tenantId ?? platformTenant}, ${kind}, ${place}, ${section}, ${cursor}, ${block ? JSON.stringify(block) : null}::jsonb)`,
      ),
    )}`)
}

export async function countFaults(db: Db): Promise<number> {
  return (await db.one<{ stored: number }>(sql`select count(*)::int as stored from ledger_fault`)).stored
}

/** Removes the faults that a block found, before it is checked again. */
export async function removeFaultsOfBlock(db: Db, { section, cursor, block }: FoundBy): Promise<void> {
  await db.execute(sql`
    delete from ledger_fault
    where section = ${section} and cursor = ${cursor} and block is not distinct from ${block ? JSON.stringify(block) : null}::jsonb`)
}

/** Removes the faults of all blocks of a section, or of those that one cursor found. */
export async function removeFaultsOfSection(db: Db, section: string, cursor?: FoundBy['cursor']): Promise<void> {
  await db.execute(sql`
    delete from ledger_fault where section = ${section} and (${cursor ?? null}::text is null or cursor = ${cursor ?? null})`)
}

/** Whether faults are stored that a check before blocks existed found: only a check of everything tells whether they last. */
export async function haveFaultsWithoutBlock(db: Db): Promise<boolean> {
  return (await db.maybe(sql`select 1 from ledger_fault where section is null limit 1`)) !== undefined
}

export async function removeFaultsWithoutBlock(db: Db): Promise<void> {
  await db.execute(sql`delete from ledger_fault where section is null`)
}

/** The blocks that found the stored faults. */
export function faultyBlocks(db: Db): Promise<FoundBy[]> {
  return db.query<FoundBy>(sql`select distinct section, cursor, block from ledger_fault where section is not null`)
}

/** Stores that the check was made. @returns the number of stored faults */
export async function noteChecked(db: Db): Promise<number> {
  const { found } = await db.one<{ found: number }>(sql`
    insert into ledger_checked (at, found) select now(), count(*) from ledger_fault
    on conflict (only_row) do update set at = excluded.at, found = excluded.found returning found`)
  return found
}

/** The alarm of an enterprise whose rows differ from their sealed contents. */
export async function faultAlarms(db: Db, tenantId: number): Promise<Alarm[]> {
  const { found, since } = await db.one<{ found: number; since: Date | null }>(
    sql`select count(*) as found, min(found_at) as since from ledger_fault where tenant_id = ${tenantId}`,
  )
  if (!since) return []
  return [{ key: 'recordsChanged', grade: alarmGrades.recordsChanged, since: since.toISOString(), detail: { found } }]
}

/** Result of the last check of the ledger, for monitors outside; undefined before the first check. */
export async function lastCheckText(db: Db): Promise<string | undefined> {
  const last = await db.maybe<{ at: Date; found: number }>(sql`select at, found from ledger_checked`)
  return last && `checked ${last.at.toISOString()}\nfound ${last.found}\n`
}
