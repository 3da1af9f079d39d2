import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobPath, copyBlob } from '../../src/backup/blob-files.ts'
import { openLocalBlobs } from '../../src/platform/files/blobs/blobs.ts'
import { openObjectStore } from '../../src/platform/files/blobs/object-store.ts'
import { type BucketStandIn, startBucket } from '../stand-ins/bucket.ts'
import { folderAside } from './backup-place.ts'

/** Blobs that are copied into a backup and out of it, from stores that have corrupted some of them. */
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')
const folder = folderAside()
let bucket: BucketStandIn

beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(() => bucket.stop())

test('a blob that was changed into another one does not cause that one to be copied too', async () => {
  const [from, to] = [await openLocalBlobs(join(folder, 'from')), await openLocalBlobs(join(folder, 'to'))]
  const { sha256 } = await to.put(Buffer.from('one'))
  const two = hashOf('two')
  const path = blobPath(join(folder, 'from'), two)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'one')
  expect(await copyBlob(from, to, two)).toBeUndefined()
  expect(await to.has(two)).toBe(false)
  expect(await text(to.get(sha256))).toBe('one')
})

test('a blob that a bucket has corrupted counts as missing, and the backup is made nevertheless', async () => {
  const store = await openObjectStore({ ...bucket, region: 'auto' }, join(folder, 'spool'))
  const to = await openLocalBlobs(join(folder, 'to'))
  const { sha256 } = await store.put(Buffer.from('what was kept'))
  bucket.fault = () => 'altered'
  expect(await copyBlob(store, to, sha256)).toBeUndefined()
  expect(await to.has(sha256)).toBe(false)
  bucket.fault = undefined
  expect(await copyBlob(store, to, sha256)).toBe(13)
})
