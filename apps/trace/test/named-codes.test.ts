import { sha256, toHex } from '@timbermark/ledger'
import { expect, test } from 'vitest'
import type { OpenedContent } from '../src/proof/evidence.ts'
import { proveNamedCodes } from '../src/proof/named-codes.ts'

const digest = (ranges: readonly string[]) => toHex(sha256(new TextEncoder().encode(ranges.join('\n'))))
const content = (ranges?: readonly string[]): OpenedContent => ({
  fields: new Map(),
  content: new Uint8Array(32),
  opening: { opened: [], closed: [], forgotten: 0, today: null, ranges },
})
const item = { request: 7, serial: 120 }
const box = { request: 9, serial: 3 }
const judge = (ranges: readonly string[] | undefined, sealed: readonly string[] = ranges ?? [], count = 12) =>
  proveNamedCodes({ codes: { count, sha256: digest(sealed) } }, content(ranges), [item, box])

test('a record names the item, its package, or other codes of the batch only', () => {
  expect(judge(['7:100-130'])).toEqual({ of: 'item', count: 12 })
  expect(judge(['7:100-121'])).toEqual({ of: 'item', count: 12 })
  // The end of a range is excluded.
  expect(judge(['7:100-120', '7:121-130'])).toEqual({ of: 'batch', count: 12 })
  expect(judge(['9:0-4'])).toEqual({ of: 'package', count: 12, package: box })
  expect(judge(['70:100-130', '8:120-121'])).toEqual({ of: 'batch', count: 12 })
})

test('ranges that are not the sealed ones prove nothing', () => {
  expect(judge(['7:100-130'], ['7:100-120'])).toBeUndefined()
  expect(judge(['7:100-130', '7:140-150'], ['7:100-130'])).toBeUndefined()
  expect(judge([], ['7:100-130'])).toBeUndefined()
})

test('without ranges only their number is known', () => {
  expect(judge(undefined)).toEqual({ of: 'unknown', count: 12 })
  expect(proveNamedCodes({ codes: undefined }, content(), [item])).toEqual({ of: 'unknown', count: null })
  expect(proveNamedCodes({ codes: undefined }, content(['7:100-130']), [item])).toBeUndefined()
})

test.each(['7:100', '7:1e2-130', ' 7:100-130', '7:100-130-', '-7:100-130'])('an odd range %j names nothing', range => {
  expect(judge([range])).toMatchObject({ of: 'batch' })
})
