import { passwordLength } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { configValue } from '../parameter/config-values.ts'

export interface PolicyOptions {
  /** The field that a refusal names. */
  field: string
  /** Length limits of the specification's form, used while strong passwords are not required. */
  weak: { min: number; max: number }
}

/**
 * Checks a new password against the policy in force. With strong passwords (parameter sys.account.strongPassword; on in
 * production, off in a demonstration): 8 to 64 characters, not a common password, not the account's name. Without: the
 * length limits of the form, and a password as long as a strong one must not be a common one. For shorter ones the
 * specification limits only the length.
 * @throws Refusal invalid, auth.passwordCommon
 */
export async function assertPassword(
  db: Db,
  password: string,
  userName: string,
  { field, weak }: PolicyOptions,
): Promise<void> {
  const strong = (await configValue(db, 'sys.account.strongPassword')) !== 'false'
  const length = [...password].length
  const { min, max } = strong ? passwordLength.strong : weak
  if (length < min) throw invalid([{ field, error: 'tooShort', params: { min } }])
  if (length > max) throw invalid([{ field, error: 'tooLong', params: { max } }])
  const common = strong
    ? await isCommon(password, userName)
    : length >= passwordLength.strong.min && (await isListedAsCommon(password))
  if (common) throw new Refusal('auth.passwordCommon', {}, { issues: [{ field, error: 'auth.passwordCommon' }] })
}

/** Passwords that are common among our users and missing in international lists. */
const localCommonPasswords =
  'woaini1314 5201314520 aini1314 wodemima mima1234 motdepasse azertyui azerty123 bonjour1 jetaime1'.split(' ')

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Some 49,000 common passwords (OWASP ASVS 6.2.4 requires 3,000), loaded when the first password is checked. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...(dictionary['passwords-common'] as readonly string[]), ...localCommonPasswords])
}

async function isCommon(password: string, userName: string): Promise<boolean> {
  const plain = password.toLowerCase()
  if (new Set(plain).size < 4 || plain === userName.toLowerCase()) return true
  return isListedAsCommon(plain)
}

async function isListedAsCommon(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(password.toLowerCase())
}
