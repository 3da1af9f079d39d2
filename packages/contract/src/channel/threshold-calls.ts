import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { parameterKinds } from '../system/parameters.ts'
import { nothing } from '../wire/shapes.ts'

/** Thresholds of the watch that an enterprise may set for itself, each with the parameter that holds when it does not. */
export const watchThresholds = {
  speedKmh: 'sys.watch.speedKmh',
  placesMost: 'sys.watch.placesMost',
  placesDays: 'sys.watch.placesDays',
  crossVisits: 'sys.watch.crossVisits',
  warnDays: 'sys.watch.warnDays',
} as const
export type WatchThreshold = keyof typeof watchThresholds

const within = (key: WatchThreshold) => {
  const { min, max } = parameterKinds[watchThresholds[key]]
  return z.number().int().min(min).max(max)
}

/** Null: the installation's. */
const own = z.strictObject({
  speedKmh: within('speedKmh').nullable(),
  placesMost: within('placesMost').nullable(),
  placesDays: within('placesDays').nullable(),
  crossVisits: within('crossVisits').nullable(),
  warnDays: within('warnDays').nullable(),
})

const installation = z.strictObject({
  speedKmh: z.number().int(),
  placesMost: z.number().int(),
  placesDays: z.number().int(),
  crossVisits: z.number().int(),
  warnDays: z.number().int(),
})

export const caseThresholds = defineCall({
  method: 'GET',
  path: '/channel/case/thresholds',
  access: { permission: 'channel:case:thresholds' },
  scope: { none: 'settings of the enterprise' },
  summary: 'From where on the enterprise is told of scans and checks: what it has set itself, and what holds otherwise',
  answer: z.strictObject({ own, installation }),
})

export const setCaseThresholds = defineCall({
  method: 'PUT',
  path: '/channel/case/thresholds',
  access: { permission: 'channel:case:thresholds' },
  scope: { none: 'settings of the enterprise' },
  summary:
    'Sets from where on the enterprise is told of scans and checks; null takes the installation’s value. Standing cases stay',
  body: own,
  answer: nothing,
  labels: 'channel.case',
  audit: { title: 'channel.case', kind: 'edit' },
})

export const thresholdCalls = [caseThresholds, setCaseThresholds] as const

export type CaseThresholds = AnswerOf<typeof caseThresholds>
