import type { Db } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { PlatformKeys } from './keys.ts'

/** Where the platform sends people back to after its consent page. */
export const callbackPath = '/wx/webAuth'

/** The account of an enterprise at the messaging platform as its row holds it. */
export interface AccountRow {
  enabled: boolean
  /** Readers of the public page are asked who they are; only the operator's counts. */
  sign_in: boolean
  entrance: string
  app_id: string | null
  mini_app_id: string | null
  mini_path: string | null
  key_version: number
  secret: Buffer | null
  code_key: Buffer | null
  mini_secret: Buffer | null
  updated_at: Date
}

/** The same, opened: only where a call is about to be made. */
export interface Account {
  tenantId: number
  entrance: string
  appId: string
  secret: string
  /** Opens packages of codes; absent until the platform has granted them. */
  codeKey?: string
  mini?: { appId: string; secret: string }
}

export type AccountStanding = 'none' | 'off' | 'noKey' | 'ready'

export function accountRow(db: Db, tenantId: number): Promise<AccountRow | undefined> {
  return db.maybe<AccountRow>(sql`
    select enabled, sign_in, entrance, app_id, mini_app_id, mini_path, key_version, secret, code_key, mini_secret, updated_at
    from wechat_account where tenant_id = ${tenantId}`)
}

export function standingOf(row: AccountRow | undefined): AccountStanding {
  if (!row?.app_id || !row.secret) return 'none'
  if (!row.enabled) return 'off'
  return row.code_key ? 'ready' : 'noKey'
}

/** @throws Refusal wechat.noAccount, wechat.accountOff */
export async function openAccount(db: Db, secrets: Secrets, tenantId: number): Promise<Account> {
  const row = await accountRow(db, tenantId)
  if (!row?.app_id || !row.secret) throw new Refusal('wechat.noAccount')
  if (!row.enabled) throw new Refusal('wechat.accountOff')
  const keys = await PlatformKeys.open(db, secrets, tenantId, row.key_version)
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

/** The same in a transaction of its own. */
export const accountOf = ({ database, secrets }: Services, tenantId: number): Promise<Account> =>
  database.withTenant(tenantId, db => openAccount(db, secrets, tenantId))
