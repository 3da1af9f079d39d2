import { randomBytes } from 'node:crypto'
import {
  accountLength,
  accountPattern,
  checkBody,
  enterprise,
  identificationSkeleton,
  type Issue,
  type Language,
  normaliseIdentification,
  plainText,
  textsOf,
  tidyText,
  reservedIdentifications,
} from '@timbermark/contract'
import type { Actor } from '../../platform/actor.ts'
import { withNames } from '../../entity/names.ts'
import { dictionaryIssues } from '../../entity/references.ts'
import { notifyDirectoryChange } from '../code/directory/code-directory.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { platformTenant } from '../../platform/operator.ts'
import { assertValid, Refusal } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { sql } from '../../platform/database/sql.ts'
import type { SealingServices } from '../ledger/sealing/as-sealed.ts'
import { resealRows } from '../ledger/sealing/seal-rows.ts'
import { hashPassword } from '../system/identity/passwords.ts'
import { isSignInNameTaken } from '../system/identity/sign-in-names.ts'
import { forgetDevicesAndIdentities } from '../system/identity/known-devices.ts'
import { notifyAdministrators } from '../system/notice/messages.ts'
import { configValue } from '../system/parameter/config-values.ts'
import { updateDisabledFlags } from '../trade/disabled-enterprises.ts'
import { removeFactor } from '../system/second-factor/second-factor.ts'
import { resetAdministrator as resetCall } from '@timbermark/contract/calls'
import type { Call } from '../../platform/http/http.ts'
import type { Services } from '../../platform/services.ts'
import { initialHours } from '../system/people/users-write.ts'
import { createAccount, createEnterprise } from './create.ts'
import { checkPublicNames } from './public-name.ts'
import { checkTimeZone } from './time-zone.ts'

/** The account created with the enterprise (aliased `e`), or the oldest of its administrators. */
export const administratorOf = sql`coalesce(e.administrator_id, (
  select min(ar.account_id) from account_role ar join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
  where ar.tenant_id = e.id and r.role_key in ('enterpriseAdmin', 'superAdmin')))`

const reservedSkeletons = new Set(reservedIdentifications.map(identificationSkeleton))

interface AddedEnterprise {
  id: number
  administrator: string
  initialHours: number
}

const optionalText = (value: unknown) => (typeof value === 'string' ? plainText(value) || undefined : undefined)

/** Parses the body of a new enterprise; the identification becomes its canonical value. @throws Refusal invalid */
function parseNewEnterprise(body: Row): { fields: Row; administrator: string; email?: string; phone?: string } {
  const { administrator: administratorField, adminEmail, adminPhone, ...rest } = body
  const fields = {
    ...rest,
    ...(typeof rest.identification === 'string'
      ? { identification: normaliseIdentification(rest.identification) }
      : {}),
  } as Row
  const issues: Issue[] = checkBody(enterprise, fields, 'add')
  const administrator = optionalText(administratorField) ?? String(fields.identification ?? '')
  if (issues.every(issue => issue.field !== 'identification')) {
    const field = 'administrator'
    const length = [...administrator].length
    if (length < accountLength.min) issues.push({ field, error: 'tooShort', params: { min: accountLength.min } })
    else if (length > accountLength.max) issues.push({ field, error: 'tooLong', params: { max: accountLength.max } })
    else if (!new RegExp(accountPattern, 'u').test(administrator))
      issues.push({ field, error: 'pattern', params: { said: 'account' } })
  }
  const email = optionalText(adminEmail)
  const phone = optionalText(adminPhone)
  if (email !== undefined && !/^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(email))
    issues.push({ field: 'adminEmail', error: 'notEmail' })
  if (phone !== undefined && !/^\+?[0-9][0-9 ()-]{5,19}$/.test(phone))
    issues.push({ field: 'adminPhone', error: 'notPhone' })
  assertValid(issues)
  return { fields, administrator, email: email?.toLowerCase(), phone }
}

/**
 * Checks the body of a new enterprise before anything is written.
 * @returns the first password of its administrator: a random one, or the enterprise's identification where the parameter
 * sys.account.identificationPassword selects that rule of the specification (as in a demonstration)
 */
export async function checkNewEnterprise(db: Db, body: Row): Promise<string> {
  const { fields, administrator } = parseNewEnterprise(body)
  assertValid(await dictionaryIssues(db, enterprise, fields))
  await checkTimeZone(db, fields)
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
  if (reservedSkeletons.has(skeleton)) throw refuse('tenant.identificationReserved', 'identification')
  const name = tidyText(fields.name as string)
  const taken = await db.maybe<{ named: boolean }>(
    sql`select skeleton <> ${skeleton} as named from enterprise where skeleton = ${skeleton} or lower(name) = ${name.toLowerCase()} order by 1 limit 1`,
  )
  if (taken)
    throw taken.named ? refuse('tenant.nameTaken', 'name') : refuse('tenant.identificationTaken', 'identification')
  if (await isSignInNameTaken(db, administrator)) throw refuse('tenant.administratorTaken', 'administrator')
  return (await configValue(db, 'sys.account.identificationPassword')) === 'true' ? identification : generatePassword()
}

/** A random password that is shown once and can be used only to set another one. */
const generatePassword = () => randomBytes(12).toString('base64url')

/**
 * Adds an enterprise with key, department, roles and an administrator. The administrator's password, passed as a hash, can be
 * used only within 72 hours and only to set another one.
 */
export async function addEnterprise(
  db: Db,
  secrets: Secrets,
  actor: Actor,
  { body, language, hash }: { body: Row; language: Language; hash: string },
): Promise<AddedEnterprise> {
  await checkNewEnterprise(db, body)
  const { fields, administrator, email, phone } = parseNewEnterprise(body)
  const identification = fields.identification as string
  const name = tidyText(fields.name as string)
  const names = withNames(enterprise, fields, undefined, language)
  await checkPublicNames(db, names)
  const created = await createEnterprise(
    db,
    secrets,
    {
      identification,
      name,
      contact: optionalText(fields.contact),
      phone: optionalText(fields.phone),
      kind: optionalText(fields.kind),
      timeZone: optionalText(fields.timeZone),
      remark: optionalText(fields.remark),
      publicName: { main: optionalText(names.publicName), texts: textsOf(names.publicNameTexts) },
    },
    actor.accountId,
  )
  const accountId = await createAccount(
    db,
    created.id,
    {
      userName: administrator,
      nickName: (optionalText(fields.contact) ?? name).slice(0, 30),
      password: { hash },
      userType: 1,
      deptId: created.deptId,
      roleKeys: ['enterpriseAdmin'],
      initialHours,
      ...(email ? { email } : {}),
      ...(phone ? { phonenumber: phone } : {}),
    },
    actor.accountId,
  )
  await db.execute(
    sql`update enterprise set administrator_id = ${accountId}, status = ${fields.status === '1' ? '1' : '0'} where id = ${created.id}`,
  )
  return { id: created.id, administrator, initialHours }
}

/** Ends all sessions of an enterprise. */
export async function endSessions(db: Db, tenantId: number): Promise<number> {
  return db.execute(sql`delete from session where tenant_id = ${tenantId}`)
}

/** @throws Refusal notFound, tenant.platform */
export async function changeEnterpriseStatus(
  db: Db,
  services: SealingServices,
  actor: Actor,
  id: number,
  status: string,
): Promise<void> {
  if (id === platformTenant) throw new Refusal('tenant.platform')
  const touched = await db.execute(sql`
    update enterprise set status = ${status}, rights_epoch = rights_epoch + 1, updated_by = ${actor.accountId}, updated_at = now() where id = ${id}`)
  if (touched === 0) throw new Refusal('notFound')
  await updateDisabledFlags(db, id)
  await resealRows(db, services, id, { kind: 'enterprise', ids: [id] })
  await notifyDirectoryChange(db, { tenantId: id })
  if (status === '1') await endSessions(db, id)
}

/** Finds the administrator account of an enterprise. @throws Refusal notFound, tenant.platform, tenant.administratorMissing */
export async function findAdministrator(db: Db, id: number): Promise<{ account: number; name: string }> {
  if (id === platformTenant) throw new Refusal('tenant.platform')
  const administrator = await db.maybe<{ account: number | null; name: string | null }>(sql`
    select a.id as account, a.user_name as name from enterprise e left join account a on a.tenant_id = e.id and a.id = ${administratorOf} where e.id = ${id}`)
  if (!administrator) throw new Refusal('notFound')
  if (administrator.account === null || administrator.name === null) throw new Refusal('tenant.administratorMissing')
  return { account: administrator.account, name: administrator.name }
}

/** The operator who resets and the request, for the entry in the enterprise's operation log. */
type ResetCaller = Pick<Call, 'actor' | 'ip' | 'requestId'>

/**
 * Makes a new first password for the administrator, shown once, after the old one expired or was lost. Anyone who has it can
 * act as the enterprise, so the reset is logged in the enterprise's operation log and all its administrators get a message.
 * @param alsoFactor also removes the administrator's lost second factor
 */
export async function resetAdministrator(
  { database }: Services,
  by: ResetCaller,
  id: number,
  alsoFactor: boolean,
): Promise<{ administrator: string; password: string; initialHours: number }> {
  await database.acrossTenants('enterprise', db => findAdministrator(db, id))
  const password = generatePassword()
  const hash = await hashPassword(password)
  return database.acrossTenants('enterprise', async db => {
    const { account, name } = await findAdministrator(db, id)
    await db.execute(sql`
      update account set password_hash = ${hash}, initial_until = now() + make_interval(hours => ${initialHours}), status = '0',
        password_changed_at = now(), updated_at = now() where tenant_id = ${id} and id = ${account}`)
    await db.execute(sql`delete from session where tenant_id = ${id} and account_id = ${account}`)
    await forgetDevicesAndIdentities(db, id, account)
    if (alsoFactor) await removeFactor(db, { tenantId: id, accountId: account })
    await logReset(db, by, id, name)
    await notifyAdministrators(db, id, 'adminReset', { name, by: by.actor.userName })
    return { administrator: name, password, initialHours }
  })
}

/** Adds the reset to the operation log of the affected enterprise, with the request id of the operator's own entry. */
async function logReset(db: Db, { actor, ip, requestId }: ResetCaller, tenantId: number, name: string): Promise<void> {
  const { title } = resetCall.audit
  await db.execute(sql`
    insert into oper_log (tenant_id, oper_name, dept_name, title, business_type, request_method, oper_url, oper_ip, oper_param, request_id)
    values (${tenantId}, ${actor.userName}, ${actor.tenantName.slice(0, 30)}, ${title}, 2, ${resetCall.method}, ${`/api${resetCall.path}`}, ${ip},
      ${JSON.stringify({ administrator: name })}, ${requestId})`)
}
