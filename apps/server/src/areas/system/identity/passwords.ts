import { hash, verify } from '@node-rs/argon2'
import os from 'node:os'
import { Refusal } from '../../../platform/refusal.ts'

/** `interactive`: a person waits for the answer. `background`: a long job makes many hashes. */
type Lane = 'interactive' | 'background'

// Hashing is the slowest thing a caller can request: as many run at once as there are processors, the rest wait in queues.
const maxRunning = os.availableParallelism()
/** About as many as are done within a second or two; further callers are refused. */
const maxWaiting = 50
/** At most this many interactive hashes overtake a job's hash, so that a flood of sign-ins delays jobs but does not stop them. */
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
 * Hashes a password. It may wait in a queue, so never call it inside a transaction: that would hold a connection for as long.
 * Background hashes run one at a time and let interactive ones pass.
 * @throws Refusal tooMany when the queue is full
 */
export function hashPassword(password: string, lane: Lane = 'interactive'): Promise<string> {
  return runQueued(lane, () => slowHash(password))
}

let decoy: Promise<string> | undefined

/**
 * Checks a password. Never call it inside a transaction. Without a stored hash it takes as long and answers false.
 * @throws Refusal tooMany when the queue is full
 */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  // Not queued: a refused hash would be remembered as the decoy.
  decoy ??= slowHash('no such account')
  const storedOrDecoy = stored ?? (await decoy)
  const isCorrect = await runQueued('interactive', () => verify(storedOrDecoy, password))
  return isCorrect && stored !== undefined
}
