import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { pdf } from '../samples.ts'
import { makeHolder } from '../system/people.ts'

/** Papers that cover a quantity of wood: reports draw on them, and nobody draws more. */
let world: World
let admin: Caller
let field: Caller
let goods: Goods
let next = 0
let tenant: Awaited<ReturnType<World['makeTenant']>>

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('BUDGET')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  await authorize(admin, field.accountId, ['felling', 'forestInspection', 'exportCustoms', 'importCustoms'])
  goods = await makeGoods(world, admin)
})

const otherPdf = () => Buffer.concat([pdf, Buffer.from(`% ${randomUUID()}\n`)])
const upload = async (content: Buffer): Promise<string> =>
  (await admin.upload<{ id: string }>('/common/upload', { name: 'paper.pdf', content })).data.id

interface Paper {
  id: number
  code: string
}

async function addPaper(more: Record<string, unknown> = {}): Promise<Answered<{ id: number }> & { paperCode: string }> {
  const paperCode = `P-${randomUUID().slice(0, 8)}`
  const body = { code: paperCode, name: 'Permit', type: 'form', file: [await upload(otherPdf())], ...more }
  return { ...(await admin.post<{ id: number }>('/evidence/document', body)), paperCode }
}

async function makePaper(more: Record<string, unknown> = {}): Promise<Paper> {
  const answer = await addPaper(more)
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
  return { id: answer.data.id, code: answer.paperCode }
}

async function bodyOf(stage: StageKey, values: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return {
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
  }
}

const report = async (...args: Parameters<typeof bodyOf>): Promise<Answered<{ recordId: number }>> =>
  field.post('/stage/report', await bodyOf(...args))

const issuesOf = ({ data }: Answered): string[] =>
  ((data as { issues?: { field: string; error: string }[] } | undefined)?.issues ?? []).map(
    one => `${one.field} ${one.error}`,
  )

const accountOf = async ({ id }: Paper) =>
  (
    await admin.get<{ stages: unknown[]; newest: { recordId: number }[]; underway: unknown[] }>(
      `/evidence/document/${id}/account`,
    )
  ).data

const felled = (paper: Paper, volume: string) => report('felling', { fellingPermit: paper.code, volume })
const overdrawn = ['values.fellingPermit plausible.paperOverdrawn']

describe('a permit for 10 m³', () => {
  let permit: Paper
  let first: number

  beforeAll(async () => {
    permit = await makePaper({ coveredVolume: '10', validUntil: '2026-12-31' })
  })

  test('is drawn upon to its last litre, and no further', async () => {
    const accepted = await felled(permit, '9.9')
    expect(accepted.code, accepted.msg).toBe(200)
    first = accepted.data.recordId
    const refused = await felled(permit, '0.101')
    expect(issuesOf(refused)).toEqual(overdrawn)
    expect(refused.msg).toContain('10.001')
    // No reason helps, unless the template says so.
    const confirmed = [{ rule: 'paperOverdrawn', reason: 'The forester agreed' }]
    expect(issuesOf(await report('felling', { fellingPermit: permit.code, volume: '0.101' }, { confirmed }))).toEqual(
      overdrawn,
    )
    expect((await felled(permit, '0.1')).code).toBe(200)
    expect(issuesOf(await felled(permit, '0.001'))).toEqual(overdrawn)
  })

  test('covers the same wood at the next stage', async () => {
    const later = await report('forestInspection', {
      transportMode: 'road',
      authorityCertificate: permit.code,
      volume: '10',
    })
    expect(later.code, later.msg).toBe(200)
  })

  test('wants to know how much is used', async () => {
    expect(issuesOf(await report('felling', { fellingPermit: permit.code }))).toEqual([
      'values.volume plausible.paperQuantityMissing',
    ])
  })

  test('has a statement of account', async () => {
    const { newest, ...account } = await accountOf(permit)
    expect(account).toEqual({
      coveredVolume: '10',
      coveredPieces: null,
      validUntil: '2026-12-31',
      stages: [
        { stage: 'felling', records: 2, volume: '10', pieces: 0, draws: ['volume', 'pieces'] },
        { stage: 'forestInspection', records: 1, volume: '10', pieces: 0, draws: ['volume', 'pieces'] },
      ],
      underway: [],
    })
    expect(newest).toHaveLength(3)
    expect(newest.map(one => one.recordId)).toContain(first)
  })

  test('says before a report what is left, at the stage alone', async () => {
    const left = async (stage: StageKey, paper = permit) =>
      (await field.get<{ left: object }>(`/evidence/document/lookup?code=${paper.code}&stage=${stage}`)).data.left
    expect(await left('felling')).toEqual({ volume: '0', pieces: null })
    expect(await left('rawMaterialPurchase')).toEqual({ volume: '10', pieces: null })
    expect(await left('seaShipping')).toEqual({ volume: null, pieces: null })
    expect(await left('felling', await makePaper())).toEqual({ volume: null, pieces: null })
  })

  test('gets back what a correction or a withdrawal frees', async () => {
    const { data } = await admin.get<{ values: { key: string; value: unknown }[] }>(`/stage/record/${first}`)
    const values = Object.fromEntries(data.values.map(({ key, value }) => [key, value]))
    const correct = (id: number, volume: string) =>
      admin.put<{ recordId: number }>(`/stage/record/${id}/correct`, {
        reason: 'Measured again',
        documentCode: goods.documentCode,
        operator: 'Demo operator',
        time: '2026-05-01T08:00:00Z',
        values: { ...values, volume },
      })
    expect(issuesOf(await correct(first, '9.901'))).toEqual(overdrawn)
    const corrected = await correct(first, '5')
    expect(corrected.code, corrected.msg).toBe(200)
    expect(issuesOf(await felled(permit, '4.901'))).toEqual(overdrawn)
    expect((await felled(permit, '4.9')).code).toBe(200)
    const withdrawn = await admin.put(`/stage/record/${corrected.data.recordId}/void`, { reason: 'Wrong log' })
    expect(withdrawn.code, withdrawn.msg).toBe(200)
    expect(issuesOf(await felled(permit, '5.001'))).toEqual(overdrawn)
    expect((await felled(permit, '5')).code).toBe(200)
  })

  test('totals are the sums of the records', async () => {
    const { rows } = await world.admin.query(
      'select stage, volume::float8 as volume from document_total where document_id = $1 order by stage',
      [permit.id],
    )
    expect(rows).toEqual([
      { stage: 'felling', volume: 10 },
      { stage: 'forestInspection', volume: 10 },
    ])
    await world.admin.query('update document_total set volume = 0, counted_at = null where document_id = $1', [
      permit.id,
    ])
    expect(issuesOf(await felled(permit, '0.001'))).toEqual(overdrawn)
  })

  test('counts all versions of the paper', async () => {
    const answer = await admin.post('/evidence/document/version', { id: permit.id, coveredVolume: '12' })
    expect(answer.code, answer.msg).toBe(200)
    expect(issuesOf(await felled(permit, '2.001'))).toEqual(overdrawn)
    expect((await felled(permit, '2')).code).toBe(200)
  })
})

test('twenty reports at once draw no more than a permit covers', async () => {
  const permit = await makePaper({ coveredVolume: '10' })
  const bodies = await Promise.all(
    Array.from({ length: 20 }, () => bodyOf('felling', { fellingPermit: permit.code, volume: '1' })),
  )
  const answers = await Promise.all(bodies.map(body => field.post('/stage/report', body)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(10)
  expect(new Set(answers.flatMap(issuesOf))).toEqual(new Set(overdrawn))
})

test('logs of one list draw together', async () => {
  const permit = await makePaper({ coveredVolume: '2.5' })
  const { codes: _, ...rest } = await bodyOf('felling', { fellingPermit: permit.code })
  const { treeSpecies, ...common } = rest.values as Record<string, unknown>
  const body = { ...rest, values: common }
  const rows = ['1', '1', '1'].map(volume => ({ code: goods.codes[next++]!, values: { treeSpecies, volume } }))
  const refused = await field.post('/stage/report/rows', { ...body, rows })
  expect(refused.code).toBe(500)
  expect(JSON.stringify(refused.data)).toContain('plausible.paperOverdrawn')
  expect(issuesOf(refused).filter(one => one.includes('rows.0') || one.includes('rows.1'))).toEqual([])
  const accepted = await field.post('/stage/report/rows', { ...body, reportId: randomUUID(), rows: rows.slice(0, 2) })
  expect(accepted.code, accepted.msg).toBe(200)
})

test('a template may let reporters answer', async () => {
  const { data: template } = await admin.post<{ id: number }>('/stage/template', {
    name: 'ANSWERS',
    displayName: 'Answers',
    stage: 'felling',
    orderNum: 1,
    visible: '0',
    status: '0',
    overdrawnPapers: 'flag',
  })
  expect(template.id).toBeGreaterThan(0)
  const permit = await makePaper({ coveredVolume: '1' })
  const used = { templateId: template.id }
  const question = await report('felling', { fellingPermit: permit.code, volume: '2' }, used)
  expect(question).toMatchObject({ error: 'stage.unconfirmed' })
  expect(issuesOf(question)).toEqual(overdrawn)
  const confirmed = [{ rule: 'paperOverdrawn', reason: 'The permit was extended by telephone' }]
  const accepted = await report('felling', { fellingPermit: permit.code, volume: '2' }, { ...used, confirmed })
  expect(accepted.code, accepted.msg).toBe(200)
  const { rows } = await world.admin.query('select flags from stage_record where id = $1', [accepted.data.recordId])
  expect(rows[0].flags).toMatchObject([{ rule: 'paperOverdrawn', reason: 'The permit was extended by telephone' }])
})

describe('a CITES permit', () => {
  const crossing = (permit: Paper, at: { time: string; longitude: number; latitude: number }) =>
    bodyOf(
      'exportCustoms',
      { originCountry: 'GA', exportDate: '2026-05-01', volume: '1', citesPermit: permit.code },
      at,
    )
  const libreville = { longitude: 9.43, latitude: 0.42 }
  const pointeNoire = { longitude: 11.86, latitude: -4.79 }

  beforeAll(async () => {
    await world.admin.query(
      `update product p set latin_genus = 'Gonystylus', latin_species = 'bancanus' from batch b where b.id = $1 and p.id = b.product_id`,
      [goods.batchId],
    )
  })

  test('is not used in two ports in the same minute', async () => {
    const permit = await makePaper({ coveredVolume: '100', validUntil: '2026-12-31' })
    const bodies = [
      await crossing(permit, { time: '2026-05-01T08:00:00Z', ...libreville }),
      await crossing(permit, { time: '2026-05-01T08:01:00Z', ...pointeNoire }),
    ]
    const answers = await Promise.all(bodies.map(body => field.post('/stage/report', body)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 500])
    expect(answers.flatMap(issuesOf)).toEqual(['values.citesPermit plausible.paperElsewhere'])
  })

  test('shows the goods that are underway with it, and warns before it runs out', async () => {
    const soon = new Date(Date.now() + 10 * 24 * 3600 * 1000).toISOString().slice(0, 10)
    const permit = await makePaper({ coveredVolume: '100', validUntil: soon })
    const exported = await crossing(permit, { time: '2026-05-01T08:00:00Z', ...libreville })
    const accepted = await field.post('/stage/report', exported)
    expect(accepted.code, accepted.msg).toBe(200)
    const underway = async () =>
      (await admin.get('/evidence/document/list?underway=true&limit=50')).rows.map(row => row.code)
    const warned = async () => {
      const { data } = await admin.get<{ lines: { key: string; oldest: string }[] }>('/material/warning')
      return data.lines.find(({ key }) => key === 'permitsEnding')?.oldest
    }
    expect((await accountOf(permit)).underway).toMatchObject([{ batchId: goods.batchId }])
    expect(await underway()).toContain(permit.code)
    // Papers of all, but only their own batches.
    const rights = ['evidence:document:list', 'evidence:document:query', 'catalog:batch:list']
    const clerk = await makeHolder(world, admin, tenant.deptId, rights, { dataScope: '5' })
    await world.admin.query('update document set created_by = $1 where id = $2', [clerk.accountId, permit.id])
    expect((await clerk.get<{ underway: unknown[] }>(`/evidence/document/${permit.id}/account`)).data.underway).toEqual(
      [],
    )
    expect(await warned()).toBe(soon)
    const arrival = { originCountry: 'GA', importDate: '2026-06-01', volume: '1', citesPermit: permit.code }
    const arrived = await report('importCustoms', arrival, { time: '2026-06-01T08:00:00Z' })
    expect(arrived.code, arrived.msg).toBe(200)
    expect((await accountOf(permit)).underway).toEqual([])
    expect(await underway()).toEqual([])
    expect(await warned()).toBeUndefined()
  })

  test('without a quantity is asked about', async () => {
    const permit = await makePaper({ validUntil: '2026-12-31' })
    const body = await crossing(permit, { time: '2026-05-01T08:00:00Z', ...libreville })
    expect(issuesOf(await field.post('/stage/report', body))).toEqual([
      'values.citesPermit plausible.citesPermitUnlimited',
    ])
  })
})

describe('a paper of other species is refused', () => {
  const other = ['values.fellingPermit plausible.paperSpecies']

  test('in a report, and in its correction', async () => {
    const [iroko, okoume] = [await makePaper({ species: 'Iroko' }), await makePaper({ species: 'Okoumé, Iroko' })]
    expect(issuesOf(await report('felling', { treeSpecies: 'OKO', fellingPermit: iroko.code }))).toEqual(other)
    const accepted = await report('felling', { treeSpecies: 'OKO', fellingPermit: okoume.code })
    expect(accepted.code, accepted.msg).toBe(200)
    const { data } = await admin.get<{ values: { key: string; value: unknown }[] }>(
      `/stage/record/${accepted.data.recordId}`,
    )
    const values = Object.fromEntries(data.values.map(({ key, value }) => [key, value]))
    const body = { reason: 'Wrong paper', documentCode: goods.documentCode, operator: 'Demo operator' }
    const corrected = await admin.put(`/stage/record/${accepted.data.recordId}/correct`, {
      ...body,
      time: '2026-05-01T08:00:00Z',
      values: { ...values, fellingPermit: iroko.code },
    })
    expect(issuesOf(corrected)).toEqual(other)
  })

  test('for one log of a list', async () => {
    const permit = await makePaper({ species: 'Iroko' })
    const { codes: _, ...rest } = await bodyOf('felling', { fellingPermit: permit.code })
    const { treeSpecies: __, volume: ___, ...common } = rest.values as Record<string, unknown>
    const rows = [{ code: goods.codes[next++]!, values: { treeSpecies: 'OKO', volume: '1' } }]
    const refused = await field.post('/stage/report/rows', { ...rest, values: common, rows })
    expect(refused.code).toBe(500)
    expect(JSON.stringify(refused.data)).toContain('plausible.paperSpecies')
  })

  test('not one that says it in words of its own', async () => {
    const permit = await makePaper({ species: 'All species of the concession' })
    const accepted = await report('felling', { treeSpecies: 'OKO', fellingPermit: permit.code })
    expect(accepted.code, accepted.msg).toBe(200)
  })
})

describe('one paper entered twice is refused', () => {
  test('by its number, however it is written', async () => {
    const paper = await makePaper({ number: 'GA-2026/0042', issuer: 'Ministry', coveredVolume: '10' })
    const twin = await addPaper({ number: 'ga 2026 0042', coveredVolume: '10' })
    expect(issuesOf(twin)).toEqual(['number evidence.numberTaken'])
    expect(twin.msg).toContain(paper.code)
    // Without a quantity, and of another body, it is another paper.
    const invoice = { number: 'INV-1', issuer: 'One' }
    await makePaper(invoice)
    expect(issuesOf(await addPaper(invoice))).toEqual(['number evidence.numberTaken'])
    expect((await addPaper({ ...invoice, issuer: 'Other' })).code).toBe(200)
  })

  test('by its file, under two numbers', async () => {
    const content = otherPdf()
    const paper = await makePaper({ number: 'F-1', coveredPieces: 40, file: [await upload(content)] })
    const twin = await addPaper({ number: 'F-2', file: [await upload(content)] })
    expect(issuesOf(twin)).toEqual(['file evidence.sameFile'])
    expect(twin.msg).toContain(paper.code)
  })

  test('not by its own next version', async () => {
    const content = otherPdf()
    const paper = await makePaper({ number: 'V-1', coveredVolume: '10', file: [await upload(content)] })
    const answer = await admin.post('/evidence/document/version', {
      id: paper.id,
      number: 'V-1',
      coveredVolume: '11',
      file: [await upload(content)],
    })
    expect(answer.code, answer.msg).toBe(200)
  })

  test.each(['0', '-1', '1e308', '0.0000001', '1,5'])('no paper covers %s m³', async coveredVolume => {
    expect(issuesOf(await addPaper({ coveredVolume }))).toHaveLength(1)
  })
})
