import { randomUUID } from 'node:crypto'
import { type StageKey, stageKeys } from '@timbermark/contract'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { certifyRequest, circulationOf, completeRequest, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { codeRequest } from '../code-request.ts'

/** OPEN-16, AMB-07: effects of the stage type and the update stage of a request on its codes. */
let world: World
let admin: Caller
let goods: Goods

const request = (change: Record<string, unknown>) => codeRequest(goods.batchId, change)

/** A finished request of a stage type. @returns its id and first codes */
async function codesOf(stageType: string, updateStage: string): Promise<{ id: number; codes: string[] }> {
  const { data } = await admin.post<{ id: number }>('/code/request', request({ stageType, updateStage }))
  await completeRequest(world, data.id)
  await certifyRequest(world, data.id)
  const { rows } = await admin.get(`/code/qr/list?requestId=${data.id}&limit=10`)
  return { id: data.id, codes: rows.map(row => row.code as string) }
}

async function report(stage: StageKey, about: Record<string, unknown>) {
  return admin.post<{ refused: { code: string; error: string; message: string }[] }>('/stage/report', {
    reportId: randomUUID(),
    stage,
    templateId: await templateOf(world, stage),
    circulationId: await circulationOf(world, 'free'),
    documentCode: goods.documentCode,
    operator: 'Desk clerk',
    time: '2026-10-01T08:00:00Z',
    codes: [],
    values: sampleValues(valueFields(stageByKey(stage)).filter(field => field.required)),
    ...about,
  })
}

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.signIn(await world.makeTenant('STAGETYPE'), ['enterpriseAdmin'])
  goods = await makeGoods(world, admin)
})

describe('the update stage', () => {
  test.each([
    ['regular', 'forestSurvey', true],
    ['inStock', 'processing', false],
    ['inStock', 'factoryEntry', true],
    ['outOfStock', 'factoryEntry', false],
    ['outOfStock', 'factoryExit', true],
    ['outOfStock', 'productSales', true],
  ])('of codes that are %s may be %s: %s', async (stageType, updateStage, allowed) => {
    const answer = await admin.post('/code/request', request({ stageType, updateStage }))
    if (allowed) expect(answer.code).toBe(200)
    else expect(answer).toMatchObject({ error: 'code.updateStageClosed', data: { issues: [{ field: 'updateStage' }] } })
  })

  test('must stay open when the stage type of a request is changed', async () => {
    const { data } = await admin.post<{ id: number }>('/code/request', request({}))
    expect(await admin.put('/code/request', { id: data.id, stageType: 'inStock' })).toMatchObject({
      error: 'code.updateStageClosed',
    })
    expect(
      await admin.put('/code/request', { id: data.id, stageType: 'inStock', updateStage: 'packing' }),
    ).toMatchObject({ code: 200 })
  })

  test('is the stage that a scanned code proposes to report', async () => {
    const { codes } = await codesOf('outOfStock', 'packing')
    expect((await admin.get(`/stage/code/${codes[0]}`)).data).toMatchObject({ proposed: 'packing', refusal: null })
  })
})

describe('the stage type', () => {
  test.each(['inStock', 'outOfStock'])(
    '%s closes every stage before its first, for single codes and ranges',
    async type => {
      const first = stageKeys.indexOf(type === 'inStock' ? 'factoryEntry' : 'factoryExit')
      const { id, codes } = await codesOf(type, stageKeys[first]!)
      for (const [n, stage] of stageKeys.entries()) {
        const { data } = await admin.get<{ refusal: string | null; first: string | null }>(
          `/stage/code/${codes[0]}?stage=${stage}`,
        )
        if (n < first) expect(data, stage).toMatchObject({ refusal: 'stage.notOpen', first: stageKeys[first] })
        else expect(data.refusal, stage).not.toBe('stage.notOpen')
      }
      const before = stageKeys[first - 1]!
      const refused = await report(before, { codes: codes.slice(0, 2) })
      expect(refused).toMatchObject({ error: 'stage.notOpen' })
      expect(refused.data.refused.map(({ code }) => code)).toEqual(codes.slice(0, 2))
      expect(refused.data.refused[0]!.message).toContain(`(stage ${first + 1})`)
      expect(await report(before, { ranges: [{ requestId: id, from: 5, to: 9000 }] })).toMatchObject({
        error: 'stage.notOpen',
      })
      expect(await report(stageKeys[first]!, { codes: codes.slice(0, 1) })).toMatchObject({ code: 200 })
      expect(await report(stageKeys[first]!, { ranges: [{ requestId: id, from: 5, to: 9000 }] })).toMatchObject({
        code: 200,
      })
    },
  )

  test('regular leaves every stage open', async () => {
    for (const stage of stageKeys) {
      const { data } = await admin.get<{ refusal: string | null }>(`/stage/code/${goods.codes[0]}?stage=${stage}`)
      expect(data.refusal, stage).not.toBe('stage.notOpen')
    }
  })
})
