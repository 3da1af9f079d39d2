import type { StageKey } from '@timbermark/contract'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { type Company, report } from '../custody/companies.ts'
import type { Answered, World } from '../harness.ts'

export interface ReportAnswer {
  recordId: number
  issues: { field: string; error: string; params: object }[]
}

/** The values of a report of wood, with all that its form requires. */
export const woodValues = (stage: StageKey, values: object): object => ({
  ...sampleValues(valueFields(stageByKey(stage)).filter(field => field.required)),
  ...values,
})

/** A field user of the company reports a stage about a code, with these values. */
export const reportWood = (
  world: World,
  by: Company,
  code: string | undefined,
  stage: StageKey,
  values: object,
  time = new Date('2026-05-01T08:00:00Z'),
) =>
  report(world, by, [code], stage, time, { values: woodValues(stage, values) }) as unknown as Promise<
    Answered<ReportAnswer>
  >
