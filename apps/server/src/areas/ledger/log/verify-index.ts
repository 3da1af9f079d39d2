import { toHex } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import { foldPage, indexHash, type IndexEntry, type IndexNode, indexRoot, toBase64Url } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { decodePage } from './index-pages.ts'
import type { ReportFault } from './verify.ts'

const block = 2000

/**
 * Walks the stored index level by level. Each page must match its parent page, the top page the root in the newest head; the
 * leaves must be the newest entries of all subjects.
 * @returns the number of subjects in the index
 */
export async function checkIndex(db: Db, root: Uint8Array, fault: ReportFault): Promise<number> {
  let expected = new Map<string, Uint8Array>([['', root]])
  let subjects = 0
  let pages = 0
  for (let depth = 0; expected.size > 0; depth++) {
    const nextLevel = new Map<string, Uint8Array>()
    for (let after: string | null = null; ; ) {
      const rows: { prefix: string; page: Buffer }[] = await db.query(sql`
        select prefix, page from ledger_index_page
        where length(prefix) = ${depth} and (${after}::text is null or prefix > ${after}) order by prefix limit ${block}`)
      if (rows.length === 0) break
      after = rows.at(-1)!.prefix
      pages += rows.length
      const leaves: IndexEntry[] = []
      for (const { prefix, page } of rows) {
        const places = decodeIfValid(page)
        const expectedHash = expected.get(prefix)
        expected.delete(prefix)
        const hash = places && (depth === 0 ? indexRoot(places, sha256) : indexHash(foldPage(places, sha256)))
        if (!places || !expectedHash || !hash || toHex(hash) !== toHex(expectedHash)) {
          fault('indexWrong', prefix)
          continue
        }
        for (const [place, node] of places.entries()) {
          if (node.kind === 'leaf') leaves.push(node.entry)
          if (node.kind === 'inner') nextLevel.set(prefix + place.toString(16), node.hash)
        }
      }
      await checkLeaves(db, leaves, fault)
      subjects += leaves.length
    }
    for (const [prefix, hash] of expected) if (depth > 0 || hash.some(byte => byte !== 0)) fault('indexMissing', prefix)
    expected = nextLevel
  }
  const { stored, named } = await db.one<{ stored: number; named: number }>(
    sql`select (select count(*) from ledger_index_page) as stored, (select count(distinct subject) from ledger_entry) as named`,
  )
  if (stored !== pages) fault('indexWrong', 'pages')
  if (named !== subjects) fault('indexWrong', 'subjects')
  return subjects
}

function decodeIfValid(page: Buffer): readonly IndexNode[] | undefined {
  try {
    return decodePage(page)
  } catch {
    return undefined
  }
}

async function checkLeaves(db: Db, leaves: readonly IndexEntry[], fault: ReportFault): Promise<void> {
  if (leaves.length === 0) return
  const rows = await db.query<{ subject: string; seq: number; hash: Buffer }>(sql`
    select distinct on (subject) subject, seq, hash from ledger_entry
    where subject = any(${leaves.map(({ subject }) => toBase64Url(subject))}) order by subject, seq desc`)
  const newest = new Map(rows.map(row => [row.subject, row]))
  for (const { subject, seq, hash } of leaves) {
    const row = newest.get(toBase64Url(subject))
    if (row?.seq !== seq || !row.hash.equals(hash)) fault('indexWrong', toBase64Url(subject))
  }
}
