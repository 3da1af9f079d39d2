import type { Fault } from '../kinds/fault.ts'
import type { ChoiceKind, FlagKind, NumberKind, TextKind } from '../kinds/kind.ts'
import { checkValue } from '../kinds/kinds.ts'

/** Kind of a parameter's value. It is always stored and sent as text. */
export type ParameterKind = FlagKind | NumberKind | ChoiceKind | (TextKind & { mayBeEmpty?: true })

const freeText = { kind: 'text', max: 500 } as const

/** The delivered parameters with their allowed values. `server/test/system/parameters.test.ts` lists the readers of each. */
export const parameterKinds = {
  'sys.account.captchaEnabled': { kind: 'flag' },
  'sys.account.registerUser': { kind: 'flag' },
  'sys.account.strongPassword': { kind: 'flag' },
  'sys.account.identificationPassword': { kind: 'flag' },
  'sys.account.initPasswordModify': { kind: 'flag' },
  /** Hours after which a session ends, even when it is in use. */
  'sys.session.hours': { kind: 'integer', min: 1, max: 168 },
  /** Empty: the general notice is shown instead. */
  'sys.site.filing': { ...freeText, mayBeEmpty: true },
  /** Speed limit in km/h: two people who see a code at a higher speed have seen two labels. */
  'sys.watch.speedKmh': { kind: 'integer', min: 200, max: 5000 },
  /** Number of distant towns in which one item may be seen, and the days. */
  'sys.watch.placesMost': { kind: 'integer', min: 1, max: 50 },
  'sys.watch.placesDays': { kind: 'integer', min: 1, max: 90 },
  /** Different people who must see a dealer's codes at one place outside the territory. */
  'sys.watch.crossVisits': { kind: 'integer', min: 1, max: 100 },
  /** Days for which the public page warns of a case without new evidence. */
  'sys.watch.warnDays': { kind: 'integer', min: 1, max: 90 },
  'sys.index.sideTheme': { kind: 'choice', options: ['theme-dark', 'theme-light'] },
} as const satisfies Record<string, ParameterKind>

export type ParameterKey = keyof typeof parameterKinds

/** Parameters that people add are free text. */
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
  // A switch is text too, like every value of a parameter.
  const meant = kind.kind === 'flag' && (text === 'true' || text === 'false') ? text === 'true' : text
  return checkValue(kind, !mayBeEmpty(key), meant)
}
