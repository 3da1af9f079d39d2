import { passwordLength } from '@timbermark/contract'
import { useParameter } from '../parameter.ts'

/**
 * Length limits of a password in characters: the specification's, or those of strong passwords while these are
 * demanded.
 * @param kind `given` for a password set by an administrator, `own` for one chosen by its owner
 */
export function usePasswordLength(kind: 'given' | 'own'): { min: number; max: number } {
  return useParameter('sys.account.strongPassword') === 'false' ? passwordLength[kind] : passwordLength.strong
}
