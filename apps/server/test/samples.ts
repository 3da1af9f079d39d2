import { type AnyEntity, entityByKey, type Field, keyOf } from '@timbermark/contract'
import { qrPng } from '../src/areas/code/labels/qr-png.ts'
import type { Caller, World } from './harness.ts'

/** A small real PNG. */
export const png = qrPng('SAMPLE', 64)
/** A minimal real PDF. */
export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\nxref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n0000000101 00000 n \ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n164\n%%EOF\n',
)

let counter = 0

const sampleDivision = '990000'

/** A division for records that require one: test databases do not contain the official list. */
export async function addSampleDivision({ admin }: World): Promise<void> {
  await admin.query(
    `insert into division (city_id, short_name, full_name, level, parent_id) values ($1, 'Sample', 'Sample', 1, 0)`,
    [sampleDivision],
  )
}

/** Values that cannot be derived from the field declaration: they fit its pattern or the rules of its area. */
const special: Record<string, (mark: string) => unknown> = {
  'code/request.count': () => 10_000,
  'code/request.securityLength': () => 12,
  'code/request.countryCode': () => 'GA',
  'code/request.factoryCode': () => 'F-1',
  'code/request.stageType': () => 'regular',
  'code/platform-request.count': () => 10_000,
  'code/platform-request.productCode': () => '6901234567892',
  'code/platform-request.miniAppId': () => 'wx0123456789abcdef',
  'code/platform-request.miniPath': () => 'pages/index/index',
  // Codes of the platform would have to belong to the same batch.
  'code/platform-request.requestId': () => null,
  'code/label-layout.marginTop': () => '17',
  'code/label-layout.marginBottom': () => '14',
  'system/user.userName': () => `sample-${counter}`,
  'system/division.cityId': () => 100_000 + counter,
  'system/division.parentId': () => 0,
  'monitor/job.cronExpression': () => '0 3 * * *',
  'monitor/job.timeZone': () => 'UTC',
  'channel/territory.divisionCode': () => sampleDivision,
  // Each at a place of its own.
  'material/plot.geometry': () => `{"type":"Point","coordinates":[12.${100_000 + counter},-0.5]}`,
  'tenant/enterprise.identification': () => `SAMPLE-${counter}`,
}

/** Values in addition to the declared fields. */
const additionalFields: Record<string, Record<string, unknown>> = {
  'system/user': { password: 'Sample-password-1' },
  'stage/circulation': { steps: [{ stage: 'felling', required: true }] },
}

/** Rows that samples refer to, by entity: passed to several samples, they are added once. */
export type SampleReferences = Map<AnyEntity, number>

async function sampleValueOf(
  caller: Caller,
  entity: AnyEntity,
  key: string,
  field: Field,
  mark: string,
  references?: SampleReferences,
): Promise<unknown> {
  const specialValue = special[`${keyOf(entity)}.${key}`]
  if (specialValue) return specialValue(mark)
  switch (field.kind) {
    case 'text': {
      if (field.patternError === 'notPhone') return `+241 0${String(1000000 + counter)}`
      if (field.patternError === 'notMobile') return `138${String(10000000 + counter).slice(-8)}`
      if (field.patternError === 'notEmail') return `demo${counter}@example.org`
      if (field.patternError === 'notUrl') return `https://example.org/${counter}`
      if (field.pattern === undefined) return mark.slice(0, field.max)
      return `x${counter}`.slice(0, field.max)
    }
    case 'richText':
      return `<p>${mark}</p>`
    case 'integer':
      return Math.max(field.min ?? 1, 1)
    case 'decimal':
      return String(Math.max(field.min ?? 1, 1))
    case 'date':
      return '2026-01-31'
    case 'datetime':
      return '2026-01-31T08:00:00Z'
    case 'choice':
      return field.options[0]
    case 'dict': {
      const { data } = await caller.get<{ dictValue: string }[]>(`/system/dict/data/type/${field.dict}`)
      return data[0]?.dictValue
    }
    case 'ref': {
      const target = entityByKey(field.entity)!
      // The parent in a tree is the root that every enterprise has.
      if (target === entity || target.tree) {
        const list = await caller.get<{ id: number }[]>(`/${keyOf(target)}/list`)
        const rows = list.rows.length > 0 ? list.rows : (list.data as unknown as Record<string, unknown>[])
        return rows?.[0]?.id ?? rows?.[0]?.[`${target.name}Id`]
      }
      const known = references?.get(target)
      if (known !== undefined) return known
      const { id } = await addSample(caller, target, mark, references)
      references?.set(target, id)
      return id
    }
    case 'flag':
      return true
    case 'country':
      return 'GA'
    case 'timeZone':
      return 'Africa/Libreville'
    default: {
      const wantsPdf = !field.types.includes('png')
      const upload = await caller.upload<{ id: string }>(
        '/common/upload',
        wantsPdf ? { name: 'sample.pdf', content: pdf } : { name: 'sample.png', content: png },
      )
      return [upload.data.id]
    }
  }
}

/** A valid body for adding a record; its texts contain `mark`. */
export async function sampleBody(
  caller: Caller,
  entity: AnyEntity,
  mark: string,
  references?: SampleReferences,
): Promise<Record<string, unknown>> {
  counter++
  const body: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(entity.fields)) {
    if (field.readonly || !field.required) continue
    body[key] = await sampleValueOf(caller, entity, key, field, `${mark}-${counter}`, references)
  }
  return { ...body, ...additionalFields[keyOf(entity)] }
}

/** Adds a record through the interface, after the records that it refers to. */
export async function addSample(
  caller: Caller,
  entity: AnyEntity,
  mark: string,
  references?: SampleReferences,
): Promise<{ id: number; body: Record<string, unknown> }> {
  const body = await sampleBody(caller, entity, mark, references)
  const answer = await caller.post<{ id: number }>(`/${keyOf(entity)}`, body)
  if (answer.code !== 200)
    throw new Error(
      `${keyOf(entity)} could not be added: ${answer.msg} ${JSON.stringify(answer.data)} ${JSON.stringify(body)}`,
    )
  return { id: answer.data.id, body }
}
