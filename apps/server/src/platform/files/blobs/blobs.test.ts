import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BlobMissing, type BlobStore, BlobTooLarge, openLocalBlobs } from './blobs.ts'

let folder: string
let blobs: BlobStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  blobs = await openLocalBlobs(join(folder, 'store'))
})
afterEach(() => rm(folder, { recursive: true }))

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const unknown = hashOf('never stored')

async function files(): Promise<string[]> {
  const all = await readdir(join(folder, 'store'), { recursive: true, withFileTypes: true })
  return all.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name).slice(folder.length + 7))
}

describe('a blob', () => {
  it('is stored under the hash of its content and comes back byte for byte', async () => {
    const content = randomBytes(3_000_000)
    const stored = await blobs.put(content)
    expect(stored).toEqual({ sha256: hashOf(content), size: content.length })
    expect((await buffer(blobs.get(stored.sha256))).equals(content)).toBe(true)
    expect(await blobs.has(stored.sha256)).toBe(true)
    expect(await blobs.size(stored.sha256)).toBe(content.length)
  })

  it('may come as a stream, or be empty', async () => {
    const stored = await blobs.put(Readable.from([Buffer.from('oko'), Buffer.from('umé')]))
    expect(stored.sha256).toBe(hashOf('okoumé'))
    expect(await text(blobs.get(stored.sha256))).toBe('okoumé')
    expect(await blobs.put(Buffer.alloc(0))).toEqual({ sha256: hashOf(''), size: 0 })
    expect(await text(blobs.get(hashOf('')))).toBe('')
  })

  it('is sent in parts, as a film player asks for it', async () => {
    const { sha256 } = await blobs.put(Buffer.from('0123456789'))
    expect(await text(blobs.get(sha256, { start: 3, end: 5 }))).toBe('345')
    expect(await text(blobs.get(sha256, { start: 8 }))).toBe('89')
    expect(await text(blobs.get(sha256, { start: 8, end: 99 }))).toBe('89')
    expect(await text(blobs.get(sha256, { start: 10 }))).toBe('')
    for (const range of [{ start: -1 }, { start: 0.5 }, { start: 5, end: 4 }, { start: Number.NaN }]) {
      expect(() => blobs.get(sha256, range)).toThrow(RangeError)
    }
  })

  it('is one blob however often it is put, even at the same time', async () => {
    const stored = await Promise.all(Array.from({ length: 10 }, () => blobs.put(Buffer.from('same'))))
    expect(new Set(stored.map(each => each.sha256))).toEqual(new Set([hashOf('same')]))
    expect(await files()).toHaveLength(1)
  })

  it('is repaired by storing it again after the disk has corrupted it', async () => {
    const { sha256 } = await blobs.put(Buffer.from('content'))
    await writeFile(join(folder, 'store', sha256.slice(0, 2), sha256.slice(2, 4), sha256), 'con')
    await blobs.put(Buffer.from('content'))
    expect(await text(blobs.get(sha256))).toBe('content')
  })

  it('is gone once removed', async () => {
    const { sha256 } = await blobs.put(Buffer.from('x'))
    expect(await blobs.remove(sha256)).toBe(true)
    expect(await blobs.remove(sha256)).toBe(false)
    expect(await blobs.has(sha256)).toBe(false)
    await expect(buffer(blobs.get(sha256))).rejects.toThrow(BlobMissing)
  })

  it('lies two folders deep, readable by its owner only', async () => {
    const { sha256 } = await blobs.put(Buffer.from('x'))
    expect(await files()).toEqual([`${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`])
    if (process.platform !== 'win32')
      expect((await stat(join(folder, 'store', (await files())[0]!))).mode & 0o077).toBe(0)
  })
})

describe('an incomplete file is never visible', () => {
  it('while it is written', async () => {
    async function* slowly() {
      yield Buffer.from('first ')
      expect((await files()).every(path => path.startsWith('tmp/'))).toBe(true)
      expect(await blobs.has(hashOf('first half'))).toBe(false)
      yield Buffer.from('half')
    }
    expect((await blobs.put(slowly())).sha256).toBe(hashOf('first half'))
    expect((await files()).some(path => path.startsWith('tmp/'))).toBe(false)
  })

  it('when its source fails', async () => {
    async function* failing() {
      yield Buffer.from('part')
      throw new Error('connection lost')
    }
    await expect(blobs.put(failing())).rejects.toThrow('connection lost')
    expect(await files()).toEqual([])
  })

  it('when there is more than allowed', async () => {
    let chunkCount = 0
    async function* endless() {
      for (;;) {
        chunkCount++
        yield Buffer.alloc(1000)
      }
    }
    await expect(blobs.put(endless(), { maxBytes: 5500 })).rejects.toThrow(BlobTooLarge)
    expect(chunkCount).toBe(6)
    expect(await files()).toEqual([])
    expect((await blobs.put(Buffer.alloc(5500), { maxBytes: 5500 })).size).toBe(5500)
  })

  it('after a crash: what it left is removed a day later, fresh files of other processes stay', async () => {
    const temporary = join(folder, 'store', 'tmp')
    await writeFile(join(temporary, 'old'), 'x')
    await writeFile(join(temporary, 'fresh'), 'x')
    const longAgo = new Date(Date.now() - 25 * 3600 * 1000)
    await utimes(join(temporary, 'old'), longAgo, longAgo)
    await openLocalBlobs(join(folder, 'store'))
    expect(await readdir(temporary)).toEqual(['fresh'])
  })
})

describe('a sweep', () => {
  it('forgets what is old and unused, and keeps what is put again while it runs', async () => {
    const [used, unused, again] = await Promise.all(
      ['used', 'unused', 'again'].map(text => blobs.put(Buffer.from(`swept ${text}`))),
    )
    const old = new Date(Date.now() - 48 * 3600 * 1000)
    for (const { sha256 } of [used!, unused!, again!])
      await utimes(join(folder, 'store', sha256.slice(0, 2), sha256.slice(2, 4), sha256), old, old)
    const day = new Date(Date.now() - 24 * 3600 * 1000)
    const checkedHashes: string[] = []
    const removed = await blobs.sweep(day, async hashes => {
      checkedHashes.push(...hashes)
      await blobs.put(Buffer.from('swept again'))
      return new Set([used!.sha256])
    })
    expect(checkedHashes.sort()).toEqual([used!, unused!, again!].map(blob => blob.sha256).sort())
    expect(removed).toBe(1)
    expect(await Promise.all([used!, unused!, again!].map(blob => blobs.has(blob.sha256)))).toEqual([true, false, true])
  })
})

describe('names that are no hash (A69)', () => {
  it.each([
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '/etc/passwd',
    '',
    `${unknown}\0`,
    `${unknown}/..`,
    ` ${unknown}`,
    `${unknown}\n`,
    unknown.toUpperCase(),
    unknown.slice(1),
    `..${unknown.slice(2)}`,
    'tmp/fresh',
  ])('are refused before the disk is touched: %j', async name => {
    expect(() => blobs.get(name)).toThrow(RangeError)
    await expect(blobs.has(name)).rejects.toThrow(RangeError)
    await expect(blobs.size(name)).rejects.toThrow(RangeError)
    await expect(blobs.remove(name)).rejects.toThrow(RangeError)
  })

  it('are refused when they are no text at all', () => {
    for (const name of [undefined, null, 7, [unknown], { toString: () => unknown }])
      expect(() => blobs.get(name as string)).toThrow(RangeError)
  })

  it('a link in the place of a blob is not followed', async () => {
    const secret = join(folder, 'secret')
    await writeFile(secret, 'secret')
    const place = join(folder, 'store', unknown.slice(0, 2), unknown.slice(2, 4))
    await mkdir(place, { recursive: true })
    await symlink(secret, join(place, unknown))
    await expect(buffer(blobs.get(unknown))).rejects.toThrow()
    expect(await readFile(secret, 'utf8')).toBe('secret')
  })
})
