import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BucketStandIn, startBucket } from '../../../../test/stand-ins/bucket.ts'
import { FilesUnavailable } from '../../unavailable.ts'
import { BlobMissing, type BlobStore, BlobTooLarge, openLocalBlobs } from './blobs.ts'
import { openObjectStore } from './object-store.ts'
import { copyToStore } from '../copy-to-store.ts'

/** Files in a bucket, against an S3 server of its own that can be made to fail on its way. */
const folder = mkdtempSync(join(tmpdir(), 'bucket-'))
const spool = join(folder, 'spool')
let bucket: BucketStandIn
let store: BlobStore
const opened = (change: Partial<BucketStandIn> = {}) => {
  const { url, key, secret } = { ...bucket, ...change }
  return openObjectStore({ url, region: 'us-east-1', key, secret }, spool)
}

beforeAll(async () => {
  bucket = await startBucket()
  store = await opened()
})
beforeEach(() => {
  bucket.fault = undefined
  bucket.readOnly = false
  bucket.calls = 0
})
afterAll(async () => {
  await bucket.stop()
  rmSync(folder, { recursive: true, force: true })
})

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

test('a file is stored under its hash, comes back byte for byte and in parts, and leaves nothing on this machine', async () => {
  const content = randomBytes(3_000_000)
  expect(await store.put(content)).toEqual({ sha256: hashOf(content), size: content.length })
  expect((await buffer(store.get(hashOf(content)))).equals(content)).toBe(true)
  expect(await store.size(hashOf(content))).toBe(content.length)
  const { sha256 } = await store.put(Readable.from([Buffer.from('01234'), Buffer.from('56789')]))
  expect(await text(store.get(sha256, { start: 3, end: 5 }))).toBe('345')
  expect(await text(store.get(sha256, { start: 8 }))).toBe('89')
  expect(await text(store.get((await store.put(Buffer.alloc(0))).sha256))).toBe('')
  await expect(store.put(Buffer.from('123456'), { maxBytes: 5 })).rejects.toThrow(BlobTooLarge)
  expect(await store.has(hashOf('123456'))).toBe(false)
  expect(readdirSync(spool)).toEqual([])
  await Promise.all(Array.from({ length: 5 }, () => store.put(Buffer.from('same'))))
  expect(await text(store.get(hashOf('same')))).toBe('same')
})

test('what is not there is missing, what was removed too, and a name that is no hash reaches no store', async () => {
  await expect(text(store.get(hashOf('never')))).rejects.toThrow(BlobMissing)
  expect(await store.size(hashOf('never'))).toBeUndefined()
  const { sha256 } = await store.put(Buffer.from('short-lived'))
  expect(await store.remove(sha256)).toBe(true)
  expect(await store.remove(sha256)).toBe(false)
  bucket.fault = () => 'busy'
  for (const name of ['../secret', '', `${sha256}/x`, sha256.toUpperCase()])
    await expect(async () => store.size(name)).rejects.toThrow(RangeError)
  expect(bucket.calls).toBe(0)
})

test('a store that is busy or cuts the connection is asked again; one that stays away is reported, and nothing is stored in part', async () => {
  bucket.fault = n => (n === 1 ? 'busy' : n === 2 ? 'cut' : undefined)
  const { sha256 } = await store.put(Buffer.from('in the end'))
  bucket.fault = undefined
  expect(await text(store.get(sha256))).toBe('in the end')
  bucket.fault = () => 'busy'
  const lost = await store.put(Buffer.from('never arrives')).catch(error => error)
  expect(lost).toBeInstanceOf(FilesUnavailable)
  expect(lost.code).toBe('EIO')
  bucket.fault = undefined
  expect(await store.has(hashOf('never arrives'))).toBe(false)
  expect(readdirSync(spool)).toEqual([])
})

test('a caller without write access is told so, a read-only one still reads, and a missing bucket is not a missing file', async () => {
  const { sha256 } = await store.put(Buffer.from('kept before'))
  const refused = { name: 'FilesUnavailable', code: 'EACCES' }
  const stranger = await opened({ key: 'NOBODY' })
  const forger = await opened({ secret: 'wrong' })
  for (const other of [stranger, forger]) {
    await expect(other.put(Buffer.from('x'))).rejects.toMatchObject(refused)
    await expect(text(other.get(sha256))).rejects.toMatchObject(refused)
    await expect(other.probe!(false)).rejects.toMatchObject(refused)
  }
  bucket.readOnly = true
  expect(await text(store.get(sha256))).toBe('kept before')
  await store.probe!(false)
  await expect(store.probe!(true)).rejects.toMatchObject(refused)
  await expect(store.put(Buffer.from('refused'))).rejects.toMatchObject(refused)
  bucket.readOnly = false
  await store.probe!(true)
  expect(await store.has(hashOf('refused'))).toBe(false)
  const nowhere = await opened({ url: bucket.url.replace(/timber$/, 'stone') })
  for (const work of [() => nowhere.put(Buffer.from('x')), () => nowhere.probe!(true)])
    await expect(work()).rejects.toMatchObject({ name: 'FilesUnavailable', code: 'ENODEV' })
  expect(readdirSync(spool)).toEqual([])
})

test('bytes that are not those of the name are never given as whole', async () => {
  const { sha256 } = await store.put(Buffer.from('what was kept'))
  bucket.fault = () => 'altered'
  await expect(text(store.get(sha256))).rejects.toThrow(FilesUnavailable)
})

test('a sweep lets go only what nobody refers to at two of them, and gives back what was put meanwhile', async () => {
  const [used, gone, again] = await Promise.all(['used', 'gone', 'again'].map(name => store.put(Buffer.from(name))))
  const later = () => new Date(Date.now() + 60_000)
  const refers =
    (...kept: (typeof used)[]) =>
    async () =>
      new Set(kept.map(each => each!.sha256))
  expect(await store.sweep(new Date(0), refers())).toBe(0)
  expect(await store.sweep(later(), refers(used))).toBe(0)
  // Moved aside, and still found: it may have been put again between the check and the removal.
  expect(await text(store.get(again!.sha256))).toBe('again')
  await store.sweep(later(), refers(used, again))
  expect(await text(store.get(again!.sha256))).toBe('again')
  expect(await text(store.get(used!.sha256))).toBe('used')
  expect(await store.has(gone!.sha256)).toBe(false)
})

test('the files of a folder are copied into the bucket once, and no corrupted ones', async () => {
  const local = await openLocalBlobs(join(folder, 'local'))
  const [one, two] = [await local.put(Buffer.from('one')), await local.put(Buffer.from('two'))]
  const path = (sha256: string) => join(folder, 'local', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  writeFileSync(path(two.sha256), 'spoilt')
  expect(await copyToStore(join(folder, 'local'), store)).toEqual({ sent: 1, there: 0, spoilt: [two.sha256] })
  expect(await copyToStore(join(folder, 'local'), store)).toEqual({ sent: 0, there: 1, spoilt: [two.sha256] })
  // Damaged into another blob's content: that blob stays.
  writeFileSync(path(two.sha256), 'one')
  expect(await copyToStore(join(folder, 'local'), store)).toEqual({ sent: 0, there: 1, spoilt: [two.sha256] })
  expect(await store.has(one.sha256)).toBe(true)
  expect(await text(store.get(one.sha256))).toBe('one')
  expect(await store.has(hashOf('spoilt'))).toBe(false)
})
