import {
  checkAccount,
  messagingAccountState,
  readAccount,
  removeAccount,
  saveAccount,
} from '@timbermark/contract/calls'
import { type Issue, platformRequest } from '@timbermark/contract'
import { addTenantKey } from '../../platform/secrets/tenant-keys.ts'
import { createToken } from '../../platform/secrets/tokens.ts'
import type { Db } from '../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { isPlatform, platformTenant } from '../../platform/operator.ts'
import { assertValid } from '../../platform/refusal.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { accountOf, accountRow, callbackPath, accountState } from './account.ts'
import { MessagingError } from './answers.ts'
import { MessagingKeys } from './keys.ts'
import { isCodeKey } from './package.ts'
import { withToken } from './tokens.ts'
import { verifyFileName, verifyTokenOf } from './verify-file.ts'

const appIdForm = new RegExp(platformRequest.fields.miniAppId.pattern)
const pathForm = new RegExp(platformRequest.fields.miniPath.pattern)

type AccountInput = Readonly<Record<string, unknown>>
const textOf = (input: AccountInput, name: string) =>
  typeof input[name] === 'string' ? (input[name] as string).trim() : ''

/** Issues of the input, before anything is stored. */
function issuesOf(input: AccountInput, has: { secret: boolean }): Issue[] {
  const issues: Issue[] = []
  for (const field of ['appId', 'miniAppId']) {
    const text = textOf(input, field)
    if (text !== '' && !appIdForm.test(text))
      issues.push({ field, error: 'pattern', params: { said: 'platformAppId' } })
  }
  const verifyFile = textOf(input, 'verifyFile')
  if (verifyFile !== '' && verifyTokenOf(verifyFile) === undefined)
    issues.push({ field: 'verifyFile', error: 'pattern', params: { said: 'verifyFile' } })
  const path = textOf(input, 'miniPath')
  if (path.length > 200) issues.push({ field: 'miniPath', error: 'tooLong', params: { max: 200 } })
  else if (path !== '' && !pathForm.test(path))
    issues.push({ field: 'miniPath', error: 'pattern', params: { said: 'miniPath' } })
  for (const field of ['secret', 'miniSecret'])
    if (textOf(input, field).length > 128) issues.push({ field, error: 'tooLong', params: { max: 128 } })
  const codeKey = textOf(input, 'codeKey')
  if (codeKey !== '' && !isCodeKey(codeKey)) issues.push({ field: 'codeKey', error: 'wechat.codeKeyForm' })
  if (input.enabled === true) {
    if (textOf(input, 'appId') === '') issues.push({ field: 'appId', error: 'required' })
    if (!has.secret && textOf(input, 'secret') === '') issues.push({ field: 'secret', error: 'required' })
  }
  return issues
}

/** A missing secret stays unchanged: secrets are never shown, so clients cannot send them back. */
function sealSecret(
  keys: MessagingKeys,
  input: AccountInput,
  name: string,
  what: string,
  before: Buffer | null | undefined,
  was?: MessagingKeys,
) {
  const text = textOf(input, name)
  if (text !== '') return keys.sealText(text, what)
  return before && was ? keys.seal(was.open(before, what), what) : null
}

async function save(
  db: Db,
  services: Parameters<typeof accountOf>[0],
  tenantId: number,
  accountId: number,
  input: AccountInput,
) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`wechat-account/${tenantId}`}, 0))`)
  const before = await accountRow(db, tenantId)
  assertValid(issuesOf(input, { secret: before?.secret != null }))
  // Enterprises without codes have no key yet.
  await addTenantKey(db, services.secrets, tenantId, 1)
  const keys = await MessagingKeys.open(db, services.secrets, tenantId)
  const was = before && (await MessagingKeys.open(db, services.secrets, tenantId, before.key_version))
  const secret = sealSecret(keys, input, 'secret', 'secret', before?.secret, was)
  const codeKey = sealSecret(keys, input, 'codeKey', 'code-key', before?.code_key, was)
  const miniSecret = sealSecret(keys, input, 'miniSecret', 'mini-secret', before?.mini_secret, was)
  const column = (name: string): Sql => sql`${textOf(input, name) || null}`
  // The host is the operator's: nobody else may have it confirmed for their account.
  const isOperator = tenantId === platformTenant
  const verifyToken =
    !isOperator || input.verifyFile === undefined
      ? (before?.verify_token ?? null)
      : (verifyTokenOf(textOf(input, 'verifyFile')) ?? null)
  await db.execute(sql`
    insert into wechat_account as a (tenant_id, enabled, sign_in, entrance, verify_token, app_id, mini_app_id, mini_path,
      key_version, secret, code_key, mini_secret, updated_by)
    values (${tenantId}, ${input.enabled === true}, ${input.signIn === true && isOperator},
      ${before?.entrance ?? createToken(tenantId, 18)}, ${verifyToken}, ${column('appId')}, ${column('miniAppId')},
      ${column('miniPath')}, ${keys.version}, ${secret}, ${codeKey}, ${miniSecret}, ${accountId})
    on conflict (tenant_id) do update
    set enabled = excluded.enabled, sign_in = excluded.sign_in, verify_token = excluded.verify_token, app_id = excluded.app_id, mini_app_id = excluded.mini_app_id, mini_path = excluded.mini_path,
      key_version = excluded.key_version, secret = excluded.secret, code_key = excluded.code_key, mini_secret = excluded.mini_secret,
      updated_by = excluded.updated_by, updated_at = excluded.updated_at`)
  // Stored tokens belong to the earlier credentials.
  await db.execute(sql`delete from wechat_token where tenant_id = ${tenantId}`)
}

export const accountRoutes: RouteSpec[] = [
  serve(readAccount, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const row = await accountRow(db, actor.tenantId)
      const { publicUrl } = services.settings
      return {
        enabled: row?.enabled ?? false,
        signIn: isPlatform(actor) ? (row?.sign_in ?? false) : null,
        verifyFile: isPlatform(actor) ? (row?.verify_token ? verifyFileName(row.verify_token) : '') : null,
        appId: row?.app_id ?? '',
        miniAppId: row?.mini_app_id ?? '',
        miniPath: row?.mini_path ?? '',
        hasSecret: row?.secret != null,
        hasCodeKey: row?.code_key != null,
        hasMiniSecret: row?.mini_secret != null,
        entrance: row?.entrance ?? null,
        callback: publicUrl + callbackPath,
        host: new URL(publicUrl).host,
        updatedAt: row?.updated_at ?? null,
      }
    }),
  ),
  serve(saveAccount, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, db => save(db, services, actor.tenantId, actor.accountId, body)),
  ),
  serve(removeAccount, async ({ services, actor }) => {
    await services.database.withTenant(actor.tenantId, db =>
      db.execute(sql`delete from wechat_account where tenant_id = ${actor.tenantId}`),
    )
  }),
  serve(checkAccount, async ({ services, actor }) => {
    const account = await accountOf(services, actor.tenantId)
    // Ignores stored tokens: they do not prove the current credentials.
    await services.database.withTenant(actor.tenantId, db =>
      db.execute(sql`delete from wechat_token where tenant_id = ${actor.tenantId}`),
    )
    try {
      await withToken(services, account, 'service', async () => {})
      if (account.mini) await withToken(services, account, 'mini', async () => {})
      return { ok: true, error: null, code: null }
    } catch (error) {
      if (!(error instanceof MessagingError)) throw error
      return { ok: false, error: error.key, code: error.errcode ?? null }
    }
  }),
  serve(messagingAccountState, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const row = await accountRow(db, actor.tenantId)
      return { account: accountState(row), miniAppId: row?.mini_app_id ?? '' }
    }),
  ),
]
