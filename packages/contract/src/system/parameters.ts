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
  /** Kilometres an hour: strangers who meet a code farther apart than that have met two labels. */
  'sys.watch.speedKmh': { kind: 'integer', min: 200, max: 5000 },
  /** Towns far apart in which one item may be met within so many days. */
  'sys.watch.placesMost': { kind: 'integer', min: 1, max: 50 },
  'sys.watch.placesDays': { kind: 'integer', min: 1, max: 90 },
  /** Strangers who have to meet a dealer's codes at one place outside his territory. */
  'sys.watch.crossVisits': { kind: 'integer', min: 1, max: 100 },
  /** Days for which the public page tells of a case to which nothing is added. */
  'sys.watch.warnDays': { kind: 'integer', min: 1, max: 90 },
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
