import { expect, test } from 'vitest'
import { parsePosition } from '../../src/platform/database/log-position.ts'
import { ReplicaLag } from '../../src/platform/database/replica-lag.ts'

test('a position is two hexadecimal numbers, the first one the higher', () => {
  expect(parsePosition('0/0')).toBe(0n)
  expect(parsePosition('1/0')).toBe(2n ** 32n)
  expect(parsePosition('16/B374D848') > parsePosition('15/FFFFFFFF')).toBe(true)
})

test('a replica is as far behind as the oldest position that it has not replayed', () => {
  const lag = new ReplicaLag()
  expect(lag.behindMs(0)).toBeUndefined()
  lag.notePrimary(100n, 0)
  expect(lag.behindMs(0)).toBeUndefined()
  lag.noteReplica(100n)
  expect(lag.behindMs(1000)).toBe(0)
  lag.notePrimary(200n, 1000)
  lag.notePrimary(300n, 1500)
  expect(lag.behindMs(1500)).toBe(500)
  lag.noteReplica(250n)
  expect(lag.behindMs(2000)).toBe(500)
  lag.noteReplica(300n)
  expect(lag.behindMs(2000)).toBe(0)
})

test('a primary at rest makes no replica late', () => {
  const lag = new ReplicaLag()
  for (let now = 0; now < 600_000; now += 500) {
    lag.notePrimary(100n, now)
    lag.noteReplica(100n)
    expect(lag.behindMs(now)).toBe(0)
  }
})

test('ten minutes behind a busy primary is ten minutes, whatever was remembered of them', () => {
  const lag = new ReplicaLag()
  lag.notePrimary(1n, 0)
  lag.noteReplica(1n)
  for (let now = 500; now <= 600_500; now += 500) lag.notePrimary(BigInt(now), now)
  expect(lag.behindMs(600_500)).toBe(600_000)
  // It catches up to what was the end five minutes ago.
  lag.noteReplica(300_000n)
  const behindMs = lag.behindMs(600_500)!
  expect(Math.abs(behindMs - 300_000)).toBeLessThan(10_000)
})

test('while the primary is not heard of, nobody knows that the replica has it all', () => {
  const lag = new ReplicaLag()
  lag.notePrimary(100n, 0)
  lag.noteReplica(100n)
  expect(lag.behindMs(30_000)).toBe(30_000)
})
