/**
 * Copies the files of a data folder into the configured bucket (`npm run files:copy`), before the first start with it
 * or after an interruption: existing files are not sent again. Nothing is removed from the folder.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readSettings } from '../settings.ts'
import { BlobSpoilt, type BlobStore, openBlobs, readLocalBlobs } from './blobs/blobs.ts'

/** @returns how many were sent, existed already, and are damaged (those are not sent) */
export async function copyToStore(
  folder: string,
  to: BlobStore,
  onProgress: (count: number) => void = () => {},
): Promise<{ sent: number; there: number; spoilt: string[] }> {
  const from = readLocalBlobs(folder)
  const result = { sent: 0, there: 0, spoilt: [] as string[] }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !/^[0-9a-f]{64}$/.test(entry.name)) continue
    if (await to.has(entry.name)) {
      result.there++
      continue
    }
    try {
      await to.put(from.get(entry.name), { sha256: entry.name })
      result.sent++
    } catch (error) {
      // Damaged on disk: the bucket must not store wrong content under this name.
      if (!(error instanceof BlobSpoilt)) throw error
      result.spoilt.push(entry.name)
    }
    onProgress(result.sent + result.there)
  }
  return result
}

if (import.meta.main) {
  const settings = readSettings('demo')
  if (!settings.objectStore) {
    process.stderr.write('FILES_S3_URL: set the bucket that the files are copied into\n')
    process.exit(2)
  }
  const { sent, there, spoilt } = await copyToStore(
    join(settings.dataDir, 'files'),
    await openBlobs(settings),
    count => {
      if (count % 100 === 0) process.stdout.write(`${count} files\n`)
    },
  )
  process.stdout.write(`${sent} files copied, ${there} were there already\n`)
  for (const sha256 of spoilt) process.stderr.write(`${sha256} is damaged on this disk and was not copied\n`)
  process.exit(spoilt.length > 0 ? 1 : 0)
}
