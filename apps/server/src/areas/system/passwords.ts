import { hash, verify } from '@node-rs/argon2'
import os from 'node:os'

// Hashing is the slowest thing a caller can ask for: as many at once as there are processors, the rest wait in line.
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= os.availableParallelism()) await new Promise<void>(resume => waiting.push(resume))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** Argon2id, 19 MiB, 2 passes (OWASP's first recommendation). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))
}

let decoy: Promise<string> | undefined

/** Checks a password; without an account it takes as long and answers false. */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such account')
  const known = stored ?? (await decoy)
  const right = await inTurn(() => verify(known, password))
  return right && stored !== undefined
}
