import { expect, test } from 'vitest'
import type { CirculationStep } from './circulation.ts'
import { judgeSteps, findMisplacedStage, nextStep, stagesBefore, type StepReported } from './circulation-order.ts'
import { type StageKey, stageKeys } from './keys.ts'

const day = 86_400_000
const steps: CirculationStep[] = [
  { stage: 'felling', required: true, days: 2 },
  { stage: 'forestSurvey', required: false },
  { stage: 'processing', required: true, days: 5 },
  { stage: 'packing', required: true },
  { stage: 'productSales', required: true, days: 1 },
]
const none: ReadonlySet<StageKey> = new Set()
const at = (days: number): StepReported => ({ first: days * day, last: days * day })
const judged = (reported: [StageKey, StepReported][], now: number, skippable = none) =>
  judgeSteps({ steps, reported: new Map(reported), skippable, began: 0, now: now * day })
const states = (rows: ReturnType<typeof judged>) => rows.map(row => `${row.stage} ${row.state}`)

test('only required stages before, in the order of the circulation, and none that its template lets skip', () => {
  expect(stagesBefore(steps, 'packing', none)).toEqual(['felling', 'processing'])
  expect(stagesBefore(steps, 'packing', new Set<StageKey>(['felling']))).toEqual(['processing'])
  expect(stagesBefore(steps, 'felling', none)).toEqual([])
  expect(stagesBefore(steps, 'seaShipping', none)).toBeUndefined()
})

test('for every pair of stages of the full chain, the later one waits for the earlier one and never the other way', () => {
  const full = stageKeys.map(stage => ({ stage, required: true }))
  for (const [place, stage] of stageKeys.entries())
    expect(stagesBefore(full, stage, none)).toEqual(stageKeys.slice(0, place))
})

test('the first required stage is next, what comes after it waits', () => {
  const rows = judged([], 0)
  expect(states(rows)).toEqual([
    'felling next',
    'forestSurvey open',
    'processing open',
    'packing open',
    'productSales open',
  ])
  expect(rows.map(row => row.may)).toEqual([true, false, false, false, false])
  expect(nextStep(rows)?.stage).toBe('felling')
})

test('days count from the step before, reported or expected, and not beyond one that nobody can expect', () => {
  expect(judged([], 3).map(row => [row.due, row.late])).toEqual([
    [2 * day, true],
    [undefined, false],
    [7 * day, false],
    [undefined, false],
    [undefined, false],
  ])
  const later = judged([['felling', at(4)]], 9.5)
  expect(later[0]).toMatchObject({ state: 'done', due: 2 * day, late: true })
  expect(later[2]).toMatchObject({ state: 'next', due: 9 * day, late: true, may: true })
})

test('a stage that was left out shows as skipped where it may be, and as missing where it should have been', () => {
  const rows = judged([['packing', at(8)]], 9)
  expect(states(rows).slice(0, 4)).toEqual([
    'felling missing',
    'forestSurvey skipped',
    'processing missing',
    'packing done',
  ])
  expect(nextStep(rows)?.stage).toBe('felling')
  expect(rows.at(-1)?.may, 'a voided record holds back what follows it').toBe(false)
  const skipping = judged([['packing', at(8)]], 9, new Set<StageKey>(['felling', 'processing']))
  expect(states(skipping).slice(0, 3)).toEqual(['felling skipped', 'forestSurvey skipped', 'processing skipped'])
  expect(nextStep(skipping)?.stage).toBe('productSales')
})

test('how long a stage took counts from the reported one before it', () => {
  const rows = judged(
    [
      ['felling', at(1)],
      ['processing', at(4)],
    ],
    5,
  )
  expect(rows.map(row => row.took)).toEqual([undefined, undefined, 3 * day, undefined, undefined])
})

test('where no stage is required, the next one is that after the last reported', () => {
  const free = stageKeys.map(stage => ({ stage, required: false }))
  const reported = new Map<StageKey, StepReported>([['felling', at(1)]])
  const rows = judgeSteps({ steps: free, reported, skippable: none, began: 0, now: day })
  expect(rows.every(row => row.may)).toBe(true)
  expect(nextStep(rows)?.stage).toBe('forestInspection')
})

test('other steps fit a batch when everything reported keeps its place in them', () => {
  const reported = (...stages: StageKey[]) => new Set(stages)
  expect(findMisplacedStage(steps, reported('felling', 'processing'), none)).toBeUndefined()
  expect(findMisplacedStage(steps, reported('felling', 'packing'), none)).toEqual({
    stage: 'packing',
    wants: 'processing',
  })
  expect(findMisplacedStage(steps, reported('felling', 'packing'), new Set<StageKey>(['processing']))).toBeUndefined()
  expect(findMisplacedStage(steps, reported('seaShipping'), none)).toEqual({ stage: 'seaShipping' })
})
