import { enterprise as enterpriseEntity, type Texts } from '@timbermark/contract'
import { addTenantKey } from '../../platform/secrets/tenant-keys.ts'
import type { Db } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { sql } from '../../platform/database/sql.ts'
import { storeDefaultRoles } from '../system/bootstrap/bootstrap.ts'
import { hashPassword } from '../system/identity/passwords.ts'
import { takeSignInName } from '../system/identity/sign-in-names.ts'

export interface NewEnterprise {
  identification: string
  name: string
  contact?: string
  phone?: string
  kind?: string
  timeZone?: string
  remark?: string
  publicName?: { main: string | undefined; texts: Texts }
}

/** Most enterprises work in China. */
const usualZone = enterpriseEntity.fields.timeZone.default

/** Creates an enterprise with everything it needs to work: key, root department, bootstrap roles. */
export async function createEnterprise(
  db: Db,
  secrets: Secrets,
  enterprise: NewEnterprise,
  createdBy: number | null = null,
): Promise<{ id: number; deptId: number }> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into enterprise (identification, name, contact, phone, kind, time_zone, remark, public_name, public_name_texts, created_by)
    values (${enterprise.identification}, ${enterprise.name}, ${enterprise.contact ?? null}, ${enterprise.phone ?? null},
    ${enterprise.kind ?? 'processor'}, ${enterprise.timeZone ?? usualZone}, ${enterprise.remark ?? null}, ${enterprise.publicName?.main ?? null},
    ${JSON.stringify(enterprise.publicName?.texts ?? {})}::jsonb, ${createdBy})
    returning id`)
  return { id, deptId: await equipEnterprise(db, secrets, id, enterprise.name) }
}

export async function equipEnterprise(db: Db, secrets: Secrets, id: number, name: string): Promise<number> {
  await addTenantKey(db, secrets, id, 1)
  const dept = await db.maybe<{ id: number }>(
    sql`select id from dept where tenant_id = ${id} and parent_id is null order by id limit 1`,
  )
  const deptId =
    dept?.id ??
    (
      await db.one<{ id: number }>(
        sql`insert into dept (tenant_id, dept_name) values (${id}, ${name.slice(0, 30)}) returning id`,
      )
    ).id
  await storeDefaultRoles(db, id)
  return deptId
}

export interface NewAccount {
  userName: string
  nickName: string
  /** Plain text only in the seed; otherwise hash it before the transaction begins. */
  password: string | { hash: string }
  userType: number
  deptId: number | null
  roleKeys: readonly string[]
  email?: string
  phonenumber?: string
  sex?: string
  /** The password can be used for this many hours, and only to set another one. */
  initialHours?: number
}

export async function createAccount(
  db: Db,
  tenantId: number,
  account: NewAccount,
  createdBy: number | null = null,
): Promise<number> {
  const { password } = account
  const passwordHash = typeof password === 'string' ? await hashPassword(password) : password.hash
  const initial =
    account.initialHours === undefined ? sql`null` : sql`now() + make_interval(hours => ${account.initialHours})`
  const { id } = await db.one<{ id: number }>(sql`
    insert into account (tenant_id, dept_id, user_name, nick_name, user_type, email, phonenumber, sex, password_hash, initial_until, created_by)
    values (${tenantId}, ${account.deptId}, ${account.userName}, ${account.nickName}, ${account.userType}, ${account.email ?? null},
    ${account.phonenumber ?? null}, ${account.sex ?? '0'}, ${passwordHash}, ${initial}, ${createdBy})
    returning id`)
  await takeSignInName(db, tenantId, id, account.userName)
  const roles = await db.query<{ id: number }>(
    sql`select id from role where tenant_id = ${tenantId} and role_key = any(${[...account.roleKeys]})`,
  )
  await insertRows(
    db,
    'account_role',
    roles.map(role => ({ tenant_id: tenantId, account_id: id, role_id: role.id })),
  )
  return id
}
