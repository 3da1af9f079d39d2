import { appendLeaves, emptyRange, type NodeVisitor, canonicalize, rangeRoot, tilesOf } from '@timbermark/ledger'
import { hashLeaves, hashPairs, sha256 } from '@timbermark/ledger/node'
import { isIndexStatement, parseEntry, parseIndexStatement, toBase64Url } from '@timbermark/ledger/sealed'
import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { breakStatement, breakSubject, epochAt, type LedgerBreak, readBreaks } from './breaks.ts'
import { announcementStatement, beginningStatement, type KeyChange, readKeyChanges } from './key-changes.ts'
import { checkIndex } from './verify-index.ts'
import type { LedgerLog } from './log.ts'
import { isSigned } from './signed-head.ts'
import { type Head, indexRootOf } from './store.ts'

/** One fault of the ledger; `place` is a leaf's index, a checkpoint's size, a tile or a subject. */
export interface LedgerFault {
  kind:
    | 'leafMissing'
    | 'leafChanged'
    | 'headWrong'
    | 'headUnsigned'
    | 'headMissing'
    | 'tileWrong'
    | 'tileMissing'
    | 'entryWrong'
    | 'chainBroken'
    | 'indexWrong'
    | 'indexMissing'
    | 'breakWrong'
    | 'keyWrong'
    | 'contentChanged'
    | 'contentGone'
    | 'contentUnlogged'
    | 'subjectChanged'
    | 'subjectGone'
    | 'subjectUnlogged'
    | 'fileChanged'
    | 'fileGone'
  place: string
  /** Enterprise of the row; undefined for faults of the log itself. */
  tenantId?: number
}

export interface LedgerCheck {
  leaves: number
  heads: number
  tiles: number
  /** Subjects in the index. */
  indexed: number
  /** What the further checks examined: contents, rows, files. */
  contents: number
  /** The first faults; empty when everything agrees. */
  faults: LedgerFault[]
}

/** Reports a fault; `place` is a leaf's index, a checkpoint's size, a tile, a page, or a row as `kind/id`. */
export type ReportFault = (kind: LedgerFault['kind'], place: string | number, tenantId?: number) => void

/** A further check of the rows and files behind the ledger, in the same snapshot. @returns how many things it examined */
export type FurtherCheck = (db: Db, fault: ReportFault) => Promise<number>

const block = 2000
const maxFaults = 1000

/**
 * Reads and recomputes the whole ledger: hash and chain of every entry, every tile, every signed head, every declared break,
 * every change of key, and the index; then runs the `further` checks. Time grows with the ledger, memory with its tiles.
 * @param log in any of its epochs
 */
export async function checkWholeLedger(
  database: Database,
  log: LedgerLog,
  further: readonly FurtherCheck[] = [],
): Promise<LedgerCheck> {
  const check: LedgerCheck = { leaves: 0, heads: 0, tiles: 0, indexed: 0, contents: 0, faults: [] }
  const fault: ReportFault = (kind, place, tenantId) => {
    if (check.faults.length < maxFaults)
      check.faults.push({ kind, place: String(place), ...(tenantId === undefined ? {} : { tenantId }) })
  }
  await database.acrossTenants('ledger', async db => {
    // All reads see one snapshot, so that a group appended meanwhile is no fault.
    await db.execute(sql`set transaction isolation level repeatable read, read only`)
    const breaks = await readBreaks(db)
    await checkBreaks(db, log, breaks, fault)
    const changes = await readKeyChanges(db)
    await checkKeyChanges(db, changes, fault)
    const head = await checkTree(db, log, [...breaks, ...changes], check, fault)
    await checkChains(db, fault)
    check.indexed = await checkIndex(db, indexRootOf(head), fault)
    for (const one of further) check.contents += await one(db, fault)
  })
  return check
}

/** Each stored break must equal the log's own statement, the first entry under the new name. */
async function checkBreaks(db: Db, log: LedgerLog, breaks: readonly LedgerBreak[], fault: ReportFault): Promise<void> {
  for (const declared of breaks) {
    if ((await textAt(db, declared.former.size)) !== canonicalize(breakStatement(declared, log)))
      fault('breakWrong', breakSubject(declared.epoch))
  }
}

/** The stored keys must equal the log's own statements: the last entry under a former key and the first under the next. */
async function checkKeyChanges(db: Db, changes: readonly KeyChange[], fault: ReportFault): Promise<void> {
  for (const change of changes) {
    const { epoch, former } = change
    const last = await textAt(db, former.size - 1)
    const first = await textAt(db, former.size)
    if (last !== canonicalize(announcementStatement(change)) || first !== canonicalize(beginningStatement(change)))
      fault('keyWrong', `ledger_key/${epoch}`)
  }
}

async function textAt(db: Db, index: number): Promise<string | undefined> {
  return (await db.maybe<{ text: string }>(sql`select text from ledger_entry where index = ${index}`))?.text
}

/** The entries of each subject must count from 1 without a gap, each with the hash of the previous one. */
async function checkChains(db: Db, fault: ReportFault): Promise<void> {
  const broken = await db.query<{ index: number }>(sql`
    select e.index from ledger_entry e left join ledger_entry p on p.subject = e.subject and p.seq = e.seq - 1
    where e.subject is not null
      and (e.text::jsonb ->> 'previous') is distinct from (case when e.seq = 1 then null else translate(encode(p.hash, 'base64'), '+/=', '-_') end)
       or (e.seq > 1 and p.index is null)
    order by e.index limit ${maxFaults}`)
  for (const { index } of broken) fault('chainBroken', index)
}

/** @returns the newest head with a valid signature: only that one vouches for an index root */
async function checkTree(
  db: Db,
  log: LedgerLog,
  begun: readonly (LedgerBreak | KeyChange)[],
  check: LedgerCheck,
  fault: ReportFault,
): Promise<Head | undefined> {
  const heads = await db.query<Head>(sql`select size, root, note from ledger_checkpoint order by size`)
  check.heads = heads.length
  let signed: Head | undefined
  for (const head of heads) {
    if (isSigned(head, log.at(epochAt(begun, head.size)))) signed = head
    else fault('headUnsigned', head.size)
  }

  let range = emptyRange()
  const levels: Uint8Array[][] = []
  const grow = (hashes: Uint8Array) => {
    const visit: NodeVisitor = (level, _first, nodes) => {
      if (level % 8 !== 0) return
      const parts = levels[level / 8]
      if (parts) parts.push(nodes)
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
    const rows = await db.query<EntryRow>(
      sql`select index, text, hash, subject, seq, content from ledger_entry where index >= ${check.leaves} order by index limit ${block}`,
    )
    if (rows.length === 0) break
    for (let at = 0; at < rows.length; ) {
      // Only up to the next head, so that each head is compared with the tree of its size.
      const size = heads[next]?.size ?? Number.POSITIVE_INFINITY
      const part = rows.slice(at, at + Math.max(1, Math.min(rows.length - at, size - range.size)))
      const hashes = hashLeaves(part.map(row => Buffer.from(row.text, 'utf8')))
      for (const [position, row] of part.entries()) {
        if (row.index !== range.size + position) fault('leafMissing', range.size + position)
        if (!row.hash.equals(hashes.subarray(position * 32, position * 32 + 32))) fault('leafChanged', row.index)
        if (!isEntry(row)) fault('entryWrong', row.index)
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
  return signed
}

interface EntryRow {
  index: number
  text: string
  hash: Buffer
  subject: string | null
  seq: number | null
  content: string | null
}

/** Is the text a valid entry, and do the columns agree with it? */
function isEntry({ text, subject, seq, content }: EntryRow): boolean {
  if (/"type":"timbermark\/(?:break|key|key-begun)@1"/.test(text))
    return subject === null && seq === null && content === null
  try {
    if (isIndexStatement(text)) {
      parseIndexStatement(text)
      return subject === null && seq === null && content === null
    }
    const entry = parseEntry(text)
    return toBase64Url(entry.subject) === subject && entry.seq === seq && toBase64Url(entry.content) === content
  } catch {
    return false
  }
}

async function checkTiles(
  db: Db,
  size: number,
  levels: readonly Uint8Array[][],
  check: LedgerCheck,
  fault: ReportFault,
): Promise<void> {
  const tiles = tilesOf(size)
  check.tiles = tiles.length
  const levelHashes = levels.map(parts => Buffer.concat(parts))
  for (let at = 0; at < tiles.length; at += block) {
    const part = tiles.slice(at, at + block)
    const rows = await db.query<{ level: number; index: number; hashes: Buffer }>(sql`
      select t.level, t.index, t.hashes
      from unnest(${part.map(tile => tile.level)}::smallint[], ${part.map(tile => tile.index)}::bigint[]) w (level, index)
      join ledger_tile t on t.level = w.level and t.index = w.index`)
    const stored = new Map(rows.map(row => [`${row.level}/${row.index}`, row.hashes]))
    for (const tile of part) {
      const hashes = stored.get(`${tile.level}/${tile.index}`)
      const from = tile.index * 256 * 32
      if (!hashes) fault('tileMissing', `${tile.level}/${tile.index}`)
      else if (!hashes.equals(levelHashes[tile.level]!.subarray(from, from + tile.width * 32)))
        fault('tileWrong', `${tile.level}/${tile.index}`)
    }
  }
}
