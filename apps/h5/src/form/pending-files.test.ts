import { describe, expect, it } from 'vitest'
import { createPendingFiles } from './pending-files.ts'

describe('pending files', () => {
  it('count for their field until each has ended, also by failing', async () => {
    const pendingFiles = createPendingFiles()
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const counts: number[] = []
    pendingFiles.subscribe(() => counts.push(pendingFiles.fields().length))
    const one = pendingFiles.track('values.photos', () => first.promise)
    const other = pendingFiles.track('values.photos', () => second.promise)
    expect(pendingFiles.fields()).toEqual(['values.photos', 'values.photos'])
    let settled = false
    const all = pendingFiles.settled().then(() => {
      settled = true
    })
    first.reject(new Error('no picture'))
    await expect(one).rejects.toThrow('no picture')
    expect(pendingFiles.fields()).toEqual(['values.photos'])
    expect(settled).toBe(false)
    second.resolve()
    await other
    await all
    expect(counts).toEqual([1, 2, 1, 0])
  })

  it('are settled at once when there are none', async () => {
    await createPendingFiles().settled()
  })
})
