import { randomUUID } from 'node:crypto'
import { formAttributes, type formDesign, type RowOf } from '@timbermark/contract'
import { stages, valueFields } from '@timbermark/contract/stages'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf, makeBatch } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { png } from '../samples.ts'

let world: World
let operator: Caller
let admin: Caller
let field: Caller
let stranger: Caller
let goods: Goods
let nextCode = 0
let circulationId: number

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('FORMS')
  operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  stranger = await world.signIn(await world.makeTenant('ELSEWHERE'), ['enterpriseAdmin'])
  goods = await makeGoods(world, admin)
  circulationId = await circulationOf(world, 'free')
  await authorize(admin, field.accountId, ['felling', 'packing', 'productSales'])
})

const template = (more: Record<string, unknown> = {}) =>
  admin.post<{ id: number; version: number }>('/stage/template', {
    name: `T-${randomUUID().slice(0, 8)}`,
    displayName: 'Own felling',
    stage: 'felling',
    orderNum: 1,
    attributes: [{ label: 'Crew', input: 'text', required: true }],
    ...more,
  })
const pictures = valueFields(stages.find(item => item.key === 'felling')!).find(one => one.type === 'images')!
const issues = (answer: Answered): string[] =>
  ((answer.data as { issues?: { field: string; error: string }[] } | undefined)?.issues ?? []).map(
    issue => `${issue.field} ${issue.error}`,
  )
const required = (stage: string) =>
  sampleValues(valueFields(stages.find(item => item.key === stage)!).filter(one => one.required))

interface Offered {
  stage: string
  templates: { id: number; name: string; version: number; attributes: { key: string; label: string }[] }[]
  parameters: { id: number; name: string; values: Record<string, unknown> }[]
}
const offered = async (caller = field): Promise<Offered[]> => (await caller.get<Offered[]>('/stage/authorized')).data
const formOf = async (id: number) => (await offered()).flatMap(stage => stage.templates).find(item => item.id === id)

const report = (templateId: number, values: Record<string, unknown>, codes = [goods.codes[nextCode++]]) =>
  field.post<{ recordId: number }>('/stage/report', {
    reportId: randomUUID(),
    stage: 'felling',
    templateId,
    circulationId,
    documentCode: goods.documentCode,
    operator: 'Demo operator',
    time: '2026-11-01T08:00:00Z',
    codes,
    values: { ...required('felling'), ...values },
  })

describe('a template shapes the form of its stage', () => {
  test('STG-42: a required text attribute is in the form, and a report must have it', async () => {
    const { data } = await template()
    const form = await formOf(data.id)
    expect(form).toMatchObject({
      name: 'Own felling',
      version: 1,
      attributes: [{ key: 'attr1', label: 'Crew', input: 'text', required: true }],
    })
    expect(issues(await report(data.id, {}))).toEqual(['values.attr1 required'])
    const answer = await report(data.id, { attr1: 'North crew' })
    expect(answer.code).toBe(200)
    const detail = await admin.get<{ values: { key: string; label?: string; value: unknown }[] }>(
      `/stage/record/${answer.data.recordId}`,
    )
    expect(detail.data.values.find(value => value.key === 'attr1')).toMatchObject({
      label: 'Crew',
      value: 'North crew',
    })
  })

  test('a form of the builder becomes a template that reporters fill in (OPS-07)', async () => {
    const runs = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
    const labels = (fr: string) => ({ zh: fr, en: fr, fr })
    const content = {
      groups: [
        {
          titles: labels(''),
          fields: [
            { key: 'truck', kind: 'text', labels: labels('Plaque'), width: 12, required: true },
            { key: 'logs', kind: 'integer', labels: labels('Grumes'), width: 12 },
            { key: 'sure', kind: 'flag', labels: labels('Sûr'), width: 24 },
          ],
        },
      ],
    }
    const added = await runs.post<{ id: number }>('/tool/build', { name: 'Arrivée', content })
    const stored = await runs.get<RowOf<typeof formDesign>>(`/tool/build/${added.data.id}`)
    const { attributes, left } = formAttributes(stored.data.content)
    expect(left.map(({ field: of, why }) => [of?.key, why])).toEqual([
      ['sure', 'kind'],
      [undefined, 'widthAndGroups'],
    ])
    const facts = { name: 'Arrivée', displayName: 'Arrivée', stage: 'felling', orderNum: 1, visible: '0', status: '0' }
    const { data } = await runs.post<{ id: number }>('/stage/template', { ...facts, attributes })
    expect((await formOf(data.id))?.attributes.map(one => one.label)).toEqual(['Plaque', 'Grumes'])
    expect(issues(await report(data.id, {}))).toEqual(['values.attr1 required'])
    const answer = await report(data.id, { attr1: 'GA-17', attr2: 12 })
    expect(answer.code).toBe(200)
    const detail = await admin.get<{ values: { key: string; value: unknown }[] }>(
      `/stage/record/${answer.data.recordId}`,
    )
    expect(detail.data.values.filter(({ key }) => key.startsWith('attr')).map(({ value }) => value)).toEqual([
      'GA-17',
      '12',
    ])
  })

  test('an attribute keeps its name on the public page, a field of the stage its phrase', async () => {
    const { data } = await template({
      attributes: [
        { label: 'Équipe', input: 'text', required: true },
        { label: 'Souche', input: 'image' },
      ],
    })
    const stump = (await field.upload<{ id: string }>('/common/upload', { name: 'stump.png', content: png })).data.id
    const code = goods.codes[nextCode]
    expect((await report(data.id, { attr1: 'Équipe nord', attr2: [stump] })).code).toBe(200)
    const { stages } = (
      await world.anonymous.get<{
        stages: { values: { key: string; fieldName?: string }[]; files: { field: string; fieldName?: string }[] }[]
      }>(`/trace/${code}`)
    ).data
    // The other reports of this batch are there too.
    const values = stages.flatMap(stage => stage.values)
    expect(values.map(value => value.fieldName)).toContain('Équipe')
    expect(stages.flatMap(stage => stage.files).map(file => file.fieldName)).toContain('Souche')
    for (const value of values.filter(({ key }) => !key.startsWith('attr'))) expect(value.fieldName).toBeUndefined()
  })

  test('STG-43: a picture, a file and a scanned code are accepted and shown with the record', async () => {
    const { data } = await template({
      attributes: [
        { label: 'Stump', input: 'image', required: true },
        { label: 'Map', input: 'file' },
        { label: 'Marker', input: 'code', required: true },
      ],
    })
    const file = async (name: string) =>
      (await field.upload<{ id: string }>('/common/upload', { name, content: png })).data.id
    const answer = await report(data.id, {
      attr1: [await file('stump.png')],
      attr2: [await file('map.png')],
      attr3: goods.codes[0],
    })
    expect(answer.code).toBe(200)
    const { values } = (
      await admin.get<{ values: { key: string; value: unknown }[] }>(`/stage/record/${answer.data.recordId}`)
    ).data
    expect(Object.fromEntries(values.map(item => [item.key, item.value]))).toMatchObject({
      attr1: [{ name: 'stump.png' }],
      attr2: [{ name: 'map.png' }],
      attr3: goods.codes[0],
    })
  })

  test('STG-44: a hidden or disabled template is not offered', async () => {
    const { data } = await template()
    expect(await formOf(data.id)).toBeDefined()
    await admin.put('/stage/template', { id: data.id, visible: '1' })
    expect(await formOf(data.id)).toBeUndefined()
    await admin.put('/stage/template', { id: data.id, visible: '0' })
    await admin.put('/stage/template/changeStatus', { id: data.id, status: '1' })
    expect(await formOf(data.id)).toBeUndefined()
  })

  test('STG-44: a stage without a visible template is not offered', async () => {
    const id = await templateOf(world, 'productSales')
    const stagesOffered = async () => (await offered()).map(stage => stage.stage)
    expect(await stagesOffered()).toContain('productSales')
    expect((await operator.put('/stage/template', { id, visible: '1' })).code).toBe(200)
    expect(await stagesOffered()).not.toContain('productSales')
    await operator.put('/stage/template', { id, visible: '0' })
    expect(await stagesOffered()).toContain('productSales')
  })

  test('STG-44, STG-45: an enterprise hides and orders a stage of the platform only for itself', async () => {
    const id = await templateOf(world, 'productSales')
    const stagesOf = async (caller: Caller) =>
      (await caller.get<{ stage: string }[]>('/stage/authorized')).data.map(one => one.stage)
    const other = stranger
    const picture = async (batchId: number) =>
      (await admin.get<{ stages: { stage: string }[] }>(`/catalog/batch/${batchId}/stages`)).data.stages.map(
        one => one.stage,
      )
    const choose = (visible: string, orderNum: number, caller = admin) =>
      caller.put('/stage/template/choice', { id, visible, orderNum })
    const listed = async (caller: Caller) =>
      (await caller.get('/stage/template/list?limit=50')).rows.find(row => row.id === id)!
    const first = await stagesOf(admin)
    const empty = await makeBatch(world, admin, await circulationOf(world, 'full'))
    expect(first.at(-1)).toBe('productSales')
    expect(await picture(empty)).toContain('productSales')

    expect((await choose('0', 0)).code).toBe(200)
    expect((await stagesOf(admin))[0]).toBe('productSales')
    expect((await stagesOf(other)).at(-1)).toBe('productSales')
    expect(await listed(admin)).toMatchObject({ orderNum: 0, visible: '0', chosen: true })
    expect(await listed(other)).toMatchObject({ orderNum: 18, visible: '0', chosen: false })

    expect((await choose('1', 18)).code).toBe(200)
    expect(await stagesOf(admin)).toEqual(first.slice(0, -1))
    expect(await stagesOf(other)).toContain('productSales')
    expect(await listed(admin)).toMatchObject({ visible: '1' })
    expect((await admin.get('/stage/template/list?limit=50&visible=1')).rows.map(row => row.id)).toContain(id)
    expect(await picture(empty)).not.toContain('productSales')
    const board = (await admin.get('/stage/progress/list?limit=100')).rows.find(row => row.id === empty)!
    expect(board.total).toBe(17)

    // An own template of the stage makes it visible again.
    const ownTemplate = await template({ stage: 'productSales', attributes: [] })
    expect(await stagesOf(admin)).toContain('productSales')
    expect(await picture(empty)).toContain('productSales')
    await admin.delete(`/stage/template/${ownTemplate.data.id}`)

    expect(await choose('0', 18, field)).toMatchObject({ code: 403 })
    expect(await choose('0', 18, operator)).toMatchObject({ error: 'notFound' })
    expect((await choose('0', 18)).code).toBe(200)
    expect(await stagesOf(admin)).toEqual(first)
    expect(await listed(admin)).toMatchObject({ chosen: false })
  })

  test('STG-44: reports of a hidden stage stay visible, also on the public page', async () => {
    const id = await templateOf(world, 'felling')
    const code = goods.codes[nextCode]
    const { data } = await template({ attributes: [] })
    expect((await report(data.id, {})).code).toBe(200)
    await admin.put('/stage/template', { id: data.id, visible: '1' })
    expect((await admin.put('/stage/template/choice', { id, visible: '1', orderNum: 2 })).code).toBe(200)
    const { stages } = (await world.anonymous.get<{ stages: { stage: string }[] }>(`/trace/${code}`)).data
    expect(stages.map(one => one.stage)).toContain('felling')
    const { data: picture } = await admin.get<{ stages: { stage: string }[] }>(`/catalog/batch/${goods.batchId}/stages`)
    expect(picture.stages.map(one => one.stage)).toContain('felling')
    await admin.put('/stage/template/choice', { id, visible: '0', orderNum: 2 })
  })

  test('STG-45: the list and the form have the set order', async () => {
    const [first, second] = [
      (await template({ stage: 'packing', orderNum: 7 })).data.id,
      (await template({ stage: 'packing', orderNum: 5 })).data.id,
    ]
    const ownOrder = async () =>
      (await admin.get('/stage/template/list?stage=packing')).rows.filter(row => row.own).map(row => row.id)
    expect(await ownOrder()).toEqual([second, first])
    await admin.put('/stage/template', { id: first, orderNum: 2 })
    expect(await ownOrder()).toEqual([first, second])
    expect(
      (await offered())
        .find(stage => stage.stage === 'packing')!
        .templates.map(item => item.id)
        .slice(0, 2),
    ).toEqual([first, second])
  })
})

describe('versions', () => {
  test('a template whose questions change is frozen, and the next version follows', async () => {
    const attributes = [
      { label: 'Crew', input: 'text' },
      { label: 'Chainsaw', input: 'text' },
    ]
    const { data } = await template({ attributes })
    const first = await report(data.id, { attr1: 'North crew' })
    expect(first.code).toBe(200)
    expect((await admin.get(`/stage/template/${data.id}`)).data).toMatchObject({ used: true, version: 1 })

    const next = await admin.put<{ id: number; version: number }>('/stage/template', {
      id: data.id,
      displayName: 'Renamed',
      attributes: [
        { key: 'attr2', label: 'Chainsaw', input: 'text', required: true },
        { label: 'Weather', input: 'text' },
      ],
    })
    expect(next.data).toMatchObject({ version: 2 })
    expect(next.data.id).not.toBe(data.id)
    expect(await formOf(data.id)).toBeUndefined()
    expect(await formOf(next.data.id)).toMatchObject({
      name: 'Renamed',
      version: 2,
      attributes: [
        { key: 'attr2', label: 'Chainsaw', input: 'text', required: true },
        { key: 'attr3', label: 'Weather', input: 'text' },
      ],
    })
    expect((await admin.get('/stage/template/list?stage=felling&limit=100')).rows.map(row => row.id)).not.toContain(
      data.id,
    )
    // The old record still shows the template version that it was made with.
    const detail = await admin.get<{ values: { key: string; label?: string }[]; templateVersion: number }>(
      `/stage/record/${first.data.recordId}`,
    )
    expect(detail.data).toMatchObject({ templateVersion: 1 })
    expect(detail.data.values.find(value => value.key === 'attr1')).toMatchObject({ label: 'Crew' })
    // An offline phone has used the old version.
    expect((await report(data.id, { attr1: 'South crew' })).code).toBe(200)
    expect((await admin.put('/stage/template', { id: data.id, attributes: [] })).error).toBe('stateRefused')
  })

  test('a report that was begun before a change keeps its form version, also as the first report with it', async () => {
    const { data } = await template({ attributes: [{ label: 'Moisture', input: 'text' }] })
    const emptied = await admin.put<{ id: number }>('/stage/template', { id: data.id, attributes: [] })
    const { data: now } = await admin.put<{ id: number; version: number }>('/stage/template', {
      id: emptied.data.id,
      attributes: [{ label: 'Defects', input: 'text', required: true }],
    })
    expect(now.version).toBe(3)
    expect(await formOf(now.id)).toMatchObject({ earlier: [data.id, emptied.data.id] })
    const begun = await report(data.id, { attr1: '18 percent' })
    expect(begun.code, begun.msg).toBe(200)
    const detail = await admin.get<{ values: { key: string; label?: string; value: unknown }[] }>(
      `/stage/record/${begun.data.recordId}`,
    )
    expect(detail.data.values.filter(({ label }) => label === 'Moisture' || label === 'Defects')).toMatchObject([
      { label: 'Moisture', value: '18 percent' },
    ])
    expect((await admin.delete(`/stage/template/${now.id}`)).error).toBe('stage.templateUsed')
  })

  test('settings apply to the earlier versions too: certified codes only, disabled, hidden', async () => {
    const uncertified = (await makeGoods(world, admin, { certified: false, batchId: goods.batchId })).codes
    const { data: first } = await template({ certifiedOnly: false })
    const old = (codes?: (string | undefined)[]) => report(first.id, { attr1: 'North crew' }, codes)
    expect((await old([uncertified[0]])).code).toBe(200)
    const attributes = [{ label: 'Chainsaw', input: 'text' }]
    const second = (await admin.put<{ id: number }>('/stage/template', { id: first.id, attributes })).data.id
    expect((await report(second, { attr2: 'x' }, [uncertified[1]])).code).toBe(200)
    // The settings of the third version apply to the first.
    const third = (await admin.put<{ id: number }>('/stage/template', { id: second, attributes: [] })).data.id
    const refusal = async () =>
      (await field.get(`/stage/code/${uncertified[2]}?stage=felling&templateId=${first.id}`)).data.refusal
    expect(await refusal()).toBeNull()
    const set = (fields: Record<string, unknown>) => admin.put('/stage/template', { id: third, ...fields })
    await set({ certifiedOnly: true })
    expect(await old([uncertified[2]])).toMatchObject({ error: 'stage.notCertified' })
    expect(await refusal()).toBe('stage.notCertified')
    const firstRecord = await old()
    expect(firstRecord.code, 'a certified code goes on being taken with the form of then').toBe(200)

    const status = (value: string) => admin.put('/stage/template/changeStatus', { id: third, status: value })
    await status('1')
    expect(issues(await old())).toEqual(['templateId referenceMissing'])
    await status('0')
    await set({ visible: '1' })
    expect(issues(await old())).toEqual(['templateId referenceMissing'])
    const correction = {
      documentCode: goods.documentCode,
      operator: 'Put right',
      time: '2026-11-01T08:00:00Z',
      values: { ...required('felling'), attr1: 'South crew' },
      reason: 'It was the other crew',
    }
    expect(
      (await admin.put(`/stage/record/${firstRecord.data.recordId}/correct`, correction)).code,
      'what is on record is put right with its own form',
    ).toBe(200)
    await set({ visible: '0' })
    expect((await old()).code).toBe(200)
  })

  test('a hidden template of the platform is refused, also when another template shows its stage', async () => {
    const id = await templateOf(world, 'felling')
    await template()
    const show = (visible: string) => admin.put('/stage/template/choice', { id, visible, orderNum: 2 })
    // Refused for its content, so that the template stays unused.
    const issuesOfReport = async () => issues(await report(id, { nowhere: 'x' }, [goods.codes[0]]))
    expect(await issuesOfReport()).toEqual(['values.nowhere unknownField'])
    await show('1')
    expect((await offered()).map(one => one.stage)).toContain('felling')
    expect(await issuesOfReport()).toEqual(['templateId referenceMissing'])
    await show('0')
    expect(await issuesOfReport()).toEqual(['values.nowhere unknownField'])
  })

  test('order, name and visibility do not belong to the version', async () => {
    const { data } = await template()
    await report(data.id, { attr1: 'x' })
    const { attributes } = (await admin.get<{ attributes: unknown[] }>(`/stage/template/${data.id}`)).data
    expect(
      (await admin.put('/stage/template', { id: data.id, orderNum: 9, remark: 'Checked', optional: true, attributes }))
        .data,
    ).toEqual({ id: data.id, version: 1 })
    expect((await admin.get(`/stage/template/${data.id}`)).data).toMatchObject({
      orderNum: 9,
      remark: 'Checked',
      optional: true,
      version: 1,
    })
  })

  test('a report of another enterprise with the platform’s template freezes it too', async () => {
    const id = await templateOf(world, 'felling')
    expect((await operator.get(`/stage/template/${id}`)).data).toMatchObject({ used: false })
    expect((await report(id, {})).code).toBe(200)
    expect((await operator.get(`/stage/template/${id}`)).data).toMatchObject({ used: true, own: true, delivered: true })
    const { data } = await operator.put<{ id: number }>('/stage/template', {
      id,
      attributes: [{ label: 'Platform wants this', input: 'text' }],
    })
    expect(data).toMatchObject({ version: 2 })
    expect((await formOf(data.id))!.name).toBe('Felling')
  })

  test('used templates, their successors and the platform’s standard ones cannot be deleted; unused ones can', async () => {
    const { data } = await template()
    await report(data.id, { attr1: 'x' })
    expect((await admin.delete(`/stage/template/${data.id}`)).error).toBe('stage.templateUsed')
    const next = await admin.put<{ id: number }>('/stage/template', { id: data.id, attributes: [] })
    expect((await admin.delete(`/stage/template/${next.data.id}`)).error).toBe('stage.templateUsed')
    expect((await operator.delete(`/stage/template/${await templateOf(world, 'dockEntry')}`)).error).toBe(
      'stage.templateDelivered',
    )
    const spare = await template()
    const changed = await admin.put<{ id: number }>('/stage/template', { id: spare.data.id, attributes: [] })
    expect((await admin.delete(`/stage/template/${changed.data.id}`)).code).toBe(200)
    expect((await admin.get(`/stage/template/${spare.data.id}`)).error).toBe('notFound')
  })
})

describe('accepted values', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['VAL-42 a name', { name: '' }, ['name required']],
    ['VAL-42 a display name', { displayName: '' }, ['displayName required']],
    ['VAL-43 an order', { orderNum: null }, ['orderNum required']],
    ['VAL-43 a status', { status: '' }, ['status required']],
    ['a stage', { stage: undefined }, ['stage required']],
    ['one of the 18 stages', { stage: 'sawing' }, ['stage notOneOf']],
    ['ENT-11 a label', { attributes: [{ label: ' ', input: 'text' }] }, ['attributes.0.label required']],
    [
      'ENT-12 one of the four inputs',
      { attributes: [{ label: 'x', input: 'video' }] },
      ['attributes.0.input notOneOf'],
    ],
    [
      'a kind for texts only',
      { attributes: [{ label: 'x', input: 'image', kind: 'date' }] },
      ['attributes.0.kind notOneOf'],
    ],
    [
      'a unit for numbers only',
      { attributes: [{ label: 'x', input: 'text', unit: 'm3' }] },
      ['attributes.0.unit notOneOf'],
    ],
    [
      'a dictionary for a choice',
      { attributes: [{ label: 'x', input: 'text', kind: 'choice' }] },
      ['attributes.0.dict required'],
    ],
    [
      'a dictionary that exists',
      { attributes: [{ label: 'x', input: 'text', kind: 'choice', dict: 'nothing' }] },
      ['attributes.0.dict notOneOf'],
    ],
    [
      'each key once',
      {
        attributes: [
          { key: 'a', label: 'x', input: 'text' },
          { key: 'a', label: 'y', input: 'text' },
        ],
      },
      ['attributes.1.key taken'],
    ],
    [
      'a key that is none of every object',
      { attributes: [{ key: 'constructor', label: 'x', input: 'text' }] },
      ['attributes.0.key pattern'],
    ],
    [
      'no key with signs',
      { attributes: [{ key: '__proto__', label: 'x', input: 'text' }] },
      ['attributes.0.key pattern'],
    ],
    ['nothing unknown', { version: 9 }, ['version unknownField']],
  ])('%s', async (_title, wrong, expected) => {
    expect(issues(await template(wrong))).toEqual(expected)
  })

  test('ENT-10: stores everything; the category follows from the stage when none is given', async () => {
    const attributes = [
      { key: 'logs', label: 'Logs', input: 'text', kind: 'number', unit: 'pieces', required: true },
      { key: 'species', label: 'Essence', input: 'text', kind: 'choice', dict: 'tree_species' },
      { key: 'foreman', label: 'Foreman', input: 'text', personal: true },
    ]
    const { data } = await template({
      name: 'whole',
      displayName: 'Whole form',
      stage: 'packing',
      orderNum: 3,
      visible: '1',
      status: '1',
      optional: true,
      remark: 'Demo',
      attributes,
    })
    expect((await admin.get(`/stage/template/${data.id}`)).data).toMatchObject({
      name: 'whole',
      displayName: 'Whole form',
      stage: 'packing',
      orderNum: 3,
      visible: '1',
      status: '1',
      optional: true,
      remark: 'Demo',
      category: 'port',
      attributes,
      own: true,
      used: false,
      delivered: false,
    })
    expect(issues(await template({ name: 'whole' }))).toEqual(['name taken'])
  })
})

describe('ownership of templates', () => {
  test('everybody reads the platform’s in their language and only the platform writes them; an enterprise’s are private', async () => {
    const { data } = await template({ displayName: 'CANARY-FORM' })
    const id = await templateOf(world, 'packing')
    const list = await stranger.get('/stage/template/list?limit=100')
    expect(list.raw.toString()).not.toContain('CANARY-FORM')
    expect(list.rows.length).toBeGreaterThanOrEqual(18)
    expect(list.rows.every(row => row.own === false && (row.can as string[]).length === 0)).toBe(true)
    const french = world.caller(stranger.token, 'fr')
    expect((await french.get(`/stage/template/${await templateOf(world, 'seaShipping')}`)).data.displayName).toBe(
      (await import('@timbermark/phrases/all')).phrase('fr', 'stage.seaShipping'),
    )
    expect((await stranger.get('/stage/template/list?displayName=custOMS')).rows.map(row => row.stage)).toEqual([
      'exportCustoms',
      'importCustoms',
    ])
    for (const target of [data.id, id]) {
      expect((await stranger.put('/stage/template', { id: target, displayName: 'Mine' })).error).toBe('notFound')
      expect((await stranger.put('/stage/template/changeStatus', { id: target, status: '1' })).error).toBe('notFound')
      expect((await stranger.delete(`/stage/template/${target}`)).error).toBe('notFound')
    }
    expect((await stranger.get(`/stage/template/${data.id}`)).error).toBe('notFound')
  })

  test('a name written in one language keeps the standard names in the others', async () => {
    const id = await templateOf(world, 'dockExit')
    expect((await operator.put('/stage/template', { id, displayName: 'Dock warehouse exit' })).code).toBe(200)
    const inFrench = async () =>
      (await world.caller(operator.token, 'fr').get(`/stage/template/${id}`)).data.displayName
    expect(await inFrench(), 'the delivered name sent back changes nothing').not.toBe('Dock warehouse exit')
    const delivered = await inFrench()
    await operator.put('/stage/template', { id, displayName: 'Leaving the port' })
    expect(await inFrench()).toBe(delivered)
    expect((await operator.get(`/stage/template/${id}`)).data.displayName).toBe('Leaving the port')
    await operator.put('/stage/template', { id, displayNameTexts: { en: '', fr: 'Départ du port' } })
    expect(await inFrench()).toBe('Départ du port')
    expect((await operator.get(`/stage/template/${id}`)).data.displayName, 'emptied, it is as delivered').toBe(
      'Dock warehouse exit',
    )
  })
})

describe('parameter templates', () => {
  const parameter = (more: Record<string, unknown> = {}) =>
    admin.post<{ id: number }>('/stage/parameter', {
      stage: 'felling',
      name: `P-${randomUUID().slice(0, 8)}`,
      values: { treeSpecies: 'OKO' },
      ...more,
    })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['VAL-45 a name', { name: '' }, ['name required']],
    ['VAL-45 an attribution stage', { stage: undefined }, ['stage required']],
    ['only fields of the stage', { values: { vessel: 'x' } }, ['values.vessel unknownField']],
    ['values as a report takes them', { values: { length: '1.a' } }, ['values.length notNumber']],
    [
      'no codes, they belong to one report',
      { stage: 'packing', values: { parentCode: 'x' } },
      ['values.parentCode unknownField'],
    ],
    ['no pictures', { values: { [pictures.key]: ['f1'] } }, [`values.${pictures.key} unknownField`]],
  ])('%s', async (_title, wrong, expected) => {
    expect(issues(await parameter(wrong))).toEqual(expected)
  })

  test('STG-46, ENT-13: is offered only for its stage, while in use, and to its own enterprise', async () => {
    const { data } = await parameter({ name: 'North yard' })
    const presets = async (stage: string, caller = field) =>
      (await offered(caller)).find(item => item.stage === stage)?.parameters.map(item => item.name) ?? []
    expect((await offered()).find(item => item.stage === 'felling')!.parameters).toContainEqual({
      id: data.id,
      name: 'North yard',
      nameTexts: { en: 'North yard' },
      values: { treeSpecies: 'OKO' },
    })
    expect(await presets('packing')).not.toContain('North yard')
    const platform = await operator.post('/stage/parameter', {
      stage: 'felling',
      name: 'Platform default',
      values: { treeSpecies: 'SAP' },
    })
    expect(platform.code).toBe(200)
    expect((await presets('felling')).slice(-1)).toEqual(['Platform default'])
    expect((await stranger.get('/stage/parameter/list')).rows).toMatchObject([
      { name: 'Platform default', own: false, can: [], values: { treeSpecies: 'SAP' } },
    ])
    expect((await stranger.put('/stage/parameter', { id: data.id, name: 'Mine' })).error).toBe('notFound')
    expect((await stranger.delete(`/stage/parameter/${data.id}`)).error).toBe('notFound')
    await admin.put('/stage/parameter/changeStatus', { id: data.id, status: '1' })
    expect(await presets('felling')).not.toContain('North yard')
  })

  test('can be edited with its values; the stage stays', async () => {
    const { data } = await parameter()
    expect(
      (
        await admin.put('/stage/parameter', {
          id: data.id,
          name: 'Edited',
          values: { treeSpecies: 'SAP', length: '4.5', logNumber: '' },
        })
      ).code,
    ).toBe(200)
    expect((await admin.get(`/stage/parameter/${data.id}`)).data).toMatchObject({
      name: 'Edited',
      stage: 'felling',
      values: { treeSpecies: 'SAP', length: '4.5' },
      own: true,
      can: ['edit', 'remove'],
    })
    expect((await admin.put('/stage/parameter', { id: data.id, stage: 'packing' })).code).toBe(500)
    expect((await admin.delete(`/stage/parameter/${data.id}`)).code).toBe(200)
  })
})
