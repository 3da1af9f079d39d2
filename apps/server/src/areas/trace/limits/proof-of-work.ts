import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'

/**
 * What a browser may compute in place of the picture: a number whose hash with the task begins with so many zero bits. People
 * pass without noticing; whoever guesses pays for each try, and more the more is guessed. It is no wall: hashes are cheap for
 * whoever buys machines for it, so that from `mostPressure` on only the picture is left.
 */
const fewestBits = 14
const mostBits = 16
/** From so much weight of wrong tries on no work is offered. */
const mostPressure = 8
const lifetimeSeconds = 120

/** What a task is bound to: it serves for no other code and no other device. */
export interface WorkFor {
  requestNumber: number
  serial: number
  /** Keyed hash of device and address (`originOf`). */
  device: string
}

/** Zero bits that a check under this pressure costs; null where only the picture is left. */
export function bitsFor(pressure: number): number | null {
  if (pressure >= mostPressure) return null
  return Math.min(mostBits, fewestBits + Math.floor(Math.log2(Math.max(1, pressure))))
}

const macOf = (secrets: Secrets, text: string, { requestNumber, serial, device }: WorkFor) =>
  secrets.mac('trace-work', `${text} ${requestNumber}:${serial} ${device}`).subarray(0, 12)

/** A signed task, short enough to be one block of the hash with its answer; nothing is kept of it until it is used. */
export function makeWork(secrets: Secrets, bits: number, about: WorkFor, now = Date.now()): string {
  const expires = Math.ceil(now / 1000) + lifetimeSeconds
  const text = `${expires}.${bits}.${randomBytes(8).toString('base64url')}`
  return `${text}.${macOf(secrets, text, about).toString('base64url')}`
}

function zeroBits(hash: Buffer): number {
  let bits = 0
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}

/** So many bits of work were done for this very code and device, in time; 0 where they were not. */
export function workDone(
  secrets: Secrets,
  { task, answer }: { task: string; answer: string },
  about: WorkFor,
  now = Date.now(),
): number {
  const at = task.lastIndexOf('.')
  const text = task.slice(0, at)
  const given = Buffer.from(task.slice(at + 1), 'base64url')
  const mac = macOf(secrets, text, about)
  if (at < 0 || given.length !== mac.length || !timingSafeEqual(given, mac)) return 0
  const [expires, bits] = text.split('.').map(Number)
  if (expires! * 1000 < now) return 0
  return zeroBits(createHash('sha256').update(`${task}.${answer}`).digest()) >= bits! ? bits! : 0
}

/** Uses a task up. @returns false when it has been used before */
export async function spendWork(db: Db, task: string): Promise<boolean> {
  const mark = createHash('sha256').update(task).digest()
  const fresh = await db.execute(sql`
    insert into spent_work (mark, expires_at) values (${mark}, now() + make_interval(secs => ${lifetimeSeconds * 2})) on conflict do nothing`)
  return fresh > 0
}
