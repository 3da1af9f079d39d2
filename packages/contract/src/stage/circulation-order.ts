import type { CirculationStep } from './circulation.ts'
import type { StageKey } from './keys.ts'

/** First and last report of a stage, in milliseconds since 1970. */
export interface StepReported {
  /** When it happened first, and last. */
  first: number
  last: number
}

/**
 * - `done`: reported.
 * - `next`: the required step to report now.
 * - `open`: not reported yet.
 * - `skipped`: not reported although a later one is; allowed.
 * - `missing`: required and not reported although a later one is: its record was voided, or the circulation changed.
 */
export type StepState = 'done' | 'next' | 'open' | 'skipped' | 'missing'

export interface JudgedStep extends CirculationStep {
  state: StepState
  /** No required earlier stage is missing: it can be reported. */
  may: boolean
  /** Expected time, in milliseconds since 1970; undefined when none is expected or it is not known yet. */
  due: number | undefined
  /** Reported after its due time, or due and not reported. */
  late: boolean
  /** Milliseconds since the previously reported step. */
  took: number | undefined
}

const dayMs = 86_400_000

/** Whether later stages wait for this step. */
const isRequired = (step: CirculationStep, skippable: ReadonlySet<StageKey>) =>
  step.required && !skippable.has(step.stage)

/**
 * The steps of goods that were received from another enterprise: what comes up to the last stage that an earlier holder has reported
 * is not waited for any more.
 * @param received stages that earlier holders had reported
 */
export function stepsAfterHandover(
  steps: readonly CirculationStep[],
  received: readonly string[],
): readonly CirculationStep[] {
  const last = steps.findLastIndex(step => received.includes(step.stage))
  return steps.map((step, at) => (at <= last ? { ...step, required: false } : step))
}

/**
 * The stages that must be reported before `stage`, in order.
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

/** Progress of a batch in its circulation. */
export interface CirculationProgress {
  steps: readonly CirculationStep[]
  reported: ReadonlyMap<StageKey, StepReported>
  /** Stages whose template says that they may be skipped. */
  skippable: ReadonlySet<StageKey>
  /** When the batch was created: the first step's days count from it. */
  began: number
  now: number
}

/** Each step with its state, for one batch and for the progress board. */
export function judgeSteps({ steps, reported, skippable, began, now }: CirculationProgress): JudgedStep[] {
  const isDone = (step: CirculationStep) => reported.has(step.stage)
  const lastDone = steps.findLastIndex(isDone)
  const held = steps.findIndex(step => isRequired(step, skippable) && !isDone(step))
  // Start of the next step's days; unknown after a step without expected time.
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

/** The step to report next: the first required open one, else the first after the last reported one. */
export function nextStep(judged: readonly JudgedStep[]): JudgedStep | undefined {
  const held = judged.find(step => step.state === 'next' || step.state === 'missing')
  if (held) return held
  const last = judged.findLastIndex(step => step.state === 'done')
  return judged.slice(last + 1).find(step => step.state === 'open')
}

/**
 * Why a batch cannot change to these steps: the first reported stage that they do not have, or that has a required stage
 * before it that was not reported. Undefined when the change is possible.
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
