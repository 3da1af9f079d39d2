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
  const events: string[] = []
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
  const untilEvents = (count: number) => expect.poll(() => events.length).toBe(count)
  supervised.keepAlive({
    down: words => events.push(`down: ${words}`),
    up: () => events.push('up'),
    gaveUp: words => events.push(`given up: ${words}`),
  })
  running.die('killed')
  await untilEvents(2)
  expect(events).toEqual(['down: killed', 'up'])
  refuses = true
  running.die('killed again')
  await untilEvents(4)
  // One start that failed after a long time, and two that failed at once.
  expect(events.slice(2)).toEqual(['down: killed again', 'given up: no room'])
  expect(starts).toBe(3)
  await supervised.stop()
})

test('one that ran long enough resets the count; a requested stop is no crash', async () => {
  const events: string[] = []
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
    down: () => events.push('down'),
    up: () => events.push('up'),
    gaveUp: () => events.push('given up'),
  })
  for (let time = 1; time <= 5; time++) {
    running.die('killed')
    await expect.poll(() => events.length).toBe(2 * time)
  }
  expect(events).not.toContain('given up')
  await supervised.stop()
  expect(events).toHaveLength(10)
})
