import { firstYear, isIsoDay } from './calendar.ts'
import type { Fault } from './fault.ts'
import type { DateKind } from './kind.ts'

const dateShape = /^(\d{4}-\d{2}-\d{2})$/
const timeShape = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** Clocks differ, and a day begins up to 14 hours earlier elsewhere. */
const aheadMilliseconds = 86_400_000

export function checkMoment(kind: DateKind, value: unknown): Fault | undefined {
  if (typeof value !== 'string') return { error: 'notDate' }
  const day = (kind.kind === 'date' ? dateShape : timeShape).exec(value)?.[1]
  if (day === undefined || !isIsoDay(day)) return { error: 'notDate' }
  if (Number(day.slice(0, 4)) < firstYear) return { error: 'notDate', params: { said: 'year', value: day } }
  const ahead = kind.happened && Date.parse(value) > Date.now() + aheadMilliseconds
  return ahead ? { error: 'inFuture' } : undefined
}
