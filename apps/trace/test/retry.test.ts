import { expect, test } from 'vitest'
import { newVisitId, sendWithRetry } from '../src/browser/retry.ts'
import { Refusal } from '../src/browser/api.ts'

const recordDelays = () => {
  const delays: number[] = []
  return { delays, wait: async (ms: number) => void delays.push(ms) }
}

test('a call without an answer is retried, with growing delays', async () => {
  const { delays, wait } = recordDelays()
  let sent = 0
  const send = async () => {
    if (++sent < 3) throw new Refusal('no network')
    return sent
  }
  expect(await sendWithRetry(send, wait)).toBe(3)
  expect(delays).toEqual([1000, 4000])
})

test('a refusal is not retried, and the last failure is thrown', async () => {
  const { delays, wait } = recordDelays()
  await expect(sendWithRetry(() => Promise.reject(new Refusal('no', 'code.unknown')), wait)).rejects.toThrow('no')
  expect(delays).toEqual([])
  await expect(sendWithRetry(() => Promise.reject(new Refusal('gone')), wait)).rejects.toThrow('gone')
  expect(delays).toHaveLength(2)
})

test('each visit has its own UUID', () => {
  const visits = Array.from({ length: 50 }, newVisitId)
  expect(new Set(visits).size).toBe(50)
  for (const visit of visits)
    expect(visit).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
