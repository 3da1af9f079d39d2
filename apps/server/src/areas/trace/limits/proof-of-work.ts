import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'

/**
 * Proof of work instead of a captcha: the browser finds a number whose hash with the task begins with this many zero bits.
 * People do not notice it; guessing costs computation, and more with each wrong attempt. Hashes are cheap on dedicated
 * hardware, so that from `maxPressure` on only the captcha is accepted.
 */
const minBits = 14
const maxBits = 16
/** From this weight of wrong attempts on no proof of work is offered. */
const maxPressure = 8
const lifetimeSeconds = 120

/** What a task is bound to: it is invalid for other codes and devices. */
export interface WorkBinding {
  requestNumber: number
  serial: number
  /** Keyed hash of device and address (`originOf`). */
  device: string
}

/** Zero bits required under this pressure; null when only a captcha is accepted. */
export function workBitsFor(pressure: number): number | null {
  if (pressure >= maxPressure) return null
  return Math.min(maxBits, minBits + Math.floor(Math.log2(Math.max(1, pressure))))
}

const macOf = (secrets: Secrets, text: string, { requestNumber, serial, device }: WorkBinding) =>
  secrets.mac('trace-work', `${text} ${requestNumber}:${serial} ${device}`).subarray(0, 12)

/** Creates a signed task, short enough to fit one hash block with its answer. Nothing is stored until it is used. */
export function createWorkTask(secrets: Secrets, bits: number, about: WorkBinding, now = Date.now()): string {
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

/** Verifies work for this code and device. @returns its bits; 0 when it is invalid or late */
export function verifyWork(
  secrets: Secrets,
  { task, answer }: { task: string; answer: string },
  about: WorkBinding,
  now = Date.now(),
): number {
  const at = task.lastIndexOf('.')
  const text = task.slice(0, at)
  const receivedMac = Buffer.from(task.slice(at + 1), 'base64url')
  const mac = macOf(secrets, text, about)
  if (at < 0 || receivedMac.length !== mac.length || !timingSafeEqual(receivedMac, mac)) return 0
  const [expires, bits] = text.split('.').map(Number)
  if (expires! * 1000 < now) return 0
  return zeroBits(createHash('sha256').update(`${task}.${answer}`).digest()) >= bits! ? bits! : 0
}

/** Marks a task as used. @returns false when it was used before */
export async function markWorkSpent(db: Db, task: string): Promise<boolean> {
  const mark = createHash('sha256').update(task).digest()
  const inserted = await db.execute(sql`
    insert into spent_work (mark, expires_at) values (${mark}, now() + make_interval(secs => ${lifetimeSeconds * 2})) on conflict do nothing`)
  return inserted > 0
}
