import {
  appendLeaves,
  emptyRange,
  type NodeVisitor,
  parseCheckpoint,
  parseNote,
  rangeRoot,
  tilesOf,
} from '@timbermark/ledger'
import { hashLeaves, hashPairs, sha256, verifyNoteSync } from '@timbermark/ledger/node'
import type { Database, Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { breakStatement, breakSubject, epochAt, type LedgerBreak, readBreaks } from './breaks.ts'
import type { LedgerLog } from './log.ts'
import { leafOf } from './queue.ts'

/** One thing that is wrong with the ledger; `place` is a leaf's index, a checkpoint's size, a tile or a subject. */
export interface LedgerFault {
  kind:
    | 'leafMissing'
    | 'leafChanged'
    | 'headWrong'
    | 'headUnsigned'
    | 'headMissing'
    | 'tileWrong'
    | 'tileMissing'
    | 'subjectChanged'
    | 'subjectGone'
    | 'subjectUnlogged'
  place: string
}

export interface LedgerCheck {
  leaves: number
  heads: number
  tiles: number
  subjects: number
  /** The first faults found; none means that everything agrees. */
  faults: LedgerFault[]
}

/** How rows of one kind are held against their leaves. */
export interface SubjectKind {
  /** What comes before the slash of a subject. */
  prefix: string
  /** Leaf hashes recomputed from today's rows of an enterprise, by id; a row that is gone has none. */
  hashes(db: Db, tenantId: number, ids: readonly number[]): Promise<Map<number, string>>
  /** A block of rows behind `after`, by enterprise and id, as their primary key has them. */
  rows(db: Db, after: RowKey, limit: number): Promise<RowKey[]>
}

/** Which row of which enterprise. */
export interface RowKey {
  tenantId: number
  id: number
}

/** Asks each enterprise for its own rows. */
async function hashesOf(db: Db, kind: SubjectKind, rows: readonly RowKey[]): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (const [tenantId, own] of Map.groupBy(rows, row => row.tenantId)) {
    const ids = own.map(row => row.id)
    for (const [id, hash] of await kind.hashes(db, tenantId, ids)) found.set(id, hash)
  }
  return found
}

const block = 2000
const mostFaults = 1000

/**
 * Reads the whole ledger and recomputes it: every leaf's hash, every tile, every signed head, every declared break, and
 * whether each record still says what its leaf says. Takes time in proportion to the ledger, memory to its tiles.
 * @param log in any of its epochs
 */
export async function checkWholeLedger(
  database: Database,
  log: LedgerLog,
  kinds: readonly SubjectKind[] = [],
): Promise<LedgerCheck> {
  const check: LedgerCheck = { leaves: 0, heads: 0, tiles: 0, subjects: 0, faults: [] }
  const fault = (kind: LedgerFault['kind'], place: string | number) => {
    if (check.faults.length < mostFaults) check.faults.push({ kind, place: String(place) })
  }
  await database.acrossTenants('ledger', async db => {
    // All reads see one moment, so that a group appended meanwhile is no fault.
    await db.execute(sql`set transaction isolation level repeatable read, read only`)
    const breaks = await readBreaks(db)
    await checkBreaks(db, log, breaks, fault)
    await checkTree(db, log, breaks, check, fault)
    for (const kind of kinds) await checkSubjects(db, kind, check, fault)
  })
  return check
}

type Report = (kind: LedgerFault['kind'], place: string | number) => void

/** What is told of a break is what the log itself says, as its first entry under the new name. */
async function checkBreaks(db: Db, log: LedgerLog, breaks: readonly LedgerBreak[], fault: Report): Promise<void> {
  for (const declared of breaks) {
    const subject = breakSubject(declared.epoch)
    const leaf = await db.maybe<{ subject: string; hash: string }>(
      sql`select subject, encode(leaf_hash, 'hex') as hash from ledger_leaf where index = ${declared.former.size}`,
    )
    if (leaf?.subject !== subject) fault('subjectUnlogged', subject)
    else if (leaf.hash !== leafOf(breakStatement(declared, log)).hash) fault('subjectChanged', subject)
  }
}

async function checkTree(
  db: Db,
  log: LedgerLog,
  breaks: readonly LedgerBreak[],
  check: LedgerCheck,
  fault: Report,
): Promise<void> {
  const heads = await db.query<{ size: number; root: Buffer; note: string }>(
    sql`select size, root, note from ledger_checkpoint order by size`,
  )
  check.heads = heads.length
  for (const head of heads) if (!isSigned(head, log.at(epochAt(breaks, head.size)))) fault('headUnsigned', head.size)

  let range = emptyRange()
  const levels: Uint8Array[][] = []
  const grow = (hashes: Uint8Array) => {
    const visit: NodeVisitor = (level, _first, nodes) => {
      if (level % 8 !== 0) return
      const known = levels[level / 8]
      if (known) known.push(nodes)
      else levels[level / 8] = [nodes]
    }
    range = appendLeaves(range, hashes, visit, hashPairs)
  }
  let next = 0
  const settleHeads = () => {
    for (; next < heads.length && heads[next]!.size <= range.size; next++) {
      const head = heads[next]!
      if (head.size !== range.size || !head.root.equals(rangeRoot(range, sha256))) fault('headWrong', head.size)
    }
  }
  settleHeads()
  for (;;) {
    const rows = await db.query<{ index: number; leaf: string; leaf_hash: Buffer }>(
      sql`select index, leaf, leaf_hash from ledger_leaf where index >= ${check.leaves} order by index limit ${block}`,
    )
    if (rows.length === 0) break
    for (let at = 0; at < rows.length; ) {
      // Up to the next head, so that each is compared with the tree of its own size.
      const size = heads[next]?.size ?? Number.POSITIVE_INFINITY
      const part = rows.slice(at, at + Math.max(1, Math.min(rows.length - at, size - range.size)))
      const hashes = hashLeaves(part.map(row => Buffer.from(row.leaf, 'utf8')))
      for (const [position, row] of part.entries()) {
        if (row.index !== range.size + position) fault('leafMissing', range.size + position)
        if (!row.leaf_hash.equals(hashes.subarray(position * 32, position * 32 + 32))) fault('leafChanged', row.index)
      }
      grow(hashes)
      at += part.length
      settleHeads()
    }
    check.leaves += rows.length
    if (rows.at(-1)!.index !== check.leaves - 1) break
  }
  for (; next < heads.length; next++) fault('headWrong', heads[next]!.size)
  if ((heads.at(-1)?.size ?? 0) !== range.size) fault('headMissing', range.size)
  await checkTiles(db, range.size, levels, check, fault)
}

function isSigned(head: { size: number; root: Buffer; note: string }, log: LedgerLog): boolean {
  try {
    const note = parseNote(head.note)
    const said = parseCheckpoint(note.text)
    return (
      said.origin === log.origin &&
      said.size === head.size &&
      head.root.equals(said.root) &&
      verifyNoteSync(note, [log.signer.key]) === 'verified'
    )
  } catch {
    return false
  }
}

async function checkTiles(
  db: Db,
  size: number,
  levels: readonly Uint8Array[][],
  check: LedgerCheck,
  fault: Report,
): Promise<void> {
  const wanted = tilesOf(size)
  check.tiles = wanted.length
  const whole = levels.map(parts => Buffer.concat(parts))
  for (let at = 0; at < wanted.length; at += block) {
    const part = wanted.slice(at, at + block)
    const rows = await db.query<{ level: number; index: number; hashes: Buffer }>(sql`
      select t.level, t.index, t.hashes
      from unnest(${part.map(tile => tile.level)}::smallint[], ${part.map(tile => tile.index)}::bigint[]) w (level, index)
      join ledger_tile t on t.level = w.level and t.index = w.index`)
    const stored = new Map(rows.map(row => [`${row.level}/${row.index}`, row.hashes]))
    for (const tile of part) {
      const hashes = stored.get(`${tile.level}/${tile.index}`)
      const from = tile.index * 256 * 32
      if (!hashes) fault('tileMissing', `${tile.level}/${tile.index}`)
      else if (!hashes.equals(whole[tile.level]!.subarray(from, from + tile.width * 32)))
        fault('tileWrong', `${tile.level}/${tile.index}`)
    }
  }
}

/** Rows without a leaf, leaves without a row, and rows that no longer say what their leaf says. */
async function checkSubjects(db: Db, kind: SubjectKind, check: LedgerCheck, fault: Report): Promise<void> {
  for (let after: RowKey = { tenantId: 0, id: 0 }; ; ) {
    const rows = await kind.rows(db, after, block)
    if (rows.length === 0) break
    after = rows.at(-1)!
    const ids = rows.map(row => row.id)
    check.subjects += ids.length
    const subjects = ids.map(id => `${kind.prefix}/${id}`)
    const logged = await db.query<{ subject: string; hash: string }>(sql`
      select distinct on (subject) subject, encode(leaf_hash, 'hex') as hash from (
        select subject, leaf_hash, 0 as waiting, index as place from ledger_leaf where subject = any(${subjects})
        union all select subject, leaf_hash, 1, id from ledger_queue
        where subject = any(${subjects})) known order by subject, waiting, place`)
    const hashOf = new Map(logged.map(row => [row.subject, row.hash]))
    const today = await hashesOf(db, kind, rows)
    for (const id of ids) {
      const hash = hashOf.get(`${kind.prefix}/${id}`)
      if (!hash) fault('subjectUnlogged', `${kind.prefix}/${id}`)
      else if (today.get(id) !== hash) fault('subjectChanged', `${kind.prefix}/${id}`)
    }
  }
  for (let after = -1; ; ) {
    const rows = await db.query<{ index: number; tenant: number; subject: string }>(
      sql`select index, tenant_id as tenant, subject from ledger_leaf where index > ${after} and starts_with(subject, ${`${kind.prefix}/`}) order by index limit ${block}`,
    )
    if (rows.length === 0) break
    after = rows.at(-1)!.index
    const ids = rows.map(row => Number(row.subject.slice(kind.prefix.length + 1)))
    const today = await hashesOf(
      db,
      kind,
      rows.flatMap(({ tenant }, position) => {
        const id = ids[position]!
        return Number.isSafeInteger(id) ? [{ tenantId: tenant, id }] : []
      }),
    )
    for (const [position, id] of ids.entries()) if (!today.has(id)) fault('subjectGone', rows[position]!.subject)
  }
}
