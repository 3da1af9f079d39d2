import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Account } from './account.ts'
import { MessagingError } from './answers.ts'
import { ask } from './platform-request.ts'
import { MessagingKeys } from './keys.ts'

/** Purpose of a token: service account, mini-program, or the ticket that signs pages. */
type Purpose = 'service' | 'mini' | 'ticket'

/** A token is renewed so long before its end, seconds. */
const expiryMarginSeconds = 300
/** No token is trusted longer, seconds: the platform's last two hours. */
export const longestTokenSeconds = 7200

/** Fetches in progress, so that concurrent callers share one. */
const underWay = new WeakMap<Services, Map<string, Promise<string>>>()

/**
 * Makes a call with a token. When the platform rejects the token, it is renewed and the call is made once more.
 * @throws MessagingError
 */
export async function withToken<T>(
  services: Services,
  account: Account,
  purpose: 'service' | 'mini',
  call: (token: string) => Promise<T>,
): Promise<T> {
  const token = await tokenFor(services, account, purpose)
  try {
    return await call(token)
  } catch (error) {
    if (!(error instanceof MessagingError) || error.cure !== 'token') throw error
    return call(await tokenFor(services, account, purpose, token))
  }
}

/** The ticket that signs pages; valid as long as a token. */
export function ticketFor(services: Services, account: Account): Promise<string> {
  return loadOrFetch(services, account, 'ticket', undefined, () =>
    withToken(services, account, 'service', async token => {
      const answer = await ask({
        base: services.settings.wechat.url,
        path: '/cgi-bin/ticket/getticket',
        query: { access_token: token, type: 'jsapi' },
      })
      return readToken(answer, 'ticket')
    }),
  )
}

/** @param failed the token that was just rejected */
function tokenFor(services: Services, account: Account, purpose: 'service' | 'mini', failed?: string): Promise<string> {
  const who = purpose === 'service' ? account : account.mini
  if (!who) throw new Refusal('wechat.miniMissing')
  const fetchToken = async (force: boolean) =>
    readToken(
      await ask({
        base: services.settings.wechat.url,
        path: '/cgi-bin/stable_token',
        body: { grant_type: 'client_credential', appid: who.appId, secret: who.secret, force_refresh: force },
        fetching: true,
      }),
      'access_token',
    )
  return loadOrFetch(services, account, purpose, failed, async () => {
    // The stable call answers the same token to all processes, so that they do not invalidate each other's. A refresh
    // is forced only when the platform itself returns a token that it rejects: forced calls are strictly limited.
    const plain = await fetchToken(false)
    return plain.value === failed ? fetchToken(true) : plain
  })
}

interface Fetched {
  value: string
  seconds: number
}

function readToken(answer: Record<string, unknown>, name: string): Fetched {
  const value = answer[name]
  const seconds = Math.min(Number(answer.expires_in), longestTokenSeconds)
  if (typeof value !== 'string' || value === '' || value.length > 2000 || !(seconds > 0))
    throw new MessagingError('wechat.garbage', { cure: 'later' })
  return { value, seconds }
}

/** The stored token while valid, else fetches one and stores it for all processes. */
async function loadOrFetch(
  services: Services,
  { tenantId, appId }: Account,
  purpose: Purpose,
  failed: string | undefined,
  fetchIt: () => Promise<Fetched>,
): Promise<string> {
  const { database, secrets } = services
  const what = `token/${purpose}/${appId}`
  const known = await database.withTenant(tenantId, async db => {
    const row = await db.maybe<{ key_version: number; sealed: Buffer }>(sql`
      select key_version, sealed from wechat_token
      where tenant_id = ${tenantId} and purpose = ${purpose} and good_until > now()`)
    return row && (await MessagingKeys.open(db, secrets, tenantId, row.key_version)).openText(row.sealed, what)
  })
  if (known !== undefined && known !== failed) return known

  const flights = underWay.get(services) ?? new Map<string, Promise<string>>()
  underWay.set(services, flights)
  const name = `${tenantId}/${what}/${failed ?? ''}`
  const flight =
    flights.get(name) ??
    (async () => {
      const { value, seconds } = await fetchIt()
      await database.withTenant(tenantId, async db => {
        const keys = await MessagingKeys.open(db, secrets, tenantId)
        const account = await db.maybe<{ id: number }>(sql`select id from wechat_account where tenant_id = ${tenantId}`)
        if (!account) return
        await db.execute(sql`
          insert into wechat_token (tenant_id, account_id, purpose, key_version, sealed, good_until)
          values (${tenantId}, ${account.id}, ${purpose}, ${keys.version}, ${keys.sealText(value, what)},
            now() + make_interval(secs => ${Math.max(seconds - expiryMarginSeconds, Math.floor(seconds / 2))}))
          on conflict (tenant_id, purpose) do update
          set account_id = excluded.account_id, key_version = excluded.key_version, sealed = excluded.sealed, good_until = excluded.good_until`)
      })
      return value
    })().finally(() => flights.delete(name))
  flights.set(name, flight)
  return flight
}
