import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { FileForm } from '../platform/backup/encryption.ts'
import { DamagedBackup } from '../platform/backup/errors.ts'
import { errorCode } from '../platform/error-facts.ts'

/** A compressed file of lines in a backup; the hash is of the file. */
export interface StoredLines {
  rows: number
  bytes: number
  sha256: string
}

const newline = 0x0a
const tabulator = 0x09

/** Counts the lines that pass through. COPY's text format escapes line ends inside values, so that a line is a row. */
class LineCounter extends Transform {
  lines = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) this.lines++
    done(null, chunk)
  }
}

class Digest extends Transform {
  readonly hash: Hash = createHash('sha256')
  bytes = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.hash.update(chunk)
    this.bytes += chunk.length
    done(null, chunk)
  }
}

/**
 * Writes lines to a new file, compressed, flushed to the disk. Memory does not grow with their number.
 * @param path without the suffix of the form
 */
export async function writeLines(
  path: string,
  lines: Readable,
  form: FileForm,
  signal?: AbortSignal,
): Promise<StoredLines> {
  const counter = new LineCounter()
  const digest = new Digest()
  // Level 3 takes a third of the default level's time and a few percent more space.
  const gzip = createGzip({ level: 3 })
  const file = createWriteStream(path + form.suffix, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(lines, counter, gzip, form.seal, digest, file, { signal })
  return { rows: counter.lines, bytes: digest.bytes, sha256: digest.hash.digest('hex') }
}

/** The lines of such a file as bytes. */
export function openLines(path: string, form: FileForm): { stream: Readable; unpacked: Readable } {
  const stream = form.open(path)
  const unpacked = createGunzip()
  // An unreadable file must fail the reader of the lines.
  stream.on('error', error => unpacked.destroy(error))
  return { stream, unpacked: stream.pipe(unpacked) }
}

/** Lets those lines pass that have a value in a column. COPY's text format separates columns by tabs and escapes others. */
export class LinesWith extends Transform {
  readonly #column: number
  readonly #value: Buffer
  #rest = Buffer.alloc(0)

  constructor(column: number, value: string) {
    super()
    this.#column = column
    this.#value = Buffer.from(value)
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error?: null, lines?: Buffer) => void): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    const lines: Buffer[] = []
    let from = 0
    for (let end = all.indexOf(newline); end !== -1; end = all.indexOf(newline, from)) {
      const line = all.subarray(from, end + 1)
      if (this.#hasValue(line)) lines.push(line)
      from = end + 1
    }
    this.#rest = Buffer.from(all.subarray(from))
    if (lines.length > 0) done(null, Buffer.concat(lines))
    else done()
  }

  #hasValue(line: Buffer): boolean {
    let from = 0
    for (let column = 0; column < this.#column; column++) {
      const tab = line.indexOf(tabulator, from)
      if (tab === -1) return false
      from = tab + 1
    }
    const end = from + this.#value.length
    return line.subarray(from, end).equals(this.#value) && (line[end] === tabulator || line[end] === newline)
  }
}

/** The lines of such a file, as text. */
export async function* eachLine(path: string, form: FileForm): AsyncGenerator<string> {
  let rest = ''
  const { stream, unpacked } = openLines(path, form)
  try {
    for await (const chunk of unpacked.setEncoding('latin1')) {
      const lines = (rest + (chunk as string)).split('\n')
      rest = lines.pop()!
      yield* lines
    }
    if (rest) yield rest
  } finally {
    stream.destroy()
  }
}

const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** @throws BackupError when the file is missing, damaged, or has another number of lines */
export async function checkLines(
  path: string,
  expected: Omit<StoredLines, 'rows'> & { rows?: number },
  form: FileForm,
  signal?: AbortSignal,
): Promise<void> {
  const counter = new LineCounter()
  const digest = new Digest()
  const nowhere = discard()
  let stored = { bytes: 0, sha256: '' }
  try {
    // The stored bytes first: a change is reported as such, whatever reading the content would report.
    await pipeline(createReadStream(path + form.suffix), digest, nowhere, { signal })
    stored = { bytes: digest.bytes, sha256: digest.hash.digest('hex') }
    if (stored.bytes === expected.bytes && stored.sha256 === expected.sha256)
      await pipeline(form.open(path), createGunzip(), counter, discard(), { signal })
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') throw new DamagedBackup(`${path} is missing`)
    if (code?.startsWith('Z_')) throw new DamagedBackup(`${path} is damaged`)
    throw error
  }
  if (stored.bytes !== expected.bytes || stored.sha256 !== expected.sha256)
    throw new DamagedBackup(`${path} is damaged: it is not the file that was written`)
  if (expected.rows !== undefined && counter.lines !== expected.rows)
    throw new DamagedBackup(`${path} holds ${counter.lines} rows instead of ${expected.rows}`)
}
