/** A log that has grown for years, made in minutes: past the sequencer, which is what is measured on it. */
import { createHash } from 'node:crypto'
import { emptyEdge } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import {
  encodeEntry,
  enterIndex,
  entryHash,
  type IndexEntry,
  type IndexPage,
  indexRoot,
} from '@timbermark/ledger/sealed'
import { growAndSign } from '../src/areas/ledger/append.ts'
import { writePages } from '../src/areas/ledger/index-pages.ts'
import { ledgerLog } from '../src/areas/ledger/log.ts'
import { locks } from '../src/platform/database/locks.ts'
import { sql } from '../src/platform/database/sql.ts'
import type { BenchWorld } from './world.ts'

/** Rows that one statement writes. */
const block = 10_000
/** Subjects that the index takes at once. */
const atOnce = 100_000

/** 32 bytes that stand for anything, the same for the same name. */
export const bytesNamed = (name: string): Buffer => createHash('sha256').update(name).digest()

/** Subject number n of such a log. */
export const subjectOf = (n: number) => bytesNamed(`subject ${n}`)

/** Fills the empty log with one entry for each of so many subjects: entries, tiles, index and one signed head. */
export async function fillLog({ services }: BenchWorld, count: number): Promise<void> {
  const hashes = Buffer.alloc(count * 32)
  const pages = new Map<string, IndexPage>()
  await services.database.acrossTenants('ledger', async db => {
    await db.execute(sql`select pg_advisory_xact_lock(${locks.ledgerAppend})`)
    // The head of the empty log is as good as none.
    for (let first = 0; first < count; first += atOnce) {
      const entries: IndexEntry[] = []
      const texts: string[] = []
      for (let n = first; n < Math.min(count, first + atOnce); n++) {
        const subject = subjectOf(n)
        const text = encodeEntry({ subject, seq: 1, previous: null, content: bytesNamed(`content ${n}`) })
        const hash = entryHash(text, sha256)
        hashes.set(hash, n * 32)
        texts.push(text)
        entries.push({ subject, seq: 1, hash })
      }
      for (let at = 0; at < texts.length; at += block) {
        const own = texts.slice(at, at + block)
        const each = own.map((_, n) => hashes.subarray((first + at + n) * 32, (first + at + n + 1) * 32))
        await db.execute(sql`
          insert into ledger_entry (index, text, hash)
          select ${first + at}::bigint + n - 1, text, hash from unnest(${own}::text[], ${each}::bytea[]) with ordinality as g (text, hash, n)`)
      }
      const read = async (prefixes: readonly string[]) => prefixes.map(prefix => pages.get(prefix))
      for (const [prefix, page] of await enterIndex(entries, read, sha256)) pages.set(prefix, page)
    }
    const all = [...pages]
    for (let at = 0; at < all.length; at += block) await writePages(db, new Map(all.slice(at, at + block)))
    const { memory } = services
    const { root, requests } = await growAndSign(
      db,
      ledgerLog(services),
      emptyEdge(),
      hashes,
      indexRoot(pages.get(''), sha256),
    )
    await memory.noteHead({ epoch: 1, size: count, root }, requests)
  })
}
