import { createHash, randomUUID } from 'node:crypto'
import { canonicalize, type Json } from '@timbermark/ledger'
import { beforeAll, expect, test } from 'vitest'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'

/** Survey reports name plots; what is sealed of them binds the shape that the plot had then. */
let world: World
let admin: Caller
let field: Caller
let goods: Goods
let next = 0

const outline = (west: number, south: number, size = 0.01) =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south + size],
        [west, south],
      ].map(position => position.map(value => Math.round(value * 1e6) / 1e6)),
    ],
  })

const addPlot = async (by: Caller, number: string, geometry: string) => {
  const answer = await by.post<{ id: number }>('/material/plot', {
    name: `Plot ${number}`,
    number,
    country: 'GA',
    geometry,
  })
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}

const required = { forestLevel: 'secondary', forestLocation: 'Okala' }

let tenant: Awaited<ReturnType<World['makeTenant']>>
let plotId: number

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('PLOT-RECORDS')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  await authorize(admin, field.accountId, ['forestSurvey', 'felling'])
  goods = await makeGoods(world, admin)
  plotId = await addPlot(admin, 'P-1', outline(11, -0.5))
})

async function survey(
  values: Record<string, unknown>,
  more: Record<string, unknown> = {},
  by = field,
): Promise<Answered<{ recordId: number }>> {
  return by.post('/stage/report', {
    reportId: randomUUID(),
    stage: 'forestSurvey',
    templateId: await templateOf(world, 'forestSurvey'),
    circulationId: await circulationOf(world, 'free'),
    documentCode: goods.documentCode,
    operator: 'Demo operator',
    time: '2026-05-01T08:00:00Z',
    codes: [goods.codes[next++]],
    ...more,
    values: { ...required, ...values },
  })
}

const issuesOf = ({ data }: Answered): string[] =>
  ((data as { issues?: { field: string; error: string }[] } | undefined)?.issues ?? []).map(
    ({ field: at, error }) => `${at} ${error}`,
  )

type Detail = { plot: object | null; values: { key: string; withheld: boolean; value: unknown }[] }
const detail = async (id: number) => (await admin.get<Detail>(`/stage/record/${id}`)).data

/** The closed fields of a record as sealed. */
async function sealed(recordId: number): Promise<{ open: Record<string, unknown>; withheld: Record<string, unknown> }> {
  const { rows } = await world.admin.query<{ open: string; withheld: string }>(
    `select open, withheld from sealed_content where kind = 'record' and row_id = $1 order by id desc limit 1`,
    [recordId],
  )
  return { open: JSON.parse(rows[0]!.open), withheld: JSON.parse(rows[0]!.withheld) }
}

const sha256 = (geometry: string) =>
  createHash('sha256')
    .update(canonicalize(JSON.parse(geometry) as Json))
    .digest('hex')

test('a record keeps the version of the plot that it names, and the digest of its shape is sealed, closed', async () => {
  const answer = await survey({ plot: 'P-1', plotCoordinates: ['11.005', '-0.495'] })
  expect(answer.code, answer.msg).toBe(200)
  const { recordId } = answer.data
  expect(await detail(recordId)).toMatchObject({ plot: { id: plotId, number: 'P-1', version: 1, newest: 1 } })
  expect((await detail(recordId)).values.find(({ key }) => key === 'plot')).toMatchObject({
    withheld: true,
    value: 'P-1',
  })
  const first = await sealed(recordId)
  expect(first.withheld.plot).toEqual({ number: 'P-1', version: 1, sha256: sha256(outline(11, -0.5)) })
  expect(JSON.stringify(first.open)).not.toContain('P-1')

  // The plot's later shape and number change nothing about the record.
  expect(
    (await admin.put('/material/plot', { id: plotId, number: 'P-1b', geometry: outline(11, -0.5, 0.02) })).code,
  ).toBe(200)
  expect(await detail(recordId)).toMatchObject({ plot: { number: 'P-1', version: 1, newest: 2 } })
  const withdrawn = await admin.put<{ recordId: number }>(`/stage/record/${recordId}/void`, { reason: 'Wrong tree' })
  expect(withdrawn.code, withdrawn.msg).toBe(200)
  expect((await sealed(withdrawn.data.recordId)).withheld.plot).toEqual(first.withheld.plot)
  expect((await admin.put('/material/plot', { id: plotId, number: 'P-1' })).code).toBe(200)
})

test('a correction leaves the plot in its version, or names another one', async () => {
  const { recordId } = (await survey({ plot: 'P-1' })).data
  await admin.put('/material/plot', { id: plotId, geometry: outline(11, -0.5, 0.03) })
  const correct = (id: number, plot: string) =>
    admin.put<{ recordId: number }>(`/stage/record/${id}/correct`, {
      reason: 'Checked again',
      documentCode: goods.documentCode,
      operator: 'Demo operator',
      time: '2026-05-01T08:00:00Z',
      values: { ...required, plot },
    })
  const same = await correct(recordId, 'P-1')
  expect(same.code, same.msg).toBe(200)
  expect(await detail(same.data.recordId)).toMatchObject({ plot: { version: 2, newest: 3 } })
  await addPlot(admin, 'P-2', outline(12, -0.5))
  const other = await correct(same.data.recordId, 'P-2')
  expect(await detail(other.data.recordId)).toMatchObject({ plot: { number: 'P-2', version: 1 } })

  // Somebody with a writer to the database moves the plot: the record is no longer what was sealed.
  await world.admin.query(`update plot set geometry = $1 where number = 'P-2'`, [outline(13, -0.5)])
  expect(await correct(other.data.recordId, 'P-2')).toMatchObject({ error: 'ledger.altered' })
  await world.admin.query(`update plot set geometry = $1 where number = 'P-2'`, [outline(12, -0.5)])
  expect((await correct(other.data.recordId, 'P-2')).code).toBe(200)
})

test('a plot that is unknown, of another enterprise or out of scope is refused alike', async () => {
  const foreign = await world.signIn(await world.makeTenant('PLOT-FOREIGN'), ['enterpriseAdmin'])
  await addPlot(foreign, 'F-1', outline(15, -0.5))
  for (const plot of ['F-1', 'NOWHERE'])
    expect(issuesOf(await survey({ plot }))).toEqual(['values.plot stage.plotMissing'])
  // A clerk of another department may report about the batch, and sees no plot of the first one.
  const dept = await admin.post<{ id: number }>('/system/dept', {
    parentId: tenant.deptId,
    deptName: 'East',
    orderNum: 1,
  })
  expect(dept.code, dept.msg).toBe(200)
  const clerk = await world.signIn(tenant, ['enterpriseClerk'], { deptId: dept.data.id })
  await world.admin.query('update batch set dept_id = $1 where id = $2', [dept.data.id, goods.batchId])
  await world.admin.query('update document set dept_id = $1 where code = $2', [dept.data.id, goods.documentCode])
  expect(issuesOf(await survey({ plot: 'P-1' }, {}, clerk))).toEqual(['values.plot stage.plotMissing'])
  await world.admin.query(`update plot set dept_id = $1 where number = 'P-2'`, [dept.data.id])
  const accepted = await survey({ plot: 'P-2' }, {}, clerk)
  expect(accepted.code, accepted.msg).toBe(200)
})

test('a position clearly outside of the plot is asked about, one within the error of measurement is not', async () => {
  const outside = { plot: 'P-2', plotCoordinates: ['12.005', '-0.502'] }
  const question = await survey(outside)
  expect(question).toMatchObject({ error: 'stage.unconfirmed' })
  expect(issuesOf(question)).toEqual(['values.plotCoordinates plausible.outsidePlot'])
  expect(question.msg + JSON.stringify(question.data)).toContain('221')
  const near = await survey({ ...outside, plotCoordinates: ['12.005', '-0.5005'] })
  expect(near.code, near.msg).toBe(200)
  // Where no point of the plot is given, the place of the report counts.
  const here = { longitude: 12.02, latitude: -0.495 }
  expect(issuesOf(await survey({ plot: 'P-2' }, here))).toEqual(['longitude plausible.outsidePlot'])
  const confirmed = [{ rule: 'outsidePlot', reason: 'Reported from the camp' }]
  const accepted = await survey({ plot: 'P-2' }, { ...here, confirmed })
  expect(accepted.code, accepted.msg).toBe(200)
})

test('a plot on which records rely stays, and says which', async () => {
  const { rows, total } = await admin.get(`/stage/record/list?plotId=${plotId}&status=current`)
  // The first was withdrawn, the second now names another plot.
  expect([rows.length, total]).toEqual([0, 0])
  expect((await admin.get(`/stage/record/list?plotId=${plotId}`)).total).toBeGreaterThan(2)
  expect(await admin.delete(`/material/plot/${plotId}`)).toMatchObject({ error: 'material.plotReliedUpon' })
  const unused = await addPlot(admin, 'P-9', outline(14, -0.5))
  expect((await admin.delete(`/material/plot/${unused}`)).code).toBe(200)
})

test('wood flows from the plots that fellings name, also after a correction', async () => {
  await addPlot(admin, 'P-FLOW', outline(12, -0.5))
  const { batchId, codes, documentCode } = await makeGoods(world, admin)
  const wood = { treeSpecies: 'OKO', fellingTime: '2026-04-30T08:00:00Z', loggingPermitNumber: 'AAC-1' }
  const body = { documentCode, operator: 'Demo operator', time: '2026-05-01T08:00:00Z' }
  const fell = async (code: number, volume: string, plot?: string) => {
    const answer = await field.post<{ recordId: number }>('/stage/report', {
      ...body,
      reportId: randomUUID(),
      stage: 'felling',
      templateId: await templateOf(world, 'felling'),
      circulationId: await circulationOf(world, 'free'),
      codes: [codes[code]],
      values: { ...wood, volume, ...(plot && { plot }) },
    })
    expect(answer.code, answer.msg).toBe(200)
    return answer.data.recordId
  }
  const felled = async () => {
    const { data } = await admin.get<{ nodes: { kind: string; plot: string | null; volume: string }[] }>(
      `/material/flow?batchId=${batchId}`,
    )
    const nodes = data.nodes.filter(({ kind }) => kind === 'felled')
    return Object.fromEntries(nodes.map(({ plot, volume }) => [plot ?? 'none', volume]))
  }
  const first = await fell(0, '5', 'P-1')
  await fell(1, '3', 'P-FLOW')
  await fell(2, '4', 'P-FLOW')
  await fell(3, '2')
  expect(await felled()).toEqual({ 'P-1': '5', 'P-FLOW': '7', none: '2' })
  const values = { ...wood, volume: '6', plot: 'P-FLOW' }
  const corrected = await admin.put(`/stage/record/${first}/correct`, { ...body, reason: 'Other plot', values })
  expect(corrected.code, corrected.msg).toBe(200)
  expect(await felled()).toEqual({ 'P-FLOW': '13', none: '2' })
})
