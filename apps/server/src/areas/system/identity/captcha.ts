import { createHmac, randomInt, randomUUID } from 'node:crypto'
import type { Database, Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isUnlimited } from './client-limits.ts'
import { TokenBuckets } from '../../../platform/concurrency/token-buckets.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { captchaLetters, drawCaptcha } from './captcha-picture.ts'

export const lifetimeSeconds = 120
const letters = 4
const perMinute = 30

type CaptchaServices = Pick<Services, 'database' | 'secrets' | 'settings'>

/** Rate limit of pictures per client, held by each process: each picture costs a drawing and a row. */
const pictureLimits = new WeakMap<Database, TokenBuckets>()

/** @throws Refusal tooMany */
function limitPictures({ database, settings }: CaptchaServices, client: string): void {
  let buckets = pictureLimits.get(database)
  if (!buckets) {
    buckets = new TokenBuckets(perMinute, perMinute)
    pictureLimits.set(database, buckets)
  }
  if (!isUnlimited(settings.mode, client) && !buckets.take(networkOf(client), performance.now()))
    throw new Refusal('tooMany', { seconds: 60 / perMinute })
}

function hashAnswer(secrets: Secrets, uuid: string, answer: string): Buffer {
  return createHmac('sha256', secrets.derive('captcha')).update(`${uuid}:${answer.trim().toLowerCase()}`).digest()
}

/**
 * Makes a picture. Its answer is stored as a keyed hash for two minutes and is good for one try from the address that requested it.
 * @throws Refusal tooMany for a client that asks for more than 30 a minute
 */
export async function makeCaptcha(services: CaptchaServices, client: string): Promise<{ uuid: string; img: string }> {
  const { database, secrets } = services
  limitPictures(services, client)
  const text = Array.from({ length: letters }, () => captchaLetters[randomInt(captchaLetters.length)]).join('')
  const picture = await drawCaptcha(text)
  const uuid = randomUUID()
  await database.acrossTenants('sign-in', async db => {
    await db.execute(sql`delete from captcha where expires_at < now()`)
    await db.execute(sql`
      insert into captcha (uuid, answer_hash, client, expires_at)
      values (${uuid}, ${hashAnswer(secrets, uuid, text)}, ${client}, now() + make_interval(secs => ${lifetimeSeconds}))`)
  })
  return { uuid, img: `data:image/png;base64,${picture.toString('base64')}` }
}

/** Checks the answer and uses up the picture. @throws Refusal auth.captchaExpired, auth.captchaWrong */
export async function solveCaptcha(
  db: Db,
  secrets: Secrets,
  client: string,
  uuid: string | undefined,
  answer: string | undefined,
): Promise<void> {
  if (!uuid || !answer || !/^[0-9a-f-]{36}$/.test(uuid)) throw new Refusal('auth.captchaWrong')
  const row = await db.maybe<{ answer_hash: Buffer; client: string; live: boolean }>(
    sql`delete from captcha where uuid = ${uuid} returning answer_hash, client, expires_at > now() as live`,
  )
  if (!row?.live || row.client !== client) throw new Refusal('auth.captchaExpired')
  if (!row.answer_hash.equals(hashAnswer(secrets, uuid, answer))) throw new Refusal('auth.captchaWrong')
}
