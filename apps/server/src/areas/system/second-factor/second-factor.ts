import { randomBytes, randomInt } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { FactorKeys, type Owner } from './factor-keys.ts'
import { matchingStep } from './totp.ts'

/** Bytes of a secret (RFC 4226 recommends 20). */
const secretBytes = 20
const recoveryCount = 10
/** Ten letters and digits that cannot be confused with each other: 50 bits. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoveryLength = 10

/** How the factor was proven: by the authenticator, or by a recovery code, which is now used up. */
export type FactorProof = 'code' | 'recovery'

interface Stored {
  sealed: Buffer
  key_version: number
  last_step: string
  confirmed: boolean
}

/** Locks the row, so that a code that is sent twice at the same moment is accepted once. */
function lockFactor(db: Db, { tenantId, accountId }: Owner): Promise<Stored | undefined> {
  return db.maybe<Stored>(sql`
    select sealed, key_version, last_step, confirmed_at is not null as confirmed from second_factor
    where tenant_id = ${tenantId} and account_id = ${accountId} for update`)
}

const refusalOf = (key: 'auth.secondFactorWrong' | 'auth.secondFactorNone' | 'auth.secondFactorSet') =>
  new Refusal(key, {}, key === 'auth.secondFactorWrong' ? { issues: [{ field: 'code', error: key }] } : {})

/** Starts an enrollment and replaces an unconfirmed one. @throws Refusal auth.secondFactorSet */
export async function beginEnrollment(db: Db, secrets: Secrets, owner: Owner): Promise<Uint8Array> {
  const keys = await FactorKeys.open(db, secrets, owner.tenantId)
  const secret = randomBytes(secretBytes)
  const begun = await db.execute(sql`
    insert into second_factor as f (tenant_id, account_id, sealed, key_version)
    values (${owner.tenantId}, ${owner.accountId}, ${keys.seal(secret, owner)}, ${keys.version})
    on conflict (tenant_id, account_id) do update
    set sealed = excluded.sealed, key_version = excluded.key_version, last_step = excluded.last_step, created_at = excluded.created_at
    where f.confirmed_at is null`)
  if (begun === 0) throw refusalOf('auth.secondFactorSet')
  return secret
}

/**
 * Confirms the enrollment with the first valid code. From now on sign-ins require the factor.
 * @returns the recovery codes
 * @throws Refusal auth.secondFactorNone, auth.secondFactorSet, auth.secondFactorWrong
 */
export async function confirmEnrollment(db: Db, secrets: Secrets, owner: Owner, code: string): Promise<string[]> {
  const factor = await lockFactor(db, owner)
  if (!factor) throw refusalOf('auth.secondFactorNone')
  if (factor.confirmed) throw refusalOf('auth.secondFactorSet')
  const keys = await FactorKeys.open(db, secrets, owner.tenantId, factor.key_version)
  if (!(await takeCode(db, keys, owner, factor, code))) throw refusalOf('auth.secondFactorWrong')
  await db.execute(sql`
    update second_factor set confirmed_at = now() where tenant_id = ${owner.tenantId} and account_id = ${owner.accountId}`)
  return writeRecoveryCodes(db, keys, owner)
}

/** Verifies a current code or a recovery code and uses it up. */
export async function verifyFactor(
  db: Db,
  secrets: Secrets,
  owner: Owner,
  input: string,
): Promise<FactorProof | undefined> {
  const factor = await lockFactor(db, owner)
  if (!factor?.confirmed) return undefined
  const keys = await FactorKeys.open(db, secrets, owner.tenantId, factor.key_version)
  if (await takeCode(db, keys, owner, factor, input)) return 'code'
  const used = await db.execute(sql`
    update recovery_code set used_at = now()
    where tenant_id = ${owner.tenantId} and account_id = ${owner.accountId}
      and code_hash = ${keys.hash(stripSeparators(input), owner)} and used_at is null`)
  return used > 0 ? 'recovery' : undefined
}

/** Makes new recovery codes and invalidates the old ones. @throws Refusal auth.secondFactorNone */
export async function replaceRecoveryCodes(db: Db, secrets: Secrets, owner: Owner): Promise<string[]> {
  const factor = await lockFactor(db, owner)
  if (!factor?.confirmed) throw refusalOf('auth.secondFactorNone')
  return writeRecoveryCodes(db, await FactorKeys.open(db, secrets, owner.tenantId, factor.key_version), owner)
}

/** Removes the factor. @returns whether there was one */
export async function removeFactor(db: Db, { tenantId, accountId }: Owner): Promise<boolean> {
  await db.execute(sql`delete from recovery_code where tenant_id = ${tenantId} and account_id = ${accountId}`)
  return (
    (await db.execute(sql`delete from second_factor where tenant_id = ${tenantId} and account_id = ${accountId}`)) > 0
  )
}

async function takeCode(db: Db, keys: FactorKeys, owner: Owner, factor: Stored, input: string): Promise<boolean> {
  const step = matchingStep(
    keys.open(factor.sealed, owner),
    stripSeparators(input),
    Date.now(),
    Number(factor.last_step),
  )
  if (step === undefined) return false
  await db.execute(sql`
    update second_factor set last_step = ${step} where tenant_id = ${owner.tenantId} and account_id = ${owner.accountId}`)
  return true
}

async function writeRecoveryCodes(db: Db, keys: FactorKeys, owner: Owner): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, makeRecoveryCode)
  await db.execute(
    sql`delete from recovery_code where tenant_id = ${owner.tenantId} and account_id = ${owner.accountId}`,
  )
  await insertRows(
    db,
    'recovery_code',
    codes.map(code => ({ tenant_id: owner.tenantId, account_id: owner.accountId, code_hash: keys.hash(code, owner) })),
  )
  return codes.map(code => `${code.slice(0, 5)}-${code.slice(5)}`)
}

const makeRecoveryCode = (): string =>
  Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')

/** People copy codes together with the spaces and hyphens of the display. */
const stripSeparators = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()
