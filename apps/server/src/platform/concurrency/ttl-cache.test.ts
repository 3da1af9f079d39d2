import { describe, expect, it, vi } from 'vitest'
import { TtlCache } from './ttl-cache.ts'

/** Counts the readings, so that no two have the same answer. */
function reader() {
  let read = 0
  return vi.fn(async () => ++read)
}

describe('what is read for all who ask within a short time', () => {
  it('is read once, also while it is still being read', async () => {
    const lately = new TtlCache<number>(60_000, 10)
    const work = reader()
    expect(await Promise.all([lately.ask('a', work), lately.ask('a', work)])).toEqual([1, 1])
    expect(await lately.ask('a', work)).toBe(1)
    expect(await lately.ask('b', work)).toBe(2)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('is read again when the time is over, counted from the start of the read', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
    try {
      const lately = new TtlCache<number>(1000, 10)
      const work = reader()
      const slow = Promise.withResolvers<number>()
      const first = lately.ask('a', () => slow.promise)
      vi.advanceTimersByTime(999)
      const second = lately.ask('a', work)
      vi.advanceTimersByTime(1)
      const third = lately.ask('a', work)
      slow.resolve(0)
      expect(await Promise.all([first, second, third])).toEqual([0, 0, 1])
    } finally {
      vi.useRealTimers()
    }
  })

  it('is read by each for himself when no time is given', async () => {
    const lately = new TtlCache<number>(0, 10)
    const work = reader()
    expect(await Promise.all([lately.ask('a', work), lately.ask('a', work)])).toEqual([1, 2])
  })

  it('does not fail for others together with the caller that started the read', async () => {
    const lately = new TtlCache<number>(60_000, 10)
    const gone = Promise.withResolvers<number>()
    const first = lately.ask('a', () => gone.promise)
    const second = lately.ask('a', async () => 7)
    gone.reject(new Error('he has left'))
    await expect(first).rejects.toThrow('he has left')
    expect(await second).toBe(7)
    expect(await lately.ask('a', async () => 8)).toBe(7)
  })

  it('keeps so many answers and no more', async () => {
    const lately = new TtlCache<number>(60_000, 2)
    const work = reader()
    for (const key of ['a', 'b', 'c']) await lately.ask(key, work)
    expect(await lately.ask('c', work)).toBe(3)
    expect(await lately.ask('a', work)).toBe(4)
  })
})
