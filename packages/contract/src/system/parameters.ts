import type { Fault } from '../kinds/fault.ts'
import type { ChoiceKind, FlagKind, NumberKind, TextKind } from '../kinds/kind.ts'
import { checkValue } from '../kinds/kinds.ts'

/** What the value of a parameter is. It is kept and travels as text, whatever it is. */
export type ParameterKind = FlagKind | NumberKind | ChoiceKind | (TextKind & { mayBeEmpty?: true })

const freeText = { kind: 'text', max: 500 } as const

/** The delivered parameters: what each of them may say. Whatever reads one is in `server/test/system/parameters.test.ts`. */
export const parameterKinds = {
  'sys.account.captchaEnabled': { kind: 'flag' },
  'sys.account.registerUser': { kind: 'flag' },
  'sys.account.strongPassword': { kind: 'flag' },
  'sys.account.identificationPassword': { kind: 'flag' },
  'sys.account.initPasswordModify': { kind: 'flag' },
  /** Hours after which a session ends, however much it is used. */
  'sys.session.hours': { kind: 'integer', min: 1, max: 168 },
  /** Empty: the general notice stands in its place. */
  'sys.site.filing': { ...freeText, mayBeEmpty: true },
  'sys.index.sideTheme': { kind: 'choice', options: ['theme-dark', 'theme-light'] },
} as const satisfies Record<string, ParameterKind>

export type ParameterKey = keyof typeof parameterKinds

/** What people add beside the delivered ones is free text. */
export function parameterKindOf(key: string): ParameterKind {
  return Object.hasOwn(parameterKinds, key) ? parameterKinds[key as ParameterKey] : freeText
}

export function mayBeEmpty(key: string): boolean {
  const kind = parameterKindOf(key)
  return kind.kind === 'text' && kind.mayBeEmpty === true
}

/** Checks the value of a parameter, the same in the form and on the server. */
export function checkParameter(key: string, value: unknown): Fault | undefined {
  const kind = parameterKindOf(key)
  const text = typeof value === 'string' ? value.trim() : value
  // A switch is told in words, as every value of a parameter is.
  const meant = kind.kind === 'flag' && (text === 'true' || text === 'false') ? text === 'true' : text
  return checkValue(kind, !mayBeEmpty(key), meant)
}
