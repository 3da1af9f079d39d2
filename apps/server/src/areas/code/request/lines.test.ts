import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { codeRuleNames, parseCode } from '@timbermark/codes'
import { deriveRequestKeys, RequestCodes } from '@timbermark/codes/node'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeLines, fileBytes, LinePool, LineWorkerError, lineWidth, streamLines } from './lines.ts'
import type { LineFile } from './lines.ts'

const request = 2026
const keys = deriveRequestKeys(new Uint8Array(32).fill(11), request, 1)
const file: LineFile = {
  keys,
  request,
  count: 100_000,
  rule: 'alnum',
  securityLength: 8,
  format: 'csv',
  publicUrl: 'https://trace.example.com',
}

async function read(file: LineFile, part?: { from?: number; to?: number; signal?: AbortSignal }, pool?: LinePool) {
  const chunks: Uint8Array[] = []
  for await (const chunk of streamLines(file, part, pool)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Threads started while a test runs. */
let started: Worker[] = []
const remember = (worker: Worker) => started.push(worker)
beforeEach(() => {
  started = []
  process.on('worker', remember)
})
afterEach(() => {
  process.off('worker', remember)
})
afterAll(closeLines)

describe('the file of a code request', () => {
  test('COD-01, COD-04: has one line per code, each with its anti-counterfeit code, at its position', async () => {
    const codes = new RequestCodes(keys, request)
    for (const format of ['csv', 'txt'] as const) {
      for (const rule of codeRuleNames) {
        const mine: LineFile = { ...file, format, rule, securityLength: 12, count: 30_000 }
        const bytes = await read(mine)
        const width = lineWidth(mine)
        expect(bytes.length).toBe(30_000 * width)
        expect(fileBytes(mine)).toBe(bytes.length)
        for (const serial of [0, 1, 12_345, 29_999]) {
          const line = bytes.subarray(serial * width, (serial + 1) * width).toString('latin1')
          const [address, security] = line.slice(0, -1).split(format === 'csv' ? ',' : '\t')
          const parsed = parseCode(address!)
          expect(parsed.ok && codes.open(parsed, 30_000)).toBe(serial)
          expect(address).toBe((format === 'csv' ? '' : 'HTTPS://TRACE.EXAMPLE.COM/C/') + codes.code(serial))
          expect(security).toBe(codes.security(serial, rule, 12))
          expect(line.at(-1)).toBe('\n')
        }
      }
    }
  })

  test('a Range of it has the same bytes as the whole file there', async () => {
    const content = await read(file)
    const size = content.length
    const place = fc.integer({ min: 0, max: size })
    // Short ranges are generated inline, long ones by threads in chunks of 1 MiB.
    const short = fc.tuple(place, fc.integer({ min: 0, max: 70_000 })).map(([at, n]) => [at, Math.min(at + n, size)])
    const long = fc.tuple(place, place).map(ends => [Math.min(...ends), Math.max(...ends)])
    await fc.assert(
      fc.asyncProperty(fc.oneof(short, long), async ([from, to]) => {
        expect((await read(file, { from, to })).equals(content.subarray(from, to))).toBe(true)
      }),
      {
        numRuns: 60,
        examples: [[[0, 0]], [[size, size]], [[size - 1, size]], [[0, size]], [[1, size - 1]], [[33, 65_569]]],
      },
    )
  })

  test('a Range outside the file, and an invalid request, are refused before anything is generated', () => {
    const size = fileBytes(file)
    for (const [from, to] of [
      [-1, 5],
      [5, 4],
      [0, size + 1],
      [0.5, 9],
      [Number.NaN, 5],
    ]) {
      expect(() => streamLines(file, { from, to }), `${from}-${to}`).toThrow(RangeError)
    }
    expect(() => streamLines({ ...file, securityLength: 21 })).toThrow(RangeError)
    expect(() => streamLines({ ...file, request: 0 })).toThrow(RangeError)
    expect(() => streamLines({ ...file, keys: { ...keys, mask: new Uint8Array(5) } })).toThrow(RangeError)
    expect(() => streamLines({ ...file, format: 'txt', publicUrl: 'https://x.example/?q' })).toThrow(TypeError)
    expect(started).toEqual([])
  })

  test('a short Range in the middle of the largest file starts no thread', async () => {
    const largest = { ...file, count: 20_000_000 }
    const from = 10_000_000 * lineWidth(largest) + 5
    expect(await read(largest, { from, to: from + 65_536 })).toHaveLength(65_536)
    expect(started).toEqual([])
  })
})

describe('the threads behind it', () => {
  test('generate no more than the reader consumes, and stop when the reader leaves', async () => {
    const pool = new LinePool(1)
    let orders = 0
    const make = pool.make.bind(pool)
    pool.make = (...order) => {
      orders++
      return make(...order)
    }
    const largest = { ...file, count: 20_000_000 }
    for await (const chunk of streamLines(largest, {}, pool)) {
      expect(chunk.length).toBeGreaterThan(1_000_000)
      await setTimeout(50)
      expect(orders).toBe(2)
      break
    }
    await setTimeout(50)
    expect(orders).toBe(2)
    await pool.close()
    expect(started.map(worker => worker.threadId)).toEqual([-1])
  })

  test('many readers at once each get their own bytes', async () => {
    const pool = new LinePool(2)
    const numbers = [1, 2, 3, 4, 5, 6]
    const files = numbers.map(n => ({ ...file, request: n, keys: deriveRequestKeys(new Uint8Array(32), n, 1) }))
    const alone: Buffer[] = []
    for (const one of files) alone.push(await read(one, {}, pool))
    const together = await Promise.all(files.map(one => read(one, {}, pool)))
    expect(together.map((bytes, i) => bytes.equals(alone[i]!))).toEqual(numbers.map(() => true))
    expect(new Set(alone.map(bytes => bytes.subarray(0, 5).toString())).size).toBe(6)
    expect(started).toHaveLength(2)
    await pool.close()
  })

  test('a dead thread fails only the reader it worked for; a new thread serves the next one', async () => {
    const pool = new LinePool(1)
    const reader = streamLines({ ...file, count: 20_000_000 }, {}, pool)
    const first = reader.next()
    const failed = expect(first).rejects.toThrow(LineWorkerError)
    while (started.length < 1) await setImmediate()
    await started[0]!.terminate()
    await failed
    expect((await read(file, {}, pool)).length).toBe(fileBytes(file))
    expect(started).toHaveLength(2)
    await pool.close()
  })

  test('closing the pool fails current readers and leaves no thread', async () => {
    const pool = new LinePool(2)
    const reader = streamLines({ ...file, count: 20_000_000 }, {}, pool)
    await reader.next()
    await pool.close()
    // At most one chunk is generated ahead.
    await expect(reader.next().then(() => reader.next())).rejects.toThrow(LineWorkerError)
    await expect(read(file, {}, pool)).rejects.toThrow('closed')
    expect(started.every(worker => worker.threadId === -1)).toBe(true)
  })

  test('an aborted reader gets the reason of the abort', async () => {
    const control = new AbortController()
    const reader = streamLines({ ...file, count: 20_000_000 }, { signal: control.signal })
    await reader.next()
    control.abort(new Error('the client went away'))
    await expect(reader.next()).rejects.toThrow('the client went away')
    await expect(read(file, { to: 10, signal: control.signal })).rejects.toThrow('the client went away')
  })
})
