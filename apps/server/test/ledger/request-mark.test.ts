import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { RequestMarks } from '../../src/areas/ledger/log/request-mark.ts'

/** F9: the number of requests is in each checkpoint, for this installation only. */
const keysOf = (master: string) => (label: string) => createHash('sha256').update(`${master}/${label}`).digest()
const marks = new RequestMarks(keysOf('ours'))
const head = { size: 8, root: '11'.repeat(32) }

test('a mark is read by the installation that made it, whatever lines stand around it', () => {
  for (const number of [0, 1, 184, 2 ** 25 - 1])
    expect(marks.parse(['other line', marks.encode(head, number), 'timbermark/time 2026-11-27T00:00:00Z'])).toBe(number)
  expect(marks.parse([])).toBe(0)
  expect(marks.parse([marks.encode(head, 7), marks.encode(head, 5)])).toBe(7)
})

test('to others it says nothing: neither the number, nor whether it is that of another head', () => {
  const lines = [1, 2, 30_000_000].map(number => marks.encode(head, number))
  for (const line of lines) expect(line).toMatch(/^timbermark\/mark [\w+/]{43}=$/)
  expect(new RequestMarks(keysOf('theirs')).parse(lines)).toBe(0)
  const ofOtherHeads = [
    marks.encode({ ...head, size: 9 }, 1),
    marks.encode({ ...head, root: '22'.repeat(32) }, 1),
    ...lines,
  ].map(line => Buffer.from(line.slice('timbermark/mark '.length), 'base64'))
  // No byte in common beyond chance.
  for (const [n, one] of ofOtherHeads.entries())
    for (const other of ofOtherHeads.slice(n + 1))
      expect(one.filter((byte, at) => byte === other[at]).length).toBeLessThan(5)
  expect(marks.encode(head, 1)).toBe(lines[0])
})

test('marks of earlier versions, in plain text, still count; damaged ones do not', () => {
  expect(marks.parse(['timbermark/requests 184'])).toBe(184)
  expect(marks.parse(['timbermark/requests 184x', 'timbermark/requests 999999999', 'timbermark/mark AAAA'])).toBe(0)
  const line = marks.encode(head, 7)
  for (let at = 'timbermark/mark '.length; at < line.length - 2; at++)
    expect(marks.parse([`${line.slice(0, at)}${line[at] === 'A' ? 'B' : 'A'}${line.slice(at + 1)}`])).toBe(0)
})
