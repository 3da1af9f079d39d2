import { createHash } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { CodeRule } from '@timbermark/codes'
import { deriveRequestKeys } from '@timbermark/codes/node'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeLines, LineWorkerError, streamLines } from './lines.ts'
import { makeManifest } from './manifest.ts'

const request = 99
const keys = deriveRequestKeys(new Uint8Array(32).fill(4), request, 1)
const of = (count: number, rule: CodeRule = 'alnum', securityLength = 8) => ({
  keys,
  request,
  count,
  rule,
  securityLength,
})

let started: Worker[] = []
const remember = (worker: Worker) => started.push(worker)
beforeEach(() => {
  started = []
  process.on('worker', remember)
})
afterEach(() => {
  process.off('worker', remember)
  expect(
    started.map(worker => worker.threadId).filter(id => id !== -1),
    'threads left running',
  ).toEqual([])
})
afterAll(closeLines)

describe('the manifest of a code request', () => {
  test.each([
    [1, 'alnum', 8],
    [10_000, 'digits', 12],
    [30_839, 'symbols', 7],
    [1_000_000, 'alnum', 8],
  ] as const)(
    '%i codes (%s, %i): is the SHA-256 of the file that is downloaded',
    async (count, rule, securityLength) => {
      const progress: number[] = []
      const manifest = await makeManifest(of(count, rule, securityLength), { onProgress: part => progress.push(part) })
      // Created here because the afterEach of the manifest checks only its own threads.
      process.off('worker', remember)
      const hash = createHash('sha256')
      for await (const chunk of streamLines({ ...of(count, rule, securityLength), format: 'csv', publicUrl: '' })) {
        hash.update(chunk)
      }
      expect(manifest).toEqual({ count, sha256: hash.digest('hex') })
      expect(progress.at(-1)).toBe(1)
      expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b))
      expect(progress.length).toBeLessThanOrEqual(101)
      expect(started).toHaveLength(1)
    },
  )

  test('does not change by accident', async () => {
    // Computed by another implementation, like the vectors of packages/codes.
    expect((await makeManifest(of(10_000))).sha256).toBe(
      'e60fd182c7280fe30a02c26fafcb37fa805c2d9c984e435cd1f1ffd6a343345a',
    )
  })

  test('can be aborted at any time: it rejects with the reason and leaves no thread', async () => {
    const control = new AbortController()
    const parts: number[] = []
    const pending = makeManifest(of(20_000_000), {
      signal: control.signal,
      onProgress: part => {
        parts.push(part)
        control.abort(new Error('the request was withdrawn'))
      },
    })
    await expect(pending).rejects.toThrow('the request was withdrawn')
    expect(parts[0]).toBeLessThan(0.5)
    expect(started.map(worker => worker.threadId)).toEqual([-1])

    await expect(makeManifest(of(10_000), { signal: control.signal })).rejects.toThrow('the request was withdrawn')
    const early = new AbortController()
    const unborn = makeManifest(of(20_000_000), { signal: early.signal })
    early.abort(new Error('at once'))
    await expect(unborn).rejects.toThrow('at once')
    expect(started.map(worker => worker.threadId)).toEqual([-1, -1])
  })

  test.each(['start', 'middle'])('a thread that dies at its %s fails it', async when => {
    const middle = Promise.withResolvers<number>()
    const pending = makeManifest(of(20_000_000), { onProgress: middle.resolve })
    const failed = expect(pending).rejects.toThrow(LineWorkerError)
    while (started.length < 1) await setImmediate()
    if (when === 'middle') expect(await middle.promise).toBeLessThan(0.5)
    await started[0]!.terminate()
    await failed
    expect(started.map(worker => worker.threadId)).toEqual([-1])
  })

  test('invalid input is refused before a thread starts', async () => {
    for (const count of [0, -1, 1.5, 2 ** 25 + 1, Number.NaN])
      await expect(makeManifest(of(count))).rejects.toThrow(RangeError)
    await expect(makeManifest(of(10_000, 'alnum', 21))).rejects.toThrow(RangeError)
    await expect(makeManifest({ ...of(10_000), request: 0 })).rejects.toThrow(RangeError)
    expect(started).toEqual([])
  })

  test('an error in the progress callback rejects the promise', async () => {
    const onProgress = () => {
      throw new Error('cannot write the progress')
    }
    await expect(makeManifest(of(10_000_000), { onProgress })).rejects.toThrow('cannot write the progress')
  })

  test('twenty million codes do not block the event loop and leave little memory allocated', async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const before = process.memoryUsage().rss
    let peak = 0
    const sample = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 10)
    delay.enable()
    const use = performance.eventLoopUtilization()
    const manifest = await makeManifest(of(20_000_000))
    delay.disable()
    clearInterval(sample)
    expect(manifest.count).toBe(20_000_000)
    // Not the longest wait: on a busy machine the system itself sometimes delays a process as long.
    expect(delay.percentile(99) / 1e6, 'waits of the event loop, ms').toBeLessThan(200)
    expect(performance.eventLoopUtilization(use).utilization).toBeLessThan(0.5)
    expect((peak - before) / 1e6, 'memory, MB').toBeLessThan(200)
  })
})
