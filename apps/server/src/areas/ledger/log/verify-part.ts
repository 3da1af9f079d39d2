import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { addCounts, logSections, runBlock } from './verify.ts'
import {
  type CheckBlock,
  type CheckCounts,
  type CheckPlace,
  type CheckSection,
  type LedgerFault,
  noCounts,
} from './check-section.ts'
import {
  addFaults,
  faultyBlocks,
  type FoundBy,
  haveFaultsWithoutBlock,
  removeFaultsOfBlock,
  removeFaultsOfSection,
} from './faults.ts'
import type { LedgerLog } from './log.ts'

/** Nights in which everything is checked again, in addition to what is new each night. */
export const nightsPerRound = 28
/** Rows of a table that one night checks at least: an installation that is not larger is checked completely every night. */
export const leastPerNight = 200_000
/** Days after which a check of everything that did not end begins anew. */
const wholeDays = 7

type Cursor = FoundBy['cursor']

export interface PartOptions {
  /** Check everything, from the beginning or from where an interrupted check of everything came to. */
  complete?: boolean
  signal?: AbortSignal
  /** Gets the counts after each block. */
  progress?: (counts: Record<string, number>) => void
  /** Rows per section and night. */
  least?: number
}

export interface PartCheck extends CheckCounts {
  /** The first faults that this run met; others may be stored from blocks of earlier nights. */
  faults: LedgerFault[]
  /** Everything was checked, so that faults without a block are outdated. */
  complete: boolean
}

/**
 * Checks in blocks: again what had faults, then the next part of everything, and all that was added since the last night. Each
 * block stores how far it came, so that the next run goes on there whatever ended this one.
 */
export async function checkLedgerPart(
  database: Database,
  log: LedgerLog,
  further: readonly CheckSection[],
  options: PartOptions = {},
): Promise<PartCheck> {
  const run = new PartRun(database, log, options)
  const complete = options.complete === true || (await database.acrossTenants('ledger', haveFaultsWithoutBlock))
  if (complete) await run.dropOldWhole()
  for (const section of [...logSections, ...further])
    await (complete ? run.checkWhole(section) : run.checkPart(section))
  if (complete) await run.endWhole()
  return { ...run.counts, faults: run.faults, complete }
}

class PartRun {
  readonly counts: CheckCounts = { ...noCounts }
  readonly faults: LedgerFault[] = []
  readonly #database: Database
  readonly #log: LedgerLog
  readonly #options: PartOptions

  constructor(database: Database, log: LedgerLog, options: PartOptions) {
    this.#database = database
    this.#log = log
    this.#options = options
  }

  async checkPart(section: CheckSection): Promise<void> {
    const newest = await this.#newestPlace(section)
    if (!section.carries) await this.#checkFaultyBlocks(section)
    const from = (await this.#placeOf(section, 'part')) ?? undefined
    const part = await this.#advance(section, 'part', from, await this.#shareOf(section))
    if (!section.added) return
    if (from === undefined && part.ended) {
      // Everything was checked, so nothing is new.
      if (section.carries) await this.#write(db => removeFaultsOfSection(db, section.name, 'added'))
      if (newest && (part.clean || !section.carries))
        await this.#write(db => storePlace(db, section.name, 'added', newest))
      return
    }
    const since = (await this.#placeOf(section, 'added')) ?? newest
    if (since) await this.#advance(section, 'added', since)
  }

  /** Removes what an interrupted check of everything left, when it is too old to be continued. */
  dropOldWhole(): Promise<void> {
    return this.#write(async db => {
      await db.execute(sql`
        delete from ledger_check_place where cursor = 'whole' and not exists (
          select from ledger_check_place p where p.cursor = 'whole' and p.changed_at > now() - make_interval(days => ${wholeDays}))`)
    })
  }

  async checkWhole(section: CheckSection): Promise<void> {
    const { name } = section
    const before = await this.#database.acrossTenants('ledger', db =>
      db.maybe<{ place: CheckPlace | null; ended: boolean }>(sql`
        select place, ended_at is not null as ended from ledger_check_place where section = ${name} and cursor = 'whole'`),
    )
    if (before?.ended) return
    const newest = await this.#newestPlace(section)
    if (!before) await this.#write(db => removeFaultsOfSection(db, name))
    const { clean } = await this.#advance(section, 'whole', before?.place ?? undefined)
    await this.#write(async db => {
      await db.execute(sql`update ledger_check_place set ended_at = now() where section = ${name} and cursor = 'whole'`)
      if (newest && (clean || !section.carries)) await storePlace(db, name, 'added', newest)
    })
  }

  endWhole(): Promise<void> {
    return this.#write(async db => {
      await db.execute(sql`delete from ledger_check_place where cursor = 'whole'`)
    })
  }

  async #checkFaultyBlocks(section: CheckSection): Promise<void> {
    const blocks = await this.#database.acrossTenants('ledger', faultyBlocks)
    for (const faulty of blocks.filter(one => one.section === section.name)) {
      const { faults } = await this.#checkBlock(checkBy(section, faulty.cursor), faulty.block ?? undefined)
      await this.#write(async db => {
        await removeFaultsOfBlock(db, faulty)
        await addFaults(db, faulty, faults)
      })
    }
  }

  /**
   * Checks block after block from a place, until nothing follows or so many rows were read. A section that carries what it
   * computed is stored no further than its last block without a fault: what follows may be wrong because of that fault alone.
   */
  async #advance(
    section: CheckSection,
    cursor: Cursor,
    begin: CheckPlace | undefined,
    share = Number.POSITIVE_INFINITY,
  ): Promise<{ ended: boolean; clean: boolean }> {
    if (section.carries) await this.#write(db => removeFaultsOfSection(db, section.name, cursor))
    let from = begin
    let good = begin
    let clean = true
    for (let items = 0; ; ) {
      const block = await this.#checkBlock(checkBy(section, cursor), from)
      if (block.faults.length > 0) clean = false
      if (clean || !section.carries) good = block.next
      const { ended } = block
      const place = ended && cursor === 'part' && (clean || !section.carries) ? null : (good ?? null)
      const foundBy: FoundBy = { section: section.name, cursor, block: from ?? null }
      await this.#write(async db => {
        await storePlace(db, section.name, cursor, place)
        await addFaults(db, foundBy, block.faults)
      })
      items += block.items
      if (ended || items >= share) return { ended, clean }
      from = block.next
    }
  }

  async #checkBlock(check: CheckBlock, from: CheckPlace | undefined) {
    this.#options.signal?.throwIfAborted()
    const block = await runBlock(this.#database, this.#log, check, from)
    addCounts(this.counts, block.counts)
    this.faults.push(...block.faults.slice(0, Math.max(0, 20 - this.faults.length)))
    this.#options.progress?.({ ...this.counts })
    return block
  }

  #newestPlace({ added }: CheckSection): Promise<CheckPlace | undefined> {
    if (!added) return Promise.resolve(undefined)
    return this.#database.acrossTenants('ledger', async db => {
      await db.execute(sql`set transaction isolation level repeatable read, read only`)
      return added.newest(db, this.#log)
    })
  }

  async #placeOf({ name }: CheckSection, cursor: Cursor): Promise<CheckPlace | null> {
    const row = await this.#database.acrossTenants('ledger', db =>
      db.maybe<{ place: CheckPlace | null }>(
        sql`select place from ledger_check_place where section = ${name} and cursor = ${cursor}`,
      ),
    )
    return row?.place ?? null
  }

  /** Rows of a section that one night checks, by the planner's estimate of its table. */
  async #shareOf({ table }: CheckSection): Promise<number> {
    const { rows } = await this.#database.acrossTenants('ledger', db =>
      db.one<{ rows: number }>(
        sql`select greatest(reltuples, 0)::bigint as rows from pg_class where oid = ${table}::regclass`,
      ),
    )
    return Math.max(this.#options.least ?? leastPerNight, Math.ceil(rows / nightsPerRound))
  }

  #write<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#database.acrossTenants('ledger', work)
  }
}

const checkBy = ({ check, added }: CheckSection, cursor: Cursor): CheckBlock =>
  cursor === 'added' ? (added?.check ?? check) : check

async function storePlace(db: Db, section: string, cursor: Cursor, place: CheckPlace | null): Promise<void> {
  const stored = place === null ? null : JSON.stringify(place)
  await db.execute(sql`
    insert into ledger_check_place as p (section, cursor, place, head_size)
    values (${section}, ${cursor}, ${stored}::jsonb, coalesce((select max(size) from ledger_checkpoint), 0))
    on conflict (section, cursor) do update set
      place = excluded.place, head_size = excluded.head_size, changed_at = now(),
      began_at = case when p.place is null then now() else p.began_at end,
      ended_at = case when excluded.place is null then now() else p.ended_at end`)
}
