import { afterEach, expect, test, vi } from 'vitest'
import { warmUp, walkSampleProof } from '../src/proof/warm-up.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a walk opens the complete sample proof and finds no fault', async () => {
  const { faults, item } = await walkSampleProof()
  expect(faults).toEqual([])
  expect(item?.answer.stages).toHaveLength(5)
  for (const { values, files, documents, place } of item?.answer.stages ?? [])
    expect([values.length, files.length, documents.length, place?.name]).toEqual([12, 1, 1, 'x'])
})

test('the warm-up verifies a signature with WebCrypto, and ends by itself', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  let calls = 0
  await warmUp(() => {
    calls += 1
    return false
  })
  expect(verify).toHaveBeenCalled()
  // Limited to what a phone has time for while it waits.
  expect(calls).toBeLessThanOrEqual(12)
})

test('it ends before its next part when the proof has arrived', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  let calls = 0
  await warmUp(() => ++calls > 1)
  expect(calls).toBe(2)
  expect(verify).not.toHaveBeenCalled()
})

test('it ignores errors', async () => {
  vi.spyOn(JSON, 'stringify').mockImplementation(() => {
    throw new Error('not here')
  })
  await expect(warmUp(() => false)).resolves.toBeUndefined()
})
