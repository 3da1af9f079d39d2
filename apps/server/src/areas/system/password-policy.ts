import { passwordLength } from '@timbermark/contract'
import type { Db } from '../../platform/database.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { configValue } from './config-values.ts'

export interface PolicyOptions {
  /** Field that a refusal names. */
  field: string
  /** Lengths while strong passwords are not demanded: what the forms of the specification say. */
  weak: { min: number; max: number }
}

/**
 * The password policy in force. With strong passwords (parameter sys.account.strongPassword, on as delivered): 8 to 64
 * characters, not a common password, not the account's name.
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
  if (strong && isCommon(password, userName))
    throw new Refusal('auth.passwordCommon', {}, { issues: [{ field, error: 'auth.passwordCommon' }] })
}

const common = new Set(
  'password passw0rd password1 password123 12345678 123456789 1234567890 87654321 11111111 00000000 88888888 66666666 abcd1234 abc12345 qwertyui qwerty123 qwer1234 1q2w3e4r 1qaz2wsx iloveyou sunshine princess football baseball welcome1 admin123 admin1234 administrator woaini1314 5201314520 a1234567 aa123456 asdf1234 zxcvbnm1 motdepasse azertyui azerty123 bonjour1'.split(
    ' ',
  ),
)

function isCommon(password: string, userName: string): boolean {
  const plain = password.toLowerCase()
  return common.has(plain) || new Set(plain).size < 4 || plain === userName.toLowerCase()
}
