import type { Services } from '../../platform/services.ts'
import { platformTenant } from '../../platform/operator.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Account, openAccount } from './account.ts'
import { MessagingError } from './answers.ts'
import { ask } from './platform-request.ts'
import type { Person } from './identity-attempts.ts'
import { MessagingKeys } from './keys.ts'

/** A visitor as the cookie describes them: nothing that identifies them at the platform. */
export interface Visitor {
  nickname: string
}

/** Retention of visitors after their last visit, days. */
export const retentionDays = 365

/** A person as the platform described them, with their picture. */
type Described = Person & { picture: string }

/**
 * Exchanges the returned code for the person. Undefined for a snapshot visitor: name and picture are invented, so they stay
 * anonymous.
 * @throws MessagingError
 */
export async function identifyPerson(
  services: Services,
  account: Account,
  code: string,
): Promise<Described | undefined> {
  const base = services.settings.wechat.url
  const token = await ask({
    base,
    path: '/sns/oauth2/access_token',
    query: { appid: account.appId, secret: account.secret, code, grant_type: 'authorization_code' },
  })
  if (token.is_snapshotuser === 1) return undefined
  const { access_token, openid } = token
  if (typeof access_token !== 'string' || typeof openid !== 'string' || openid === '')
    throw new MessagingError('wechat.garbage')
  const described = await ask({ base, path: '/sns/userinfo', query: { access_token, openid, lang: 'zh_CN' } })
  const text = (name: string, most: number) =>
    typeof described[name] === 'string' ? [...(described[name] as string)].slice(0, most).join('') : ''
  const hash = await services.database.withTenant(platformTenant, async db =>
    (await MessagingKeys.open(db, services.secrets, platformTenant, 1)).personHash(`${account.appId}/${openid}`),
  )
  return { hash, appId: account.appId, nickname: text('nickname', 100), picture: text('headimgurl', 500) }
}

/**
 * Exchanges the returned code for the visitor, and stores them under a keyed hash of their platform id. Undefined for a
 * snapshot visitor.
 * @throws MessagingError
 */
export async function identifyVisitor(
  services: Services,
  account: Account,
  code: string,
): Promise<Visitor | undefined> {
  const person = await identifyPerson(services, account, code)
  if (!person) return undefined
  const { hash, nickname, picture } = person
  await services.database.withTenant(platformTenant, db =>
    db.execute(sql`
      insert into wechat_user as u (tenant_id, openid_hash, nickname, avatar)
      values (${platformTenant}, ${hash}, ${nickname || null}, ${/^https?:/.test(picture) ? picture : null})
      on conflict (tenant_id, openid_hash) do update
      set nickname = excluded.nickname, avatar = excluded.avatar, last_seen = excluded.last_seen, visits = u.visits + 1`),
  )
  return { nickname }
}

/** The operator's account if people are to be identified by it. */
export const loadSignInAccount = ({ database, secrets }: Services): Promise<Account | undefined> =>
  database.withTenant(platformTenant, async db => {
    const row = await db.maybe(
      sql`select 1 from wechat_account where tenant_id = ${platformTenant} and enabled and sign_in`,
    )
    return row ? openAccount(db, secrets, platformTenant) : undefined
  })

/** Whether people can be identified by the operator's account. Throws where the database does not answer. */
export async function canIdentify(services: Services): Promise<boolean> {
  try {
    return (await loadSignInAccount(services)) !== undefined
  } catch (error) {
    if (error instanceof Refusal && (error.key === 'wechat.noAccount' || error.key === 'wechat.accountOff'))
      return false
    throw error
  }
}

/** The account of `loadSignInAccount`, cached for some seconds. */
export function signInAccount(services: Services): () => Promise<Account | undefined> {
  const goodMs = services.settings.mode === 'test' ? 0 : 5000
  let known: { at: number; account: Account | undefined } | undefined
  return async () => {
    if (known && performance.now() - known.at < goodMs) return known.account
    const account = await loadSignInAccount(services)
    known = { at: performance.now(), account }
    return account
  }
}

/** Removes visitors after their retention. */
export async function forgetVisitors({ database }: Services): Promise<void> {
  await database.withTenant(platformTenant, db =>
    db.execute(sql`
      delete from wechat_user where tenant_id = ${platformTenant} and last_seen < now() - make_interval(days => ${retentionDays})`),
  )
}
