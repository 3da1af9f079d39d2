import { randomUUID } from 'node:crypto'
import type { CodeAnswer } from '@timbermark/contract/stage-calls'
import { ownCirculation, stages, valueFields } from '@timbermark/contract/stages'
import type { StageKey } from '@timbermark/contract'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, templateOf } from '../goods.ts'
import type { Answered, Caller, World } from '../harness.ts'
import { pdf } from '../samples.ts'

/** An enterprise with an administrator, a field user and a paper. */
export interface Company {
  admin: Caller
  field: Caller
  identification: string
}

export async function makeCompany(
  world: World,
  identification: string,
  authorized: readonly StageKey[],
): Promise<Company> {
  const tenant = await world.makeTenant(identification)
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const field = await world.signIn(tenant, ['fieldReporter'])
  await authorize(admin, field.accountId, [...authorized])
  const upload = await admin.upload<{ id: string }>('/common/upload', { name: 'paper.pdf', content: pdf })
  await admin.post('/evidence/document', { code: 'PAPER', name: 'Paper', type: 'certificate', file: [upload.data.id] })
  return { admin, field, identification }
}

/** A field user of the company reports a stage about codes. */
export async function report(
  world: World,
  by: Company,
  codes: readonly (string | undefined)[],
  stage: StageKey = 'felling',
  time = new Date(),
  more: object = {},
) {
  const declared = stages.find(item => item.key === stage)!
  const templateId = await templateOf(world, stage)
  return by.field.post<{ refused: { code: string; error: string; message: string }[] }>('/stage/report', {
    reportId: randomUUID(),
    stage,
    templateId,
    circulationId: ownCirculation,
    documentCode: 'PAPER',
    operator: 'Reporter',
    time: time.toISOString(),
    codes,
    values: sampleValues(valueFields(declared).filter(field => field.required)),
    ...more,
  })
}

export const errorsOf = ({ data }: Answered<{ refused: { error: string }[] }>) => data.refused.map(({ error }) => error)

/** What the phone of a field user learns of a code before a report. */
export const scanFor = async (by: Company, code: string, stage: StageKey) =>
  (await by.field.get<CodeAnswer>(`/stage/code/${code}?stage=${stage}`)).data
