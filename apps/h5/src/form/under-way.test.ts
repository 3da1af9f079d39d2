import { describe, expect, it } from 'vitest'
import { createUnderWay } from './under-way.ts'

describe('files under way', () => {
  it('count for their field until each has ended, also by failing', async () => {
    const underWay = createUnderWay()
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const heard: number[] = []
    underWay.subscribe(() => heard.push(underWay.fields().length))
    const one = underWay.during('values.photos', () => first.promise)
    const other = underWay.during('values.photos', () => second.promise)
    expect(underWay.fields()).toEqual(['values.photos', 'values.photos'])
    let settled = false
    const all = underWay.settled().then(() => {
      settled = true
    })
    first.reject(new Error('no picture'))
    await expect(one).rejects.toThrow('no picture')
    expect(underWay.fields()).toEqual(['values.photos'])
    expect(settled).toBe(false)
    second.resolve()
    await other
    await all
    expect(heard).toEqual([1, 2, 1, 0])
  })

  it('are waited for only where there are any', async () => {
    await createUnderWay().settled()
  })
})
