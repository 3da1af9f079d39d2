import { expect, test } from 'vitest'
import type { Postmaster } from '../../src/platform/postgres/postmaster.ts'
import { supervise } from '../../src/platform/postgres/supervise.ts'

/** A database that runs until the test ends it. */
function stand(): Postmaster & { die(words: string): void } {
  let die: (words: string) => void = () => {}
  const ended = new Promise<string>(resolve => (die = resolve))
  return { pid: 1, ended, die, stop: async () => die('stopped') }
}

const quick = { firstWait: 1, longestWait: 4, most: 3, wellAfter: 60_000 }

test('a database that dies is restarted and this is reported; one that keeps dying is given up', async () => {
  const told: string[] = []
  let running = stand()
  let refuses = false
  let starts = 0
  const supervised = supervise(
    async () => {
      starts++
      if (refuses) throw new Error('no room')
      running = stand()
      return running
    },
    running,
    quick,
  )
  const heard = (count: number) => expect.poll(() => told.length).toBe(count)
  supervised.keepAlive({
    down: words => told.push(`down: ${words}`),
    up: () => told.push('up'),
    gaveUp: words => told.push(`given up: ${words}`),
  })
  running.die('killed')
  await heard(2)
  expect(told).toEqual(['down: killed', 'up'])
  refuses = true
  running.die('killed again')
  await heard(4)
  // One start that failed after a long time, and two that failed at once.
  expect(told.slice(2)).toEqual(['down: killed again', 'given up: no room'])
  expect(starts).toBe(3)
  await supervised.stop()
})

test('one that ran long enough resets the count; a requested stop is no crash', async () => {
  const told: string[] = []
  let running = stand()
  const supervised = supervise(
    async () => {
      running = stand()
      return running
    },
    running,
    { ...quick, wellAfter: -1 },
  )
  supervised.keepAlive({
    down: () => told.push('down'),
    up: () => told.push('up'),
    gaveUp: () => told.push('given up'),
  })
  for (let time = 1; time <= 5; time++) {
    running.die('killed')
    await expect.poll(() => told.length).toBe(2 * time)
  }
  expect(told).not.toContain('given up')
  await supervised.stop()
  expect(told).toHaveLength(10)
})
