import { existsSync, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { makeTmpfsDir } from '../scripts/testing/tmpfs-dir.ts'

/** No process has such a number. */
const killed = '/dev/shm/timbermark-tests-2147483647'
const ownDir = `/dev/shm/timbermark-tests-${process.pid}`
const isThere = process.platform === 'linux' && existsSync('/dev/shm')

afterEach(() => {
  for (const folder of [killed, ownDir]) rmSync(folder, { recursive: true, force: true })
})

test('what a killed run of tests left in memory is removed by the next, and what it made itself in the end', () => {
  if (isThere) mkdirSync(`${killed}/postgres`, { recursive: true })
  makeTmpfsDir()?.remove()
  expect(existsSync(killed), 'what is young may be another container’s').toBe(isThere)
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
  if (isThere) utimesSync(killed, hoursAgo, hoursAgo)
  const tmpfsDir = makeTmpfsDir()
  expect(existsSync(killed)).toBe(false)
  // Where there is little memory, the disk does.
  expect(tmpfsDir?.path ?? ownDir).toBe(ownDir)
  expect(tmpfsDir ? statSync(ownDir).mode & 0o777 : 0o711, 'databases that run as somebody else pass through').toBe(
    0o711,
  )
  tmpfsDir?.remove()
  expect(existsSync(ownDir)).toBe(false)
})

test('a folder of that name is somebody else’s: the disk does', () => {
  if (!isThere) return
  mkdirSync(ownDir)
  expect(makeTmpfsDir()).toBeUndefined()
  expect(existsSync(ownDir)).toBe(true)
})
