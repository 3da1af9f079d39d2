import { randomUUID } from 'node:crypto'
import { type StageKey, stageKeys } from '@timbermark/contract'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import type { TraceAnswer } from '@timbermark/contract/trace'
import { sampleValue } from '../../../../packages/contract/test/stage-sample.ts'
import { codeRequest } from '../code-request.ts'
import { authorize, certifyRequest, circulationOf, completeRequest, makeBatch, templateOf } from '../goods.ts'
import type { Caller, World } from '../harness.ts'
import { pdf } from '../samples.ts'
import { type Batch, type Code, type Firm, Goods, type Paper, type Request, type Step, wood } from './goods-model.ts'

/** The users of an enterprise who act in a random history. */
export interface People {
  firm: Firm
  tenant: { id: number; deptId: number }
  admin: Caller
  second: Caller
  field: Caller
}

export interface Place {
  world: World
  goods: Goods
  all: People[]
  certifier: { name: string; id: number; caller: Caller }
  templates: ReadonlyMap<StageKey, number>
}

const dicts = new Map<string, string>()

export async function makePlace(world: World, names: readonly string[]): Promise<Place> {
  const goods = new Goods()
  const certifying = await world.makeTenant('BODY')
  await world.admin.query(`update enterprise set kind = 'certifier' where id = $1`, [certifying.id])
  const templates = new Map<StageKey, number>()
  for (const stage of stageKeys) templates.set(stage, await templateOf(world, stage))
  const { rows } = await world.admin.query<{ dict_type: string; dict_value: string }>(
    `select distinct on (dict_type) dict_type, dict_value from dict_data where status = '0' order by dict_type, dict_value = 'OKO' desc, dict_sort`,
  )
  for (const row of rows) dicts.set(row.dict_type, row.dict_value)
  const place: Place = {
    world,
    goods,
    all: [],
    certifier: {
      name: 'Demo BODY',
      id: certifying.id,
      caller: await world.signIn(certifying, ['certifier']),
    },
    templates,
  }
  for (const name of names) place.all.push(await makePeople(place, name))
  return place
}

async function makePeople({ world, goods }: Place, name: string): Promise<People> {
  const tenant = await world.makeTenant(name)
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const second = await world.signIn(tenant, ['enterpriseAdmin'])
  const field = await world.signIn(tenant, ['fieldReporter'])
  await authorize(admin, field.accountId, stageKeys)
  const firm: Firm = { name, papers: [], batches: [] }
  goods.firms.push(firm)
  return { firm, tenant, admin, second, field }
}

export async function addPaper({ firm, admin }: People, version: Paper['versions'][number]): Promise<void> {
  const upload = await admin.upload<{ id: string }>('/common/upload', { name: 'paper.pdf', content: pdf })
  const code = `PAPER-${firm.name}-${firm.papers.length + 1}`
  const { name, from, until } = version
  const body = { code, name, type: 'certificate', validFrom: from, validUntil: until, file: [upload.data.id] }
  const { data } = await admin.post<{ id: number }>('/evidence/document', body)
  firm.papers.push({ code, id: data.id, versions: [version] })
}

/** Adds a batch with these steps, or with free order. */
export async function addBatch({ world }: Place, { firm, admin }: People, steps?: readonly Step[]): Promise<Batch> {
  const circulation = steps
    ? (await admin.post<{ id: number }>('/stage/circulation', { name: `C-${firm.batches.length}`, steps })).data.id
    : await circulationOf(world, 'free')
  const batch: Batch = {
    firm,
    id: await makeBatch(world, admin, circulation),
    circulation,
    steps: steps ?? stageKeys.map(stage => ({ stage, required: false })),
    closed: false,
  }
  firm.batches.push(batch)
  return batch
}

const opens = { regular: 'forestSurvey', inStock: 'factoryEntry', outOfStock: 'factoryExit' } as const

export async function addRequest(
  { world, goods }: Place,
  { admin }: People,
  batch: Batch,
  type: Request['type'],
  { known = 12, certified = true, stageType = 'regular' as keyof typeof opens } = {},
): Promise<Request> {
  const body = codeRequest(batch.id, { codeType: type, stageType, updateStage: 'productSales' })
  const added = await admin.post<{ id: number }>('/code/request', body)
  if (added.code !== 200) throw new Error(`${added.msg} ${JSON.stringify(added.data)}`)
  const { id } = added.data
  await completeRequest(world, id)
  if (certified) await certifyRequest(world, id)
  const spans = [
    { from: 1, to: known },
    { from: body.count, to: body.count },
  ]
  const { data: texts } = await admin.post<string[]>('/code/qr/values', { requestId: id, spans })
  const last = texts.pop()!
  const request: Request = { batch, id, type, opensWith: opens[stageType], codes: [] }
  request.codes = texts.map(
    (text, at): Code => ({
      request,
      at,
      text,
      ...(at === known - 1 && { rest: { last, count: body.count - at } }),
      certified: certified ? 'certified' : 'notAuthorized',
      certifier: null,
      handedInBy: 0,
      stays: [],
    }),
  )
  goods.requests.push(request)
  return request
}

/** Required values of a stage on a day, with its volumes and pieces. */
export function valuesOf(
  stage: StageKey,
  at: number,
  paper: string,
  numbers: Record<string, string | number>,
): Record<string, unknown> {
  const moment = new Date(at).toISOString()
  const values: Record<string, unknown> = {}
  for (const field of valueFields(stageByKey(stage))) {
    if (field.key in numbers) values[field.key] = numbers[field.key]
    else if (!field.required) continue
    else if (field.type === 'datetime') values[field.key] = moment
    else if (field.type === 'date') values[field.key] = moment.slice(0, 10)
    else if (field.type === 'dict') values[field.key] = dicts.get(field.dict!)
    else if (field.type === 'document') values[field.key] = paper
    else values[field.key] = sampleValue(field)
  }
  return values
}

/** Fields of a stage that hold volumes and pieces. */
export const numbersOf = (stage: StageKey): string[] => [
  ...new Set([
    ...Object.values(wood[stage] ?? {}),
    ...valueFields(stageByKey(stage)).flatMap(({ key }) =>
      ['quantity', 'productQuantity', 'rawMaterialQuantity'].includes(key) ? [key] : [],
    ),
  ]),
]

export const reportId = () => randomUUID()

/** Contents of records without the labels of the stage's own fields and choices: proofs contain the sealed labels, the page its phrases. */
export const recordContents = ({ stages }: Pick<TraceAnswer, 'stages'>) =>
  stages.map(({ values, ...record }) => ({ ...record, values: values.map(({ key, value }) => [key, value]) }))
