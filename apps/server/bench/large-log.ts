/** Makes a log as large as after years in minutes, bypassing the sequencer, which is measured on it. */
import { createHash } from 'node:crypto'
import { emptyEdge, growTree } from '@timbermark/ledger'
import { hashPairs, sha256 } from '@timbermark/ledger/node'
import {
  encodeEntry,
  enterIndex,
  entryHash,
  type IndexEntry,
  type IndexPage,
  indexRoot,
} from '@timbermark/ledger/sealed'
import { growAndSign } from '../src/areas/ledger/log/append.ts'
import { writePages } from '../src/areas/ledger/log/index-pages.ts'
import { ledgerLog } from '../src/areas/ledger/log/log.ts'
import { writeTiles } from '../src/areas/ledger/log/store.ts'
import { Database, type Db } from '../src/platform/database/database.ts'
import { locks } from '../src/platform/database/locks.ts'
import { sql } from '../src/platform/database/sql.ts'
import type { BenchWorld } from './world.ts'

/** Rows per statement. */
const block = 10_000
/** Leaves that the tree grows by at once. */
const atOnce = 1_000_000

/** 32 arbitrary bytes, the same for the same name. */
export const bytesNamed = (name: string): Buffer => createHash('sha256').update(name).digest()

/** Subject number n of such a log. */
export const subjectOf = (n: number) => bytesNamed(`subject ${n}`)

/**
 * Fills the empty log with one entry for each of so many subjects: entries, tiles, index and one signed head. Ten
 * million fit into the memory of an ordinary machine, because the index is made and written part by part.
 */
export async function fillLog({ services, admin }: BenchWorld, count: number): Promise<void> {
  const subjects = Buffer.alloc(count * 32)
  const hashes = Buffer.alloc(count * 32)
  const nth = (of: Buffer, n: number) => of.subarray(n * 32, (n + 1) * 32)
  // Creating an index of random keys after all rows takes minutes less.
  await admin.query(
    'alter table ledger_entry drop constraint ledger_entry_subject_seq_key, drop constraint ledger_entry_content_key',
  )
  // Without a health probe and time limits: hashing blocks this thread for so long that the server's own database would
  // count as silent.
  const { workerUrl } = services.database
  const loading = new Database({ serverUrl: workerUrl, workerUrl, poolSize: 1, unlimited: true })
  await loading.acrossTenants('ledger', async db => {
    await db.execute(sql`select pg_advisory_xact_lock(${locks.ledgerAppend})`)
    for (let first = 0; first < count; first += block) {
      const blockTexts = Array.from({ length: Math.min(block, count - first) }, (_, n) => {
        const at = first + n
        const subject = subjectOf(at)
        const text = encodeEntry({ subject, seq: 1, previous: null, content: bytesNamed(`content ${at}`) })
        subjects.set(subject, at * 32)
        hashes.set(entryHash(text, sha256), at * 32)
        return text
      })
      await db.execute(sql`
        insert into ledger_entry (index, text, hash)
        select ${first}::bigint + n - 1, text, hash
        from unnest(${blockTexts}::text[], ${blockTexts.map((_, n) => nth(hashes, first + n))}::bytea[]) with ordinality as g (text, hash, n)`)
    }
    const top = await fillIndex(db, count, n => ({ subject: nth(subjects, n), seq: 1, hash: nth(hashes, n) }))
    let edge = emptyEdge()
    for (let first = 0; first < count; first += atOnce) {
      const grown = growTree(edge, hashes.subarray(first * 32, Math.min(count, first + atOnce) * 32), hashPairs)
      await writeTiles(db, grown.tiles)
      edge = grown.edge
    }
    const signed = await growAndSign(db, ledgerLog(services), edge, new Uint8Array(0), indexRoot(top, sha256))
    await services.rollbackGuard.noteHead({ epoch: 1, size: count + 1, root: signed.root }, signed.requests)
  })
  await loading.close()
  await admin.query('alter table ledger_entry add unique (subject, seq), add unique (content)')
  // In a log that grew over years the database has its statistics; without them it plans as for a small table.
  await admin.query('vacuum analyze')
}

/**
 * Makes and writes the index over so many entries, by the first byte of their subjects.
 * @returns its top page
 */
async function fillIndex(db: Db, count: number, entry: (n: number) => IndexEntry): Promise<IndexPage | undefined> {
  const parts = Array.from({ length: 256 }, (): number[] => [])
  for (let n = 0; n < count; n++) parts[entry(n).subject[0]!]!.push(n)
  /** Pages above more than one part. */
  const upper = new Map<string, IndexPage>()
  for (const part of parts) {
    const pages = new Map<string, IndexPage>()
    const read = async (prefixes: readonly string[]) =>
      prefixes.map(prefix => (prefix.length < 2 ? upper : pages).get(prefix))
    for (const [prefix, page] of await enterIndex(part.map(entry), read, sha256))
      (prefix.length < 2 ? upper : pages).set(prefix, page)
    await writeInBlocks(db, pages)
  }
  await writeInBlocks(db, upper)
  return upper.get('')
}

async function writeInBlocks(db: Db, pages: ReadonlyMap<string, IndexPage>): Promise<void> {
  const all = [...pages]
  for (let at = 0; at < all.length; at += block) await writePages(db, new Map(all.slice(at, at + block)))
}
