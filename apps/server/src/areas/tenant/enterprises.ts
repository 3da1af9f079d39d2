import { randomBytes } from 'node:crypto'
import {
  accountLength,
  accountPattern,
  checkBody,
  enterprise,
  identificationSkeleton,
  type Issue,
  normaliseIdentification,
  plainText,
  reservedIdentifications,
} from '@timbermark/contract'
import type { Actor } from '../../platform/actor.ts'
import { dictionaryIssues } from '../../entity/references.ts'
import { notifyDirectoryChange } from '../code/directory/code-directory.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { platformTenant } from '../../platform/operator.ts'
import { assertValid, Refusal } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { sql } from '../../platform/database/sql.ts'
import { resealRows } from '../ledger/sealing/seal-rows.ts'
import { hashPassword } from '../system/identity/passwords.ts'
import { isSignInNameTaken } from '../system/identity/sign-in-names.ts'
import { forgetDevices } from '../system/identity/known-devices.ts'
import { tellAdministrators } from '../system/notice/messages.ts'
import { configValue } from '../system/parameter/config-values.ts'
import { keepStanding } from '../trade/disabled-enterprises.ts'
import { remove as removeFactor } from '../system/second-factor/second-factor.ts'
import { resetAdministrator as resetCall } from '@timbermark/contract/calls'
import type { Call } from '../../platform/http/http.ts'
import type { Services } from '../../platform/services.ts'
import { initialHours } from '../system/people/users-write.ts'
import { createAccount, createEnterprise } from './create.ts'

/** The account that came with the enterprise (aliased `e`), or the oldest of its administrators. */
export const administratorOf = sql`coalesce(e.administrator_id, (
  select min(ar.account_id) from account_role ar join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
  where ar.tenant_id = e.id and r.role_key in ('enterpriseAdmin', 'superAdmin')))`

const reserved = new Set(reservedIdentifications.map(identificationSkeleton))

interface Added {
  id: number
  administrator: string
  initialHours: number
}

const optional = (value: unknown) => (typeof value === 'string' ? plainText(value) || undefined : undefined)

/** Body of a new enterprise, with its identification as it will be kept. @throws Refusal invalid */
function checked(body: Row): { fields: Row; administrator: string; email?: string; phone?: string } {
  const { administrator: given, adminEmail, adminPhone, ...rest } = body
  const fields = {
    ...rest,
    ...(typeof rest.identification === 'string'
      ? { identification: normaliseIdentification(rest.identification) }
      : {}),
  } as Row
  const issues: Issue[] = checkBody(enterprise, fields, 'add')
  const administrator = optional(given) ?? String(fields.identification ?? '')
  if (issues.every(issue => issue.field !== 'identification')) {
    const field = 'administrator'
    const length = [...administrator].length
    if (length < accountLength.min) issues.push({ field, error: 'tooShort', params: { min: accountLength.min } })
    else if (length > accountLength.max) issues.push({ field, error: 'tooLong', params: { max: accountLength.max } })
    else if (!new RegExp(accountPattern, 'u').test(administrator))
      issues.push({ field, error: 'pattern', params: { said: 'account' } })
  }
  const email = optional(adminEmail)
  const phone = optional(adminPhone)
  if (email !== undefined && !/^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(email))
    issues.push({ field: 'adminEmail', error: 'notEmail' })
  if (phone !== undefined && !/^\+?[0-9][0-9 ()-]{5,19}$/.test(phone))
    issues.push({ field: 'adminPhone', error: 'notPhone' })
  assertValid(issues)
  return { fields, administrator, email: email?.toLowerCase(), phone }
}

/**
 * What adding an enterprise asks of the body before anything is written.
 * @returns the first password of its administrator: a random one, or the enterprise's identification where the parameter
 * sys.account.identificationPassword chooses that rule of the specification (a demonstration does)
 */
export async function checkNewEnterprise(db: Db, body: Row): Promise<string> {
  const { fields, administrator } = checked(body)
  assertValid(await dictionaryIssues(db, enterprise, fields))
  const identification = fields.identification as string
  const skeleton = identificationSkeleton(identification)
  const refuse = (
    error:
      | 'tenant.identificationTaken'
      | 'tenant.identificationReserved'
      | 'tenant.nameTaken'
      | 'tenant.administratorTaken',
    field: string,
  ) => new Refusal(error, {}, { issues: [{ field, error }] })
  if (reserved.has(skeleton)) throw refuse('tenant.identificationReserved', 'identification')
  const name = plainText(fields.name as string)
  const taken = await db.maybe<{ named: boolean }>(
    sql`select skeleton <> ${skeleton} as named from enterprise where skeleton = ${skeleton} or lower(name) = ${name.toLowerCase()} order by 1 limit 1`,
  )
  if (taken)
    throw taken.named ? refuse('tenant.nameTaken', 'name') : refuse('tenant.identificationTaken', 'identification')
  if (await isSignInNameTaken(db, administrator)) throw refuse('tenant.administratorTaken', 'administrator')
  return (await configValue(db, 'sys.account.identificationPassword')) === 'true' ? identification : firstPassword()
}

/** Told once, and good for nothing but setting another one. */
const firstPassword = () => randomBytes(12).toString('base64url')

/**
 * Adds an enterprise with key, department, roles and an administrator. The administrator's password, given by its hash,
 * serves to set another one, within 72 hours, and for nothing else.
 */
export async function addEnterprise(db: Db, secrets: Secrets, actor: Actor, body: Row, hash: string): Promise<Added> {
  await checkNewEnterprise(db, body)
  const { fields, administrator, email, phone } = checked(body)
  const identification = fields.identification as string
  const name = plainText(fields.name as string)
  const made = await createEnterprise(
    db,
    secrets,
    {
      identification,
      name,
      contact: optional(fields.contact),
      phone: optional(fields.phone),
      kind: optional(fields.kind),
      remark: optional(fields.remark),
    },
    actor.accountId,
  )
  const accountId = await createAccount(
    db,
    made.id,
    {
      userName: administrator,
      nickName: (optional(fields.contact) ?? name).slice(0, 30),
      password: { hash },
      userType: 1,
      deptId: made.deptId,
      roleKeys: ['enterpriseAdmin'],
      initialHours,
      ...(email ? { email } : {}),
      ...(phone ? { phonenumber: phone } : {}),
    },
    actor.accountId,
  )
  await db.execute(
    sql`update enterprise set administrator_id = ${accountId}, status = ${fields.status === '1' ? '1' : '0'} where id = ${made.id}`,
  )
  return { id: made.id, administrator, initialHours }
}

/** Ends everything that is signed in to an enterprise. */
export async function endSessions(db: Db, tenantId: number): Promise<number> {
  return db.execute(sql`delete from session where tenant_id = ${tenantId}`)
}

/** @throws Refusal notFound, tenant.platform */
export async function changeEnterpriseStatus(
  db: Db,
  secrets: Secrets,
  actor: Actor,
  id: number,
  status: string,
): Promise<void> {
  if (id === platformTenant) throw new Refusal('tenant.platform')
  const touched = await db.execute(sql`
    update enterprise set status = ${status}, rights_epoch = rights_epoch + 1, updated_by = ${actor.accountId}, updated_at = now() where id = ${id}`)
  if (touched === 0) throw new Refusal('notFound')
  await keepStanding(db, id)
  await resealRows(db, secrets, id, { kind: 'enterprise', ids: [id] })
  await notifyDirectoryChange(db)
  if (status === '1') await endSessions(db, id)
}

/** The account that looks after an enterprise. @throws Refusal notFound, tenant.platform, tenant.administratorMissing */
export async function findAdministrator(db: Db, id: number): Promise<{ account: number; name: string }> {
  if (id === platformTenant) throw new Refusal('tenant.platform')
  const found = await db.maybe<{ account: number | null; name: string | null }>(sql`
    select a.id as account, a.user_name as name from enterprise e left join account a on a.tenant_id = e.id and a.id = ${administratorOf} where e.id = ${id}`)
  if (!found) throw new Refusal('notFound')
  if (found.account === null || found.name === null) throw new Refusal('tenant.administratorMissing')
  return { account: found.account, name: found.name }
}

/** Who resets, and the call that does it: it stands in the enterprise's own log as it stands in the operator's. */
type Reset = Pick<Call, 'actor' | 'ip' | 'requestId'>

/**
 * A new first password for the administrator, told once: for when the old one ran out or was lost. Whoever has it can enter
 * as the enterprise, so the enterprise is told: in its own operation log, and by a message to all its administrators.
 * @param alsoFactor removes his second factor, which he lost too
 */
export async function resetAdministrator(
  { database }: Services,
  by: Reset,
  id: number,
  alsoFactor: boolean,
): Promise<{ administrator: string; password: string; initialHours: number }> {
  await database.acrossTenants('enterprise', db => findAdministrator(db, id))
  const password = firstPassword()
  const hash = await hashPassword(password)
  return database.acrossTenants('enterprise', async db => {
    const { account, name } = await findAdministrator(db, id)
    await db.execute(sql`
      update account set password_hash = ${hash}, initial_until = now() + make_interval(hours => ${initialHours}), status = '0', password_changed_at = now(), updated_at = now() where tenant_id = ${id} and id = ${account}`)
    await db.execute(sql`delete from session where tenant_id = ${id} and account_id = ${account}`)
    await forgetDevices(db, id, account)
    if (alsoFactor) await removeFactor(db, { tenantId: id, accountId: account })
    await enterReset(db, by, id, name)
    await tellAdministrators(db, id, 'adminReset', { name, by: by.actor.userName })
    return { administrator: name, password, initialHours }
  })
}

/** The reset in the log of the enterprise that it happens to, with the id that the operator's own entry has. */
async function enterReset(db: Db, { actor, ip, requestId }: Reset, tenantId: number, name: string): Promise<void> {
  const { title } = resetCall.audit
  await db.execute(sql`
    insert into oper_log (tenant_id, oper_name, dept_name, title, business_type, request_method, oper_url, oper_ip, oper_param, request_id)
    values (${tenantId}, ${actor.userName}, ${actor.tenantName.slice(0, 30)}, ${title}, 2, ${resetCall.method}, ${`/api${resetCall.path}`}, ${ip},
      ${JSON.stringify({ administrator: name })}, ${requestId})`)
}
