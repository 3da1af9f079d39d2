import { passwordLength } from '@timbermark/contract'
import { useParameter } from '../parameter.ts'

/**
 * How long a password may be, in characters: the specification's lengths, or those of strong passwords while they are
 * demanded.
 * @param kind `given` by an administrator, or chosen by its `own`er.
 */
export function usePasswordLength(kind: 'given' | 'own'): { min: number; max: number } {
  return useParameter('sys.account.strongPassword') === 'false' ? passwordLength[kind] : passwordLength.strong
}
