import type { Db } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { MessagingKeys } from './keys.ts'

/** Return address after the platform's consent page. */
export const callbackPath = '/wx/webAuth'

/** Row of an enterprise's account at the messaging platform. */
export interface AccountRow {
  enabled: boolean
  /** Visitors of the public page are identified; only the operator's setting counts. */
  sign_in: boolean
  entrance: string
  verify_token: string | null
  app_id: string | null
  mini_app_id: string | null
  mini_path: string | null
  key_version: number
  secret: Buffer | null
  code_key: Buffer | null
  mini_secret: Buffer | null
  updated_at: Date
}

/** The account with decrypted credentials: only for making a call. */
export interface Account {
  tenantId: number
  entrance: string
  appId: string
  secret: string
  /** Decrypts packages of codes; absent until the platform has granted codes. */
  codeKey?: string
  mini?: { appId: string; secret: string }
}

export type AccountState = 'none' | 'off' | 'noKey' | 'ready'

export function accountRow(db: Db, tenantId: number): Promise<AccountRow | undefined> {
  return db.maybe<AccountRow>(sql`
    select enabled, sign_in, entrance, verify_token, app_id, mini_app_id, mini_path, key_version, secret, code_key, mini_secret, updated_at
    from wechat_account where tenant_id = ${tenantId}`)
}

export function accountState(row: AccountRow | undefined): AccountState {
  if (!row?.app_id || !row.secret) return 'none'
  if (!row.enabled) return 'off'
  return row.code_key ? 'ready' : 'noKey'
}

/** @throws Refusal wechat.noAccount, wechat.accountOff */
export async function openAccount(db: Db, secrets: Secrets, tenantId: number): Promise<Account> {
  const row = await accountRow(db, tenantId)
  if (!row?.app_id || !row.secret) throw new Refusal('wechat.noAccount')
  if (!row.enabled) throw new Refusal('wechat.accountOff')
  const keys = await MessagingKeys.open(db, secrets, tenantId, row.key_version)
  return {
    tenantId,
    entrance: row.entrance,
    appId: row.app_id,
    secret: keys.openText(row.secret, 'secret'),
    codeKey: row.code_key ? keys.openText(row.code_key, 'code-key') : undefined,
    mini:
      row.mini_app_id && row.mini_secret
        ? { appId: row.mini_app_id, secret: keys.openText(row.mini_secret, 'mini-secret') }
        : undefined,
  }
}

/** The same in a separate transaction. */
export const accountOf = ({ database, secrets }: Services, tenantId: number): Promise<Account> =>
  database.withTenant(tenantId, db => openAccount(db, secrets, tenantId))
