import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Books } from './books.ts'
import { compareCounts } from './compare.ts'
import type { Verdict } from './verdict.ts'

/** Uploads: one row each, and for every file row the bytes that it refers to. */
export async function judgeFiles(admin: pg.Client, books: Books, folder: string, verdict: Verdict): Promise<void> {
  const { rows } = await admin.query<{ name: string; sha256: string; public_sha256: string | null }>(
    'select name, sha256, public_sha256 from file_object',
  )
  const counts = new Map<string, number>()
  for (const { name, sha256 } of rows) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    const entry = books.find('upload', name) ?? books.find('piece', name)
    if (entry && entry.facts.sha256 !== sha256) verdict.wrong.push(`file ${name} is not what was uploaded`)
  }
  compareCounts(books.all('upload'), counts, verdict)
  compareCounts(books.all('piece'), counts, verdict)
  const hashes = new Set(rows.flatMap(row => [row.sha256, ...(row.public_sha256 ? [row.public_sha256] : [])]))
  for (const sha256 of hashes) {
    const path = join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
    const content = await readFile(path).catch(() => undefined)
    if (!content) verdict.wrong.push(`content ${sha256} is missing`)
    else if (createHash('sha256').update(content).digest('hex') !== sha256)
      verdict.wrong.push(`content ${sha256} is damaged`)
  }
}
