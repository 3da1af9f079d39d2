import { describe, expect, it } from 'vitest'
import { isScarce, freeBytes, scarceBytes } from './storage.ts'

const storage = (estimate: () => Promise<StorageEstimate>) => ({ estimate }) as StorageManager

describe('room on the phone', () => {
  it('is what the browser grants without what is used, and never less than nothing', async () => {
    expect(await freeBytes(storage(async () => ({ quota: 100, usage: 30 })))).toBe(70)
    expect(await freeBytes(storage(async () => ({ quota: 100, usage: 130 })))).toBe(0)
  })

  it('is not known in browsers that do not say, and no warning is given then', async () => {
    expect(await freeBytes(storage(async () => ({})))).toBeUndefined()
    expect(await freeBytes(storage(() => Promise.reject(new TypeError('opaque'))))).toBeUndefined()
    expect(isScarce(undefined)).toBe(false)
  })

  it('is scarce before it is gone', () => {
    expect(isScarce(scarceBytes - 1)).toBe(true)
    expect(isScarce(scarceBytes)).toBe(false)
  })
})
