import { createHmac, randomUUID } from 'node:crypto'
import svgCaptcha from 'svg-captcha'
import type { Database, Db } from '../../platform/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

const lifetimeSeconds = 120

function hashAnswer(secrets: Secrets, uuid: string, answer: string): Buffer {
  return createHmac('sha256', secrets.derive('captcha')).update(`${uuid}:${answer.trim().toLowerCase()}`).digest()
}

/** A picture whose answer is kept as a keyed hash for two minutes, for one try, by the address it was made for. */
export async function makeCaptcha(
  database: Database,
  secrets: Secrets,
  client: string,
): Promise<{ uuid: string; img: string }> {
  const { text, data } = svgCaptcha.create({
    size: 4,
    noise: 2,
    color: true,
    width: 132,
    height: 44,
    fontSize: 46,
    ignoreChars: '0oO1iIlL',
  })
  const uuid = randomUUID()
  await database.acrossTenants('sign-in', async db => {
    await db.execute(sql`delete from captcha where expires_at < now()`)
    await db.execute(sql`
      insert into captcha (uuid, answer_hash, client, expires_at)
      values (${uuid}, ${hashAnswer(secrets, uuid, text)}, ${client}, now() + make_interval(secs => ${lifetimeSeconds}))`)
  })
  return { uuid, img: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` }
}

/** Uses up the picture. @throws Refusal auth.captchaExpired, auth.captchaWrong */
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
