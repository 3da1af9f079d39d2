import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { parameterKinds } from '../system/parameters.ts'
import { nothing } from '../wire/shapes.ts'

/** Thresholds of clone detection that an enterprise may set, each with the installation's parameter that is its default. */
export const detectionThresholds = {
  speedKmh: 'sys.watch.speedKmh',
  placesMost: 'sys.watch.placesMost',
  placesDays: 'sys.watch.placesDays',
  crossVisits: 'sys.watch.crossVisits',
  warnDays: 'sys.watch.warnDays',
} as const
export type DetectionThreshold = keyof typeof detectionThresholds

const thresholdValue = (key: DetectionThreshold) => {
  const { min, max } = parameterKinds[detectionThresholds[key]]
  return z.number().int().min(min).max(max)
}

/** Null means the installation's value. */
const ownThresholds = z.strictObject({
  speedKmh: thresholdValue('speedKmh').nullable(),
  placesMost: thresholdValue('placesMost').nullable(),
  placesDays: thresholdValue('placesDays').nullable(),
  crossVisits: thresholdValue('crossVisits').nullable(),
  warnDays: thresholdValue('warnDays').nullable(),
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
  answer: z.strictObject({ own: ownThresholds, installation }),
})

export const setCaseThresholds = defineCall({
  method: 'PUT',
  path: '/channel/case/thresholds',
  access: { permission: 'channel:case:thresholds' },
  scope: { none: 'settings of the enterprise' },
  summary:
    'Sets from where on the enterprise is told of scans and checks; null takes the installation’s value. Standing cases stay',
  body: ownThresholds,
  answer: nothing,
  labels: 'channel.case',
  audit: { title: 'channel.case', kind: 'edit' },
})

export const thresholdCalls = [caseThresholds, setCaseThresholds] as const

export type CaseThresholds = AnswerOf<typeof caseThresholds>
