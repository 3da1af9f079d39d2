import { hash, verify } from '@node-rs/argon2'
import os from 'node:os'
import { Refusal } from '../../../platform/refusal.ts'

/** Somebody waits for the answer, or a long job makes many hashes. */
type Lane = 'interactive' | 'background'

// Hashing is the slowest thing a caller can ask for: as many at once as there are processors, the rest wait in line.
const maxRunning = os.availableParallelism()
/** As many wait as are done within a second or two; more are told to come back. */
const maxWaiting = 50
/** A job's hash waits for no more than so many others, so that a flood delays it and does not end it. */
const maxOvertakes = 20

const queues: Record<Lane, (() => void)[]> = { interactive: [], background: [] }
let running = 0
let jobRunning = false
let overtaken = 0

function admitNext(): void {
  while (running < maxRunning) {
    const { interactive, background } = queues
    if (background.length > 0 && !jobRunning && (interactive.length === 0 || overtaken >= maxOvertakes)) {
      jobRunning = true
      overtaken = 0
      running++
      background.shift()!()
    } else if (interactive.length > 0) {
      overtaken++
      running++
      interactive.shift()!()
    } else return
  }
}

async function runQueued<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  if (lane === 'interactive' && queues.interactive.length >= maxWaiting) throw new Refusal('tooMany', { seconds: 2 })
  await new Promise<void>(resume => {
    queues[lane].push(resume)
    admitNext()
  })
  try {
    return await work()
  } finally {
    running--
    if (lane === 'background') jobRunning = false
    admitNext()
  }
}

/** Argon2id, 19 MiB, 2 passes (OWASP's first recommendation). */
const slowHash = (password: string) => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/**
 * Hashes a password. It may wait for its turn, so never while a transaction is open: a connection held that long is one
 * that nobody else has. Hashes in the background are made one at a time and let the others pass.
 * @throws Refusal tooMany when too many wait already
 */
export function hashPassword(password: string, lane: Lane = 'interactive'): Promise<string> {
  return runQueued(lane, () => slowHash(password))
}

let decoy: Promise<string> | undefined

/**
 * Checks a password, never while a transaction is open; without an account it takes as long and answers false.
 * @throws Refusal tooMany when too many wait already
 */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  // Outside the line: one that were turned away would be remembered as the decoy.
  decoy ??= slowHash('no such account')
  const storedOrDecoy = stored ?? (await decoy)
  const isCorrect = await runQueued('interactive', () => verify(storedOrDecoy, password))
  return isCorrect && stored !== undefined
}
