import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { pdf, png } from '../samples.ts'

let world: World
let admin: Caller
let field: Caller
let goods: Goods
let next = 0

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('RELIED')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  await authorize(admin, field.accountId, ['felling', 'forestInspection'])
  goods = await makeGoods(world, admin)
})

const upload = async (name: string, content: Buffer): Promise<string> =>
  (await admin.upload<{ id: string }>('/common/upload', { name, content })).data.id

/** Another pdf: the same one with other bytes after its end. */
const otherPdf = () => Buffer.concat([pdf, Buffer.from(`% ${randomUUID()}\n`)])

interface Paper {
  id: number
  code: string
}

async function paper(more: Record<string, unknown> = {}): Promise<Paper> {
  const code = `R-${randomUUID().slice(0, 8)}`
  const body = { code, name: 'Paper', type: 'form', file: [await upload('paper.pdf', otherPdf())], ...more }
  const answer = await admin.post<{ id: number }>('/evidence/document', body)
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
  return { id: answer.data.id, code }
}

/** Reports a stage of a code of its own. */
async function report(
  stage: StageKey,
  values: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<Answered<{ recordId: number }>> {
  return field.post('/stage/report', {
    reportId: randomUUID(),
    stage,
    templateId: await templateOf(world, stage),
    circulationId: await circulationOf(world, 'free'),
    documentCode: goods.documentCode,
    operator: 'Demo operator',
    time: '2026-05-01T08:00:00Z',
    codes: [goods.codes[next++]],
    ...more,
    values: { ...sampleValues(valueFields(stageByKey(stage)).filter(one => one.required)), ...values },
  })
}

async function reported(...args: Parameters<typeof report>): Promise<number> {
  const answer = await report(...args)
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data.recordId
}

const sum = async ({ id }: Paper) =>
  (await world.admin.query('select md5(document::text) as sum from document where id = $1', [id])).rows[0]?.sum
const issues = (answer: Answered): string[] =>
  ((answer.data as { issues?: { field: string; error: string }[] } | undefined)?.issues ?? []).map(
    issue => `${issue.field} ${issue.error}`,
  )

test('a record shows which version of each document it relied on, and reporters see until when a document is valid', async () => {
  const one = await paper({ name: 'Permit of spring', validUntil: '2026-06-30' })
  const id = await reported('felling', { fellingPermit: one.code })
  const looked = async () => (await field.get(`/evidence/document/lookup?code=${one.code}`)).data
  expect(await looked()).toMatchObject({ name: 'Permit of spring', validFrom: null, validUntil: '2026-06-30' })
  const papers = async () => (await admin.get<{ papers: object[] }>(`/stage/record/${id}`)).data.papers
  const proof = { field: '', code: goods.documentCode, version: 1, newest: 1, validUntil: null }
  const relied = {
    field: 'fellingPermit',
    code: one.code,
    name: 'Permit of spring',
    version: 1,
    validUntil: '2026-06-30',
  }
  expect(await papers()).toMatchObject([proof, { ...relied, newest: 1 }])
  const next = { id: one.id, name: 'Permit of autumn', validUntil: '2027-06-30' }
  expect(await admin.post('/evidence/document/version', next)).toMatchObject({ code: 200 })
  expect(await papers()).toMatchObject([proof, { ...relied, newest: 2 }])
  expect(await looked()).toMatchObject({ validUntil: '2027-06-30' })
})

describe('a document that a report relied on', () => {
  const ways: [where: string, rely: (one: Paper) => Promise<number>][] = [
    ['as its proof', one => reported('felling', {}, { documentCode: one.code })],
    ['in a field', one => reported('felling', { fellingPermit: one.code })],
    [
      'in a field that is kept back',
      one => reported('forestInspection', { transportMode: 'road', transportContract: one.code }),
    ],
  ]
  test.each(ways)('%s cannot get another name, code, number or file, and cannot be removed', async (_where, rely) => {
    const one = await paper()
    const free = await paper()
    await rely(one)
    const before = await sum(one)
    expect(
      (await admin.get(`/evidence/document/${one.id}`)).data,
      'refusal announced before the attempt',
    ).toMatchObject({
      can: [],
      why: { edit: 'evidence.inUse', remove: 'evidence.inUse' },
    })
    const file = [await upload('other.pdf', otherPdf())]
    for (const change of [
      { name: 'Another' },
      { code: 'ANOTHER' },
      { number: '17' },
      { file },
      { validUntil: '2030-01-01' },
    ])
      expect(await admin.put('/evidence/document', { id: one.id, ...change }), JSON.stringify(change)).toMatchObject({
        error: 'evidence.inUse',
      })
    expect((await admin.delete(`/evidence/document/${one.id}`)).error).toBe('evidence.inUse')
    expect((await admin.delete(`/evidence/document/${free.id},${one.id}`)).error).toBe('evidence.inUse')
    expect(await sum(one)).toBe(before)
    expect((await admin.get(`/evidence/document/${free.id}`)).code).toBe(200)
    await expect(world.admin.query('delete from document where id = $1', [one.id])).rejects.toThrow()
  })

  test('and a report at the same moment as its removal: either the one or the other', async () => {
    for (let round = 0; round < 4; round++) {
      const one = await paper()
      const [reportAnswer, gone] = await Promise.all([
        report('felling', { fellingPermit: one.code }),
        admin.delete(`/evidence/document/${one.id}`),
      ])
      expect([reportAnswer.code, gone.code].sort(), `${reportAnswer.msg} / ${gone.msg}`).toEqual([200, 500])
    }
  })

  test('does not lose its file with another row that the file belongs to', async () => {
    const avatar = await admin.upload<{ id: string }>('/system/user/profile/avatar', { name: 'a.png', content: png })
    const answer = await admin.post('/evidence/document', {
      code: 'AVATAR',
      name: 'Paper',
      type: 'form',
      file: [avatar.data.id],
    })
    expect(issues(answer)).toEqual(['file evidence.fileElsewhere'])
  })
})

describe('the next version of a document', () => {
  test('does not change the name and the file that earlier records relied on', async () => {
    const one = await paper()
    const first = await reported('felling', { fellingPermit: one.code })
    const stated = async (id: number) => {
      const { rows } = await world.admin.query(
        `select open from sealed_content where kind = 'record' and row_id = $1`,
        [id],
      )
      const fields = Object.entries<{ code: string }>(JSON.parse(rows[0].open))
      return fields.find(([name, value]) => name.startsWith('document/') && value.code === one.code)?.[1]
    }
    const change = {
      id: one.id,
      name: 'Renewed',
      file: [await upload('renewed.pdf', otherPdf())],
      validUntil: '2027-12-31',
    }
    expect(await admin.post('/evidence/document/version', change)).toMatchObject({
      code: 200,
      data: { id: one.id, version: 2 },
    })
    const second = await reported('felling', { fellingPermit: one.code })
    const [before, after] = [await stated(first), await stated(second)]
    expect(before).toMatchObject({ name: 'Paper' })
    expect(after).toMatchObject({ name: 'Renewed' })
    const trace = await world.anonymous.get<{ warnings: unknown[]; stages: unknown[] }>(
      `/trace/${goods.codes[next - 1]}`,
    )
    expect(JSON.stringify(trace.data.stages)).toContain('Renewed')
    expect(JSON.stringify(trace.data.stages)).toContain('"Paper"')
    const versions = await admin.get(`/evidence/document/${one.id}/versions`)
    expect(versions.data).toMatchObject({
      records: 1,
      earlier: [{ version: 1, name: 'Paper', records: 1, file: [{ name: 'paper.pdf' }] }],
    })
    const list = await admin.get(`/stage/record/list?documentId=${one.id}`)
    expect(list.rows.map(row => row.id).sort()).toEqual([first, second].sort())
  })

  test('can be corrected until a report relies on it, but has the code of all versions', async () => {
    const one = await paper()
    await reported('felling', { fellingPermit: one.code })
    await admin.post('/evidence/document/version', { id: one.id, name: 'Renewed' })
    expect((await admin.get(`/evidence/document/${one.id}`)).data).toMatchObject({
      can: ['edit'],
      why: { remove: 'evidence.inUse' },
    })
    expect((await admin.put('/evidence/document', { id: one.id, name: 'Renewed, mended' })).code).toBe(200)
    expect((await admin.put('/evidence/document', { id: one.id, code: 'NEW-CODE' })).error).toBe('evidence.inUse')
    expect((await admin.delete(`/evidence/document/${one.id}`)).error).toBe('evidence.inUse')
    expect((await admin.post('/evidence/document/version', { id: one.id, code: 'NEW-CODE' })).code).toBe(500)
    await reported('felling', { fellingPermit: one.code })
    expect((await admin.put('/evidence/document', { id: one.id, name: 'Again' })).error).toBe('evidence.inUse')
  })

  test('of a document that nothing relies on is removed with it', async () => {
    const one = await paper()
    await admin.post('/evidence/document/version', { id: one.id, name: 'Renewed' })
    expect((await admin.delete(`/evidence/document/${one.id}`)).code).toBe(200)
  })

  test('can be neither made nor seen by others', async () => {
    const stranger = await world.signIn(await world.makeTenant('STRANGE'), ['enterpriseAdmin'])
    const one = await paper()
    expect((await stranger.post('/evidence/document/version', { id: one.id, name: 'Mine' })).error).toBe('notFound')
    expect((await stranger.get(`/evidence/document/${one.id}/versions`)).error).toBe('notFound')
    expect((await field.post('/evidence/document/version', { id: one.id, name: 'Mine' })).code).toBe(403)
  })

  test('can be removed once the record that relied on it is forgotten', async () => {
    const one = await paper()
    const id = await reported('forestInspection', { transportMode: 'road', transportContract: one.code })
    expect((await admin.post(`/stage/record/${id}/forget`)).code).toBe(200)
    expect((await admin.get(`/evidence/document/${one.id}/versions`)).data).toMatchObject({ records: 0 })
  })
})

describe('the facts of a document', () => {
  test('a number has the form of its scheme, and the last day does not come before the first', async () => {
    const body = async (more: Record<string, unknown>) =>
      issues(
        await admin.post('/evidence/document', {
          code: `S-${randomUUID().slice(0, 8)}`,
          name: 'Certificate',
          type: 'certificate',
          file: [await upload('c.pdf', pdf)],
          ...more,
        }),
      )
    expect(await body({ scheme: 'FSC', number: 'AB-COC-1' })).toEqual(['number evidence.schemeNumber'])
    expect(await body({ scheme: 'FSC', number: 'AB-COC-001234' })).toEqual([])
    expect(await body({ scheme: 'MINE', number: '1' })).toEqual(['scheme notOneOf'])
    expect(await body({ validFrom: '2026-02-01', validUntil: '2026-01-31' })).toEqual(['validUntil evidence.validity'])
    const one = await paper({ scheme: 'PEFC', number: 'PEFC/01-00-01', validFrom: '2026-01-01' })
    expect(issues(await admin.put('/evidence/document', { id: one.id, scheme: 'FSC' }))).toEqual([
      'number evidence.schemeNumber',
    ])
    expect(issues(await admin.put('/evidence/document', { id: one.id, validUntil: '2025-12-31' }))).toEqual([
      'validUntil evidence.validity',
    ])
  })

  test('an expired document is asked about if it was expired on the day of the report', async () => {
    const one = await paper({ validFrom: '2026-01-01', validUntil: '2026-04-29' })
    const values = { fellingPermit: one.code }
    const answer = await report('felling', values)
    expect(answer).toMatchObject({
      error: 'stage.unconfirmed',
      data: { issues: [{ field: 'values.fellingPermit', error: 'plausible.paperExpired' }] },
    })
    expect(
      issues(
        await report(
          'felling',
          { fellingTime: '2025-12-29T08:00:00Z' },
          { documentCode: one.code, time: '2025-12-30T08:00:00Z' },
        ),
      ),
    ).toEqual(['documentCode plausible.paperTooEarly'])
    expect((await report('felling', values, { time: '2026-04-29T08:00:00Z' })).code).toBe(200)
    const confirmed = [{ rule: 'paperExpired', reason: 'Renewal is under way' }]
    expect((await report('felling', values, { confirmed })).code).toBe(200)
  })

  test('where the template accepts no expired documents, it is refused whatever the answer', async () => {
    const one = await paper({ validUntil: '2026-04-29' })
    const template = await admin.post<{ id: number }>('/stage/template', {
      name: 'strict',
      displayName: 'Strict',
      stage: 'felling',
      orderNum: 1,
      visible: '0',
      status: '0',
      expiredPapers: 'refuse',
    })
    expect(template.code, template.msg).toBe(200)
    const templateId = template.data.id
    const confirmed = [{ rule: 'paperExpired', reason: 'Renewal is under way' }]
    const strict = () => report('felling', { fellingPermit: one.code }, { templateId, confirmed })
    expect(await strict()).toMatchObject({ code: 500, error: 'plausible.paperExpired' })
    expect((await admin.put('/stage/template', { id: templateId, expiredPapers: 'flag' })).code).toBe(200)
    expect((await strict()).code).toBe(200)
    // The next version has it again, and the form decides.
    const attributes = [{ label: 'Crew', input: 'text' }]
    const next = await admin.put<{ id: number }>('/stage/template', { id: templateId, attributes })
    expect((await admin.put('/stage/template', { id: next.data.id, expiredPapers: 'refuse' })).code).toBe(200)
    expect(await strict()).toMatchObject({ code: 500, error: 'plausible.paperExpired' })
  })
})
