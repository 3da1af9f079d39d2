import { expect, it } from 'vitest'
import { Exchanges } from './exchanges.ts'

const counted = (exchanges: Exchanges<number>) => {
  let calls = 0
  const once = (code: string, now: number, state = 'one') => exchanges.once(code, state, async () => ++calls, now)
  return { calls: () => calls, once }
}

it('a code is exchanged once while it is known, and is forgotten after that', async () => {
  const exchanges = new Exchanges<number>(600)
  const { calls, once } = counted(exchanges)
  expect(await Promise.all([once('a', 0), once('a', 0), once('b', 1)])).toEqual([1, 1, 2])
  expect(await once('a', 599)).toBe(1)
  expect(await once('c', 600)).toBe(3)
  expect([calls(), exchanges.size]).toEqual([3, 2])
})

it('however many are sent, so many are known, the newest', async () => {
  const exchanges = new Exchanges<number>(600)
  const { calls, once } = counted(exchanges)
  for (let n = 0; n < 5000; n++) await once(`code ${n}`, 0)
  expect(exchanges.size).toBe(1000)
  await once('code 4999', 0)
  expect(calls()).toBe(5000)
})

it('a code that comes with another state is worth nothing, and is not exchanged again', async () => {
  const { calls, once } = counted(new Exchanges<number>(600))
  expect(await once('a', 0, 'mine')).toBe(1)
  expect(await once('a', 1, 'yours')).toBeUndefined()
  expect(await once('a', 2, 'mine')).toBe(1)
  expect(calls()).toBe(1)
})
