import type { CirculationStep } from './circulation.ts'
import type { StageKey } from './keys.ts'

/** What has been reported of a stage, in milliseconds since 1970. */
export interface StepReported {
  /** When it happened first, and last. */
  first: number
  last: number
}

/**
 * - `done`: reported.
 * - `next`: the required step that is to be reported now.
 * - `open`: not reported yet.
 * - `skipped`: not reported, a later one is, and it was allowed.
 * - `missing`: not reported, a later one is, and it should have been: its record was voided, or the order came later.
 */
export type StepState = 'done' | 'next' | 'open' | 'skipped' | 'missing'

export interface JudgedStep extends CirculationStep {
  state: StepState
  /** Nothing that has to come before is missing: it can be reported. */
  may: boolean
  /** When it is expected, in milliseconds since 1970; undefined where nothing is expected or it cannot be told yet. */
  due: number | undefined
  /** Reported after it was due, or due and not reported. */
  late: boolean
  /** Milliseconds since the step that was reported before it. */
  took: number | undefined
}

const dayMs = 86_400_000

/** Does a later stage wait for this step? */
const isRequired = (step: CirculationStep, skippable: ReadonlySet<StageKey>) =>
  step.required && !skippable.has(step.stage)

/**
 * The stages that have to be reported before `stage`, in their order.
 * @param skippable stages whose template says that they may be skipped
 * @returns undefined when the circulation does not have the stage
 */
export function stagesBefore(
  steps: readonly CirculationStep[],
  stage: StageKey,
  skippable: ReadonlySet<StageKey>,
): StageKey[] | undefined {
  const place = steps.findIndex(step => step.stage === stage)
  if (place < 0) return undefined
  return steps
    .slice(0, place)
    .filter(step => isRequired(step, skippable))
    .map(step => step.stage)
}

/** Where a batch stands in its circulation. */
export interface CirculationProgress {
  steps: readonly CirculationStep[]
  reported: ReadonlyMap<StageKey, StepReported>
  /** Stages whose template says that they may be skipped. */
  skippable: ReadonlySet<StageKey>
  /** When the batch was made: what the first step's days count from. */
  began: number
  now: number
}

/** Each step with its state: the same for one batch and for the board of all. */
export function judgeSteps({ steps, reported, skippable, began, now }: CirculationProgress): JudgedStep[] {
  const isDone = (step: CirculationStep) => reported.has(step.stage)
  const lastDone = steps.findLastIndex(isDone)
  const held = steps.findIndex(step => isRequired(step, skippable) && !isDone(step))
  // What the next step's days count from; unknown behind a step of which nobody knows when it comes.
  let from: number | undefined = began
  let before: number | undefined
  return steps.map((step, place): JudgedStep => {
    const report = reported.get(step.stage)
    const due = step.days === undefined || from === undefined ? undefined : from + step.days * dayMs
    const state = report
      ? 'done'
      : place < lastDone
        ? isRequired(step, skippable)
          ? 'missing'
          : 'skipped'
        : place === held
          ? 'next'
          : 'open'
    const took = report && before !== undefined && report.last >= before ? report.last - before : undefined
    const late = due !== undefined && state !== 'skipped' && (report ? report.first : now) > due
    if (report) {
      from = report.last
      before = report.last
    } else if (isRequired(step, skippable)) from = due
    return { ...step, state, may: held < 0 || place <= held, due, late, took }
  })
}

/** The step that is to be reported next: the one that is held for, else the first after the last reported one. */
export function nextStep(judged: readonly JudgedStep[]): JudgedStep | undefined {
  const held = judged.find(step => step.state === 'next' || step.state === 'missing')
  if (held) return held
  const last = judged.findLastIndex(step => step.state === 'done')
  return judged.slice(last + 1).find(step => step.state === 'open')
}

/**
 * What speaks against judging a batch by other steps from now on: the first stage that was reported and that they do not
 * have, or a required one that they would have wanted before it. Undefined when everything reported keeps its place.
 */
export function findMisplacedStage(
  steps: readonly CirculationStep[],
  reported: ReadonlySet<StageKey>,
  skippable: ReadonlySet<StageKey>,
): { stage: StageKey; wants?: StageKey } | undefined {
  for (const stage of reported) {
    const before = stagesBefore(steps, stage, skippable)
    if (!before) return { stage }
    const wants = before.find(one => !reported.has(one))
    if (wants) return { stage, wants }
  }
  return undefined
}
