import { afterEach, expect, test, vi } from 'vitest'
import { warmUp, walkSampleProof } from '../src/proof/warm-up.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('the specimen goes the whole way: a walk opens all of it and finds nothing wrong', async () => {
  const { outcome, faults, item } = await walkSampleProof()
  expect({ outcome, faults }).toEqual({ outcome: 'waiting', faults: [] })
  expect(item?.answer.stages).toHaveLength(5)
  for (const { values, files, documents, place } of item?.answer.stages ?? [])
    expect([values.length, files.length, documents.length, place?.name]).toEqual([12, 1, 1, 'x'])
})

test('a rehearsal checks a signature with the browser, and ends by itself', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  let asked = 0
  await warmUp(() => {
    asked += 1
    return false
  })
  expect(verify).toHaveBeenCalled()
  // By no more work than a reader's phone has time for while it waits.
  expect(asked).toBeLessThanOrEqual(9)
})

test('it ends before its next part when the proof has come', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  let asked = 0
  await warmUp(() => ++asked > 1)
  expect(asked).toBe(2)
  expect(verify).not.toHaveBeenCalled()
})

test('it is silent where a browser fails at it', async () => {
  vi.spyOn(JSON, 'stringify').mockImplementation(() => {
    throw new Error('not here')
  })
  await expect(warmUp(() => false)).resolves.toBeUndefined()
})
