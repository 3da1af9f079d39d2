import { randomUUID } from 'node:crypto'
import type { Stage, StageField } from '@timbermark/contract'
import type { ReportBody } from '@timbermark/contract/stage-calls'
import { questionRule } from '@timbermark/contract/plausible'
import { templateOf } from '../../apps/server/test/goods.ts'
import type { Caller } from '../../apps/server/test/harness.ts'
import { pdf, png } from '../../apps/server/test/samples.ts'
import { sampleValue } from '../../packages/contract/test/stage-sample.ts'
import type { Site } from './site.ts'
import { type EnteredValues, fieldsByHand, moment, type ReportInputs, type StageInputs } from './report-form.ts'

/** What is sent for one field, and what it then says; as the phone would, whose forms are walked in `report-form.ts`. */
async function makeFieldValue(
  { world }: Site,
  reporter: Caller,
  field: StageField,
  hand: StageInputs<ReportInputs>,
): Promise<{ sent: unknown; said: unknown }> {
  const same = (value: unknown) => ({ sent: value, said: value })
  switch (field.type) {
    case 'yesNo':
      return same(true)
    case 'coordinates':
      return same(['9.4543', '0.3901'])
    case 'images':
    case 'files': {
      const file = field.type === 'images' ? { name: 'a.png', content: png } : { name: 'a.pdf', content: pdf }
      const { data } = await reporter.upload<{ id: string }>('/common/upload', file)
      return { sent: [data.id], said: [file.name] }
    }
    case 'document':
      return same(hand.documentCode)
    case 'code':
      return same(hand.otherCode)
    case 'datetime':
      return { sent: sampleValue(field, hand.stage), said: moment }
    case 'dict': {
      const { rows } = await world.admin.query<{ value: string }>(
        `select dict_value as value from dict_data where dict_type = $1 order by dict_value = 'OKO' desc, dict_sort limit 1`,
        [field.dict],
      )
      return same(rows[0]!.value)
    }
    default:
      return same(sampleValue(field, hand.stage))
  }
}

/** One stage with all that its vocabulary asks for, as a phone sends it; what is unlikely was so. */
export async function reportStageByCall(
  site: Site,
  reporter: Caller,
  stage: Stage,
  hand: ReportInputs,
  circulationId: ReportBody['circulationId'],
): Promise<EnteredValues> {
  const entered = new Map<string, unknown>()
  const values: Record<string, unknown> = {}
  for (const field of fieldsByHand(stage)) {
    const one = await makeFieldValue(site, reporter, field, { ...hand, stage: stage.key })
    values[field.key] = one.sent
    entered.set(field.key, one.said)
  }
  const body = {
    reportId: randomUUID(),
    stage: stage.key,
    templateId: await templateOf(site.world, stage.key),
    circulationId,
    documentCode: hand.documentCode,
    operator: 'Demo',
    time: new Date().toISOString(),
    codes: [hand.code],
    ...(stage.shape === 'aggregation' ? { parentCode: hand.parent } : {}),
    longitude: 9.4543,
    latitude: 0.3901,
    values,
  } satisfies ReportBody
  let answer = await reporter.post('/stage/report', body)
  if (answer.error === 'stage.unconfirmed') {
    const { issues } = answer.data as unknown as { issues: Parameters<typeof questionRule>[0][] }
    const confirmed = issues.map(issue => ({ rule: questionRule(issue), reason: 'As it was' }))
    answer = await reporter.post('/stage/report', { ...body, confirmed })
  }
  if (answer.code !== 200) throw new Error(`${stage.key}: ${answer.msg} ${JSON.stringify(answer.data)}`)
  return entered
}
