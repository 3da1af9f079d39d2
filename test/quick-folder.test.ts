import { existsSync, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { makeQuickFolder } from '../scripts/quick-folder.ts'

/** No process has such a number. */
const killed = '/dev/shm/timbermark-tests-2147483647'
const own = `/dev/shm/timbermark-tests-${process.pid}`
const isThere = process.platform === 'linux' && existsSync('/dev/shm')

afterEach(() => {
  for (const folder of [killed, own]) rmSync(folder, { recursive: true, force: true })
})

test('what a killed run of tests left in memory is removed by the next, and what it made itself in the end', () => {
  if (isThere) mkdirSync(`${killed}/postgres`, { recursive: true })
  makeQuickFolder()?.remove()
  expect(existsSync(killed), 'what is young may be another container’s').toBe(isThere)
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
  if (isThere) utimesSync(killed, hoursAgo, hoursAgo)
  const made = makeQuickFolder()
  expect(existsSync(killed)).toBe(false)
  // Where there is little memory, the disk does.
  expect(made?.path ?? own).toBe(own)
  expect(made ? statSync(own).mode & 0o777 : 0o711, 'databases that run as somebody else pass through').toBe(0o711)
  made?.remove()
  expect(existsSync(own)).toBe(false)
})

test('a folder of that name is somebody else’s: the disk does', () => {
  if (!isThere) return
  mkdirSync(own)
  expect(makeQuickFolder()).toBeUndefined()
  expect(existsSync(own)).toBe(true)
})
