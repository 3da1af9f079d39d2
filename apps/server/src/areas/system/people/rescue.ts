import { randomBytes } from 'node:crypto'
import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { forgetDevicesAndIdentities } from '../identity/known-devices.ts'
import { hashPassword } from '../identity/passwords.ts'
import { Sessions } from '../identity/sessions.ts'
import { notifyAdministrators } from '../notice/messages.ts'
import { removeFactor } from '../second-factor/second-factor.ts'
import { initialHours } from './users-write.ts'

/** What a rescue resets; at least one. */
export interface Rescue {
  password: boolean
  secondFactor: boolean
}

/** An administrator of the platform who can be rescued. */
export interface RescueTarget {
  id: number
  userName: string
  enabled: boolean
  hasFactor: boolean
}

/** The platform's administrators: accounts with the bootstrap role. */
export function listAdministrators(database: Database): Promise<RescueTarget[]> {
  return database.acrossTenants('rescue', db =>
    db.query<RescueTarget>(sql`
      select distinct a.id, a.user_name as "userName", a.status = '0' as enabled,
        exists (select from second_factor f where f.tenant_id = a.tenant_id and f.account_id = a.id) as "hasFactor"
      from account a
      join account_role ar on ar.tenant_id = a.tenant_id and ar.account_id = a.id
      join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
      where a.tenant_id = ${platformTenant} and r.role_key = 'superAdmin' order by a.user_name`),
  )
}

/**
 * Lets an administrator of the platform sign in again who lost the second factor or the password, and whom nobody else can
 * help. Ends their sessions, writes an entry to the operation log, and sends all administrators of the platform a message.
 * @param say receives the one-time password before it becomes valid: an interruption in between leaves the old one
 * @returns whether a second factor was removed
 */
export async function rescueAdministrator(
  database: Database,
  { id, userName }: RescueTarget,
  { password, secondFactor }: Rescue,
  say: (password: string) => void,
): Promise<{ factorRemoved: boolean }> {
  const oneTime = password ? randomBytes(12).toString('base64url') : undefined
  const hash = oneTime === undefined ? undefined : await hashPassword(oneTime)
  return database.acrossTenants('rescue', async db => {
    const owner = { tenantId: platformTenant, accountId: id }
    if (hash !== undefined)
      await db.execute(sql`
        update account set password_hash = ${hash}, initial_until = now() + make_interval(hours => ${initialHours}), status = '0',
          password_changed_at = now(), updated_at = now() where tenant_id = ${platformTenant} and id = ${id}`)
    const factorRemoved = secondFactor && (await removeFactor(db, owner))
    await Sessions.endAll(db, platformTenant, id)
    await forgetDevicesAndIdentities(db, platformTenant, id)
    await logRescue(db, userName, { password, secondFactor })
    await notifyAdministrators(db, platformTenant, 'accountRescued', { name: userName })
    if (oneTime !== undefined) say(oneTime)
    return { factorRemoved }
  })
}

/** Nobody was signed in: the entry names the command in the place of a person. */
async function logRescue(db: Db, administrator: string, rescue: Rescue): Promise<void> {
  const edit = 2
  await db.execute(sql`
    insert into oper_log (tenant_id, oper_name, dept_name, title, business_type, request_method, oper_url, oper_ip, oper_param, request_id)
    values (${platformTenant}, 'account:rescue', '', 'system.user', ${edit}, 'RUN', 'npm run account:rescue', '', ${JSON.stringify({ administrator, ...rescue })}, '')`)
}
