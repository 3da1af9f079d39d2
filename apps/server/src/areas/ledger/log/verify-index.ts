import { toHex } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import { foldPage, indexHash, type IndexEntry, type IndexPage, indexRoot, toBase64Url } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { CheckBlock, CheckSection, ReportFault } from './check-section.ts'
import { IndexDamaged } from './damage.ts'
import { decodePage, IndexPages } from './index-pages.ts'
import { indexRootOf } from './store.ts'
import { newestSignedHead } from './verify-entries.ts'

/** Pages, and entries, per block. */
const block = 1000

/**
 * Pages in the order of their prefixes. Each page must match its parent page, the top page the root in the newest head; each page
 * that it names must exist; its leaves must be the newest entries of their subjects.
 */
const checkPages: CheckBlock = async (db, from, { log, fault }) => {
  const after = (from as { prefix: string } | undefined)?.prefix
  const rows = await db.query<{ prefix: string; page: Buffer }>(sql`
    select prefix, page from ledger_index_page
    where ${after ?? null}::text is null or prefix > ${after ?? null} order by prefix limit ${block}`)
  const root = indexRootOf(await newestSignedHead(db, log))
  if (after === undefined && rows[0]?.prefix !== '' && root.some(byte => byte !== 0)) fault('indexMissing', '')
  const parents = await loadPages(
    db,
    rows.map(({ prefix }) => prefix.slice(0, -1)),
  )
  const leaves: IndexEntry[] = []
  const children: string[] = []
  for (const { prefix, page } of rows) {
    const places = decodeIfValid(page)
    const hash = places && (prefix === '' ? indexRoot(places, sha256) : indexHash(foldPage(places, sha256)))
    const named = prefix === '' ? root : namedBy(parents.get(prefix.slice(0, -1)), prefix)
    if (!places || !hash || !named || toHex(hash) !== toHex(named)) {
      fault('indexWrong', prefix)
      continue
    }
    for (const [place, node] of places.entries()) {
      if (node.kind === 'leaf') leaves.push(node.entry)
      if (node.kind === 'inner') children.push(prefix + place.toString(16))
    }
  }
  await checkChildren(db, children, fault)
  await checkLeaves(db, leaves, fault)
  return {
    next: { prefix: rows.at(-1)?.prefix ?? after ?? '' },
    ended: rows.length < block,
    items: rows.length,
    counts: { indexed: leaves.length },
  }
}

async function loadPages(db: Db, prefixes: readonly string[]): Promise<Map<string, IndexPage | undefined>> {
  const rows = await db.query<{ prefix: string; page: Buffer }>(
    sql`select prefix, page from ledger_index_page where prefix = any(${[...new Set(prefixes)]})`,
  )
  return new Map(rows.map(({ prefix, page }) => [prefix, decodeIfValid(page)]))
}

/** The hash by which a page names the page below it. */
function namedBy(parent: IndexPage | undefined, prefix: string): Uint8Array | undefined {
  const node = parent?.[Number.parseInt(prefix.at(-1)!, 16)]
  return node?.kind === 'inner' ? node.hash : undefined
}

function decodeIfValid(page: Buffer): IndexPage | undefined {
  try {
    return decodePage(page)
  } catch {
    return undefined
  }
}

async function checkChildren(db: Db, children: readonly string[], fault: ReportFault): Promise<void> {
  const rows = await db.query<{ prefix: string }>(
    sql`select prefix from ledger_index_page where prefix = any(${[...children]})`,
  )
  const present = new Set(rows.map(({ prefix }) => prefix))
  for (const prefix of children) if (!present.has(prefix)) fault('indexMissing', prefix)
}

async function checkLeaves(db: Db, leaves: readonly IndexEntry[], fault: ReportFault): Promise<void> {
  if (leaves.length === 0) return
  const rows = await db.query<{ subject: string; seq: number; hash: Buffer }>(sql`
    select s.subject, e.seq, e.hash from unnest(${leaves.map(({ subject }) => toBase64Url(subject))}::text[]) s (subject)
    cross join lateral (select seq, hash from ledger_entry e where e.subject = s.subject order by seq desc limit 1) e`)
  const newest = new Map(rows.map(row => [row.subject, row]))
  for (const { subject, seq, hash } of leaves) {
    const row = newest.get(toBase64Url(subject))
    if (row?.seq !== seq || !row.hash.equals(hash)) fault('indexWrong', toBase64Url(subject))
  }
}

export const indexSection: CheckSection = { name: 'index', table: 'ledger_index_page', check: checkPages }

/** Entries in order: the newest of each subject must be in the index. */
const checkIndexed: CheckBlock = async (db, from, { log, fault }) => {
  const before = (from as { index: number } | undefined)?.index ?? 0
  const rows = await db.query<{ index: number; subject: string | null; newest: boolean; hash: Buffer }>(sql`
    select e.index, e.subject, e.hash, not exists (
      select from ledger_entry n where n.subject = e.subject and n.seq > e.seq) as newest
    from ledger_entry e where e.index >= ${before} order by e.index limit ${block}`)
  const newest = rows.flatMap(({ subject, newest, ...row }) =>
    subject !== null && newest ? [{ ...row, subject: Buffer.from(subject, 'base64url') }] : [],
  )
  const pages = new IndexPages(db, indexRootOf(await newestSignedHead(db, log)))
  try {
    await pages.prefetch(newest.map(({ subject }) => subject))
    for (const { index, subject, hash } of newest) {
      const leaf = await findLeaf(pages, subject)
      if (!leaf || Buffer.compare(leaf.subject, subject) !== 0 || !hash.equals(leaf.hash))
        fault('indexWrong', `entry/${index}`)
    }
  } catch (error) {
    if (!(error instanceof IndexDamaged)) throw error
    fault('indexWrong', `entry/${before}`)
  }
  const end = (rows.at(-1)?.index ?? before - 1) + 1
  return { next: { index: end }, ended: rows.length < block, items: rows.length }
}

/** The leaf on the path of a subject. @throws IndexDamaged */
async function findLeaf(pages: IndexPages, subject: Buffer): Promise<IndexEntry | undefined> {
  const name = subject.toString('hex')
  for (let depth = 0; depth < name.length; depth++) {
    const [page] = await pages.read([name.slice(0, depth)])
    const node = page?.[Number.parseInt(name[depth]!, 16)]
    if (node?.kind !== 'inner') return node?.kind === 'leaf' ? node.entry : undefined
  }
  return undefined
}

export const indexedSection: CheckSection = {
  name: 'indexed',
  table: 'ledger_entry',
  check: checkIndexed,
  added: {
    check: checkIndexed,
    newest: async db => ({
      index: (
        await db.one<{ size: number }>(
          sql`select coalesce((select max(index) + 1 from ledger_entry), 0)::bigint as size`,
        )
      ).size,
    }),
  },
}
