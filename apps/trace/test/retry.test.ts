import { expect, test } from 'vitest'
import { newVisitId, sendWithRetry } from '../src/browser/retry.ts'
import { Refusal } from '../src/browser/api.ts'

const at = () => {
  const waited: number[] = []
  return { waited, wait: async (ms: number) => void waited.push(ms) }
}

test('what got no answer is sent again, with growing waits', async () => {
  const { waited, wait } = at()
  let sent = 0
  const send = async () => {
    if (++sent < 3) throw new Refusal('no network')
    return sent
  }
  expect(await sendWithRetry(send, wait)).toBe(3)
  expect(waited).toEqual([1000, 4000])
})

test('a refusal is an answer, and after the last try it is told', async () => {
  const { waited, wait } = at()
  await expect(sendWithRetry(() => Promise.reject(new Refusal('no', 'code.unknown')), wait)).rejects.toThrow('no')
  expect(waited).toEqual([])
  await expect(sendWithRetry(() => Promise.reject(new Refusal('gone')), wait)).rejects.toThrow('gone')
  expect(waited).toHaveLength(2)
})

test('each visit has a uuid of its own', () => {
  const visits = Array.from({ length: 50 }, newVisitId)
  expect(new Set(visits).size).toBe(50)
  for (const visit of visits)
    expect(visit).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
