import { appendLeaves, type CompactRange, emptyRange, fromHex, rangeRoot, toHex } from '@timbermark/ledger'
import { hashLeaves, hashPairs, sha256 } from '@timbermark/ledger/node'
import {
  isIndexStatement,
  isScriptStatement,
  parseEntry,
  parseIndexStatement,
  parseScriptStatement,
  toBase64Url,
} from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { epochAt, readBreaks } from './breaks.ts'
import type { CheckBlock, CheckPlace, CheckSection, ReportFault } from './check-section.ts'
import { readKeyChanges } from './key-changes.ts'
import type { LedgerLog } from './log.ts'
import { isSigned } from './signed-head.ts'
import { type Head, loadEdge } from './store.ts'

/** Entries per block. */
const block = 2000
/** Newest heads among which a signed one is looked for. */
const recentHeads = 20

interface EntryRow {
  index: number
  text: string
  hash: Buffer
  subject: string | null
  seq: number | null
  content: string | null
}

/** The tree before a block: its size and its subtrees, which the heads of the following blocks confirm. */
interface EntryPlace extends CheckPlace {
  size: number
  hashes: string[]
}

const placeOf = ({ size, hashes }: CompactRange): EntryPlace => ({ size, hashes: hashes.map(toHex) })

function rangeAt(from: CheckPlace | undefined): CompactRange {
  const { size, hashes } = (from ?? placeOf(emptyRange())) as EntryPlace
  return { size, hashes: hashes.map(fromHex) }
}

/** The newest head with a valid signature: only that one vouches for an index root. */
export async function newestSignedHead(db: Db, log: LedgerLog): Promise<Head | undefined> {
  const begun = [...(await readBreaks(db)), ...(await readKeyChanges(db))]
  const heads = await db.query<Head>(
    sql`select size, root, note from ledger_checkpoint order by size desc limit ${recentHeads}`,
  )
  return heads.find(head => isSigned(head, log.at(epochAt(begun, head.size))))
}

/** Nodes of the tree that a block added, at the levels that tiles store. */
interface Nodes {
  level: number
  first: number
  hashes: Uint8Array
}

/** Hash and chain of the entries of a block, the heads of its sizes, and the nodes of the tree that it completes in the tiles. */
const checkEntries: CheckBlock = async (db, from, { log, fault }) => {
  let range = rangeAt(from)
  const before = range.size
  const rows = await db.query<EntryRow>(sql`
    select index, text, hash, subject, seq, content from ledger_entry where index >= ${before} order by index limit ${block}`)
  const gap = rows.findIndex((row, position) => row.index !== before + position)
  const present = gap < 0 ? rows : rows.slice(0, gap)
  if (gap >= 0) fault('leafMissing', before + gap)
  const last = gap >= 0 || rows.length < block
  const end = before + present.length
  // The head of the size before this block belongs to the block before it.
  const heads = await db.query<Head>(sql`
    select size, root, note from ledger_checkpoint
    where size >= ${from ? before + 1 : 0} and (${last}::boolean or size <= ${end}) order by size`)
  const begun = [...(await readBreaks(db)), ...(await readKeyChanges(db))]
  for (const head of heads) if (!isSigned(head, log.at(epochAt(begun, head.size)))) fault('headUnsigned', head.size)

  const added: Nodes[] = []
  let next = 0
  const compareHeads = () => {
    for (; next < heads.length && heads[next]!.size <= range.size; next++) {
      const head = heads[next]!
      if (head.size !== range.size || !head.root.equals(rangeRoot(range, sha256))) fault('headWrong', head.size)
    }
  }
  compareHeads()
  for (let at = 0; at < present.length; ) {
    // Only up to the next head, so that each head is compared with the tree of its size.
    const size = heads[next]?.size ?? Number.POSITIVE_INFINITY
    const part = present.slice(at, at + Math.max(1, Math.min(present.length - at, size - range.size)))
    const hashes = hashLeaves(part.map(row => Buffer.from(row.text, 'utf8')))
    for (const [position, row] of part.entries()) {
      if (!row.hash.equals(hashes.subarray(position * 32, position * 32 + 32))) fault('leafChanged', row.index)
      if (!isEntry(row)) fault('entryWrong', row.index)
    }
    range = appendLeaves(
      range,
      hashes,
      (level, first, nodes) => {
        if (level % 8 === 0) added.push({ level: level / 8, first, hashes: nodes })
      },
      hashPairs,
    )
    at += part.length
    compareHeads()
  }
  for (; next < heads.length; next++) fault('headWrong', heads[next]!.size)
  await checkChains(db, before, end, fault)
  const { size } = await db.one<{ size: number }>(
    sql`select coalesce((select max(index) + 1 from ledger_entry), 0)::bigint as size`,
  )
  const tiles = await checkTiles(db, size, added, fault)
  if (last) await checkNewestHead(db, end, fault)
  return {
    next: placeOf(range),
    ended: last,
    items: rows.length + heads.length,
    counts: { leaves: present.length, heads: heads.length, tiles },
  }
}

/** The newest head is that of all entries. */
async function checkNewestHead(db: Db, size: number, fault: ReportFault): Promise<void> {
  const { newest } = await db.one<{ newest: number }>(
    sql`select coalesce(max(size), 0)::bigint as newest from ledger_checkpoint`,
  )
  if (newest !== size) fault('headMissing', size)
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
    if (isScriptStatement(text)) {
      parseScriptStatement(text)
      return subject === null && seq === null && content === null
    }
    const entry = parseEntry(text)
    return toBase64Url(entry.subject) === subject && entry.seq === seq && toBase64Url(entry.content) === content
  } catch {
    return false
  }
}

/** The entries of each subject must count from 1 without a gap, each with the hash of the previous one. */
async function checkChains(db: Db, from: number, to: number, fault: ReportFault): Promise<void> {
  const broken = await db.query<{ index: number }>(sql`
    select e.index from ledger_entry e left join ledger_entry p on p.subject = e.subject and p.seq = e.seq - 1
    where e.index >= ${from} and e.index < ${to} and (
      e.subject is not null
        and (e.text::jsonb ->> 'previous') is distinct from (case when e.seq = 1 then null else translate(encode(p.hash, 'base64'), '+/=', '-_') end)
      or (e.seq > 1 and p.index is null))
    order by e.index`)
  for (const { index } of broken) fault('chainBroken', index)
}

/** Compares nodes with the stored tiles. @param size number of entries, which decides how wide each tile is @returns how many tiles */
async function checkTiles(db: Db, size: number, added: readonly Nodes[], fault: ReportFault): Promise<number> {
  const parts = new Map<string, { level: number; index: number; nodes: { at: number; hashes: Uint8Array }[] }>()
  for (const { level, first, hashes } of added)
    for (let done = 0; done * 32 < hashes.length; ) {
      const index = Math.floor((first + done) / 256)
      const at = (first + done) % 256
      const count = Math.min(256 - at, hashes.length / 32 - done)
      const name = `${level}/${index}`
      const part = parts.get(name) ?? { level, index, nodes: [] }
      part.nodes.push({ at, hashes: hashes.subarray(done * 32, (done + count) * 32) })
      parts.set(name, part)
      done += count
    }
  if (parts.size === 0) return 0
  const wanted = [...parts.values()]
  const rows = await db.query<{ level: number; index: number; hashes: Buffer }>(sql`
    select t.level, t.index, t.hashes
    from unnest(${wanted.map(tile => tile.level)}::smallint[], ${wanted.map(tile => tile.index)}::bigint[]) w (level, index)
    join ledger_tile t on t.level = w.level and t.index = w.index`)
  const stored = new Map(rows.map(row => [`${row.level}/${row.index}`, row.hashes]))
  for (const [name, { level, index, nodes }] of parts) {
    const hashes = stored.get(name)
    const width = Math.min(256, Math.floor(size / 256 ** level) - index * 256)
    if (!hashes) fault('tileMissing', name)
    else if (
      hashes.length !== width * 32 ||
      nodes.some(node => Buffer.compare(hashes.subarray(node.at * 32, node.at * 32 + node.hashes.length), node.hashes))
    )
      fault('tileWrong', name)
  }
  return parts.size
}

/** Everything that the log's tree consists of: entries, tiles and heads. */
export const entriesSection: CheckSection = {
  name: 'entries',
  table: 'ledger_entry',
  check: checkEntries,
  carries: true,
  added: {
    check: checkEntries,
    async newest(db, log) {
      const head = await newestSignedHead(db, log)
      if (!head) return undefined
      const { range } = await loadEdge(db, head.size).catch(() => ({ range: emptyRange() }))
      return head.root.equals(rangeRoot(range, sha256)) ? placeOf(range) : undefined
    },
  },
}
