import { describe, expect, it } from 'vitest'
import { isScarce, freeBytes, scarceBytes } from './storage.ts'

const storage = (estimate: () => Promise<StorageEstimate>) => ({ estimate }) as StorageManager

describe('free space on the phone', () => {
  it('is the quota minus the usage, and never negative', async () => {
    expect(await freeBytes(storage(async () => ({ quota: 100, usage: 30 })))).toBe(70)
    expect(await freeBytes(storage(async () => ({ quota: 100, usage: 130 })))).toBe(0)
  })

  it('is unknown in browsers that do not report it, and then there is no warning', async () => {
    expect(await freeBytes(storage(async () => ({})))).toBeUndefined()
    expect(await freeBytes(storage(() => Promise.reject(new TypeError('opaque'))))).toBeUndefined()
    expect(isScarce(undefined)).toBe(false)
  })

  it('is scarce before it is used up', () => {
    expect(isScarce(scarceBytes - 1)).toBe(true)
    expect(isScarce(scarceBytes)).toBe(false)
  })
})
