import { type Alarm, alarmGrades } from '@timbermark/contract'
import { fromHex, readRoot, toHex } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import type { Database, Db } from '../../../platform/database/database.ts'
import { isFurther, type KnownHead } from '../../../platform/installation/rollback-guard.ts'
import { sql } from '../../../platform/database/sql.ts'
import { currentEpoch } from './breaks.ts'
import { newestHead, readTiles } from './store.ts'
import { TileTrees } from './tile-trees.ts'

/** A head that was signed, and the source that reports it: `memory` (the rollback guard) or the address of a monitor. */
export interface ReportedHead extends KnownHead {
  from: string
}

/** The log is behind this head. Applies to all processes, until the database contains the head or a break is declared. */
export interface Behind extends ReportedHead {
  since: Date
}

export async function readBehind(db: Db): Promise<Behind | undefined> {
  return db.maybe<Behind>(
    sql`select epoch, size, encode(root, 'hex') as root, known_from as "from", since from ledger_behind`,
  )
}

/** Stores that the database is behind this head, the furthest missing one. */
export async function noteBehind(db: Db, { epoch, size, root, from }: ReportedHead): Promise<void> {
  await db.execute(sql`
    insert into ledger_behind (epoch, size, root, known_from) values (${epoch}, ${size}, ${Buffer.from(fromHex(root))}, ${from})
    on conflict (only_row) do update
    set epoch = excluded.epoch, size = excluded.size, root = excluded.root, known_from = excluded.known_from`)
}

export async function clearBehind(db: Db): Promise<void> {
  await db.execute(sql`delete from ledger_behind`)
}

/**
 * The furthest of these heads that this log does not contain: it is larger, or the tree of its size has another root.
 * Heads of an earlier epoch count as contained: the break that ended the epoch settled them.
 */
export async function findFurthestMissing<K extends KnownHead>(db: Db, known: readonly K[]): Promise<K | undefined> {
  let furthest: K | undefined
  const epoch = known.length > 0 ? await currentEpoch(db) : 1
  for (const head of known) if (isFurther(head, furthest) && !(await isContained(db, head, epoch))) furthest = head
  return furthest
}

async function isContained(db: Db, { epoch, size, root }: KnownHead, current: number): Promise<boolean> {
  if (epoch !== current) return epoch < current
  if (size === 0) return true
  const signed = await db.maybe<{ root: Buffer }>(sql`select root from ledger_checkpoint where size = ${size}`)
  if (signed) return signed.root.toString('hex') === root
  const newest = await newestHead(db)
  if (!newest || newest.size < size) return false
  const read = new TileTrees().reader(size, tiles => readTiles(db, tiles))
  return toHex(await readRoot(size, read, sha256)) === root
}

/** The alarm for a log that is behind, read from the database so that every process raises it. */
export async function behindAlarms(database: Database): Promise<Alarm[]> {
  return database.acrossTenants('monitor', async db => {
    const behind = await readBehind(db)
    if (!behind) return []
    const size = (await newestHead(db))?.size ?? 0
    const detail = { size, known: behind.size }
    return [{ key: 'ledgerBehind', grade: alarmGrades.ledgerBehind, since: behind.since.toISOString(), detail }]
  })
}
