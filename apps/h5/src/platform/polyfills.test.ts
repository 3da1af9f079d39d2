import { afterEach, describe, expect, it } from 'vitest'
import { installPolyfills } from './polyfills.ts'

const originals = {
  at: Array.prototype.at,
  text: String.prototype.at,
  last: Array.prototype.findLast,
  own: Object.hasOwn,
}
afterEach(() => {
  const put = (on: object, name: string, value: unknown) =>
    Object.defineProperty(on, name, { value, writable: true, configurable: true })
  put(Array.prototype, 'at', originals.at)
  put(String.prototype, 'at', originals.text)
  put(Array.prototype, 'findLast', originals.last)
  put(Object, 'hasOwn', originals.own)
})

describe('a phone with Chrome 90', () => {
  it('gets the missing functions, and they behave like the standard ones', () => {
    for (const [on, name] of [
      [Array.prototype, 'at'],
      [String.prototype, 'at'],
      [Array.prototype, 'findLast'],
      [Object, 'hasOwn'],
    ] as const)
      delete (on as unknown as Record<string, unknown>)[name]
    expect(installPolyfills()).toEqual(['hasOwn', 'at', 'at', 'findLast'])
    expect([[1, 2, 3].at(-1), [1].at(1), 'abc'.at(-2)]).toEqual([3, undefined, 'b'])
    expect([1, 2, 3, 4].findLast(n => n % 2 === 1)).toBe(3)
    expect([].findLast(() => true)).toBeUndefined()
    expect([Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'toString')]).toEqual([true, false])
  })

  it('keeps the functions that it has', () => {
    expect(installPolyfills()).toEqual([])
  })
})
