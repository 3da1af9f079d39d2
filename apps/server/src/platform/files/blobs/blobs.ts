/** Bytes stored under the SHA-256 of their content (FIPS 180-4): what is fetched by hash cannot have been exchanged. */
import { join } from 'node:path'
import type { Settings } from '../../settings.ts'
import { openLocalBlobs, readLocalBlobs } from './local.ts'
import { openObjectStore } from './object-store.ts'
import type { BlobStore } from './store.ts'

export { openLocalBlobs, readLocalBlobs }
export { type Blob, BlobMissing, type BlobRange, BlobSpoilt, type BlobStore, BlobTooLarge } from './store.ts'

/** The blobs of an installation: a folder of its data, or a bucket. */
export function openBlobs({ dataDir, objectStore }: Pick<Settings, 'dataDir' | 'objectStore'>): Promise<BlobStore> {
  const folder = join(dataDir, 'files')
  return objectStore ? openObjectStore(objectStore, join(folder, 'tmp')) : openLocalBlobs(folder)
}
