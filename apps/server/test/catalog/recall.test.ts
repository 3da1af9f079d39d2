import type { TraceAnswer } from '@timbermark/contract/trace'
import { beforeAll, describe, expect, test } from 'vitest'
import { resealRequests } from '../../src/areas/ledger/sealing/seal-rows.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { type Goods, makeGoods } from '../goods.ts'
import type { Caller } from '../harness.ts'
import { makeScene, type Scene } from '../trace/scene.ts'
import { walkServedProof } from '../trace/walk-proof.ts'

let scene: Scene
let admin: Caller

beforeAll(async () => {
  scene = await makeScene('RECALL')
  admin = scene.admin
})

const words = {
  reason: 'The varnish gives off formaldehyde: > 0.1 mg/m³, < 0.2 mg/m³.',
  advice: 'Take it back to the shop.',
  contact: '+33 1 00 00 00 00',
  reports: 'refuse',
}
const declare = (body: object, by = admin) =>
  by.post<{ id: number; codes: number | null }>('/catalog/recall/declare', { ...words, ...body })
const lift = (id: number, reason?: string, by = admin) => by.put(`/catalog/recall/${id}/lift`, { reason })
const loadPage = async (code: string) => (await scene.world.anonymous.get<TraceAnswer>(`/trace/${code}`)).data

/** What the reader's browser proves of a code, once everything is in the log. */
async function proven(code: string) {
  await scene.append()
  const walk = await walkServedProof(scene, code)
  expect([walk.outcome, walk.faults]).toEqual(['proven', []])
  return walk.item!
}

describe('a batch', () => {
  let goods: Goods
  beforeAll(async () => {
    goods = await makeGoods(scene.world, admin)
  })

  test('that is recalled is shown as recalled with proof for every code, and so is lifting it', async () => {
    const { data } = await declare({ batchId: goods.batchId })
    expect(data).toEqual({ id: expect.any(Number), codes: null })
    const current = {
      of: 'batch',
      reason: words.reason,
      advice: words.advice,
      contact: words.contact,
      since: expect.any(String),
      lifted: null,
    }
    const stated = await loadPage(goods.codes[7]!)
    expect(stated).toMatchObject({ status: 'recalled', recalls: [current] })
    const item = await proven(goods.codes[7]!)
    expect(item.answer).toMatchObject({ status: 'recalled', recalls: stated.recalls })
    // A recall has its own section; it is not a change of the facts.
    expect(item.changes).toEqual([])

    expect(await declare({ batchId: goods.batchId })).toMatchObject({ error: 'catalog.batchRecalled' })
    expect((await lift(data.id)).code).toBe(500)
    expect((await lift(data.id, 'Measured again: it is within the limits')).code).toBe(200)
    expect(await lift(data.id, 'Again')).toMatchObject({ code: 500 })
    const after = await loadPage(goods.codes[7]!)
    expect(after).toMatchObject({
      status: 'active',
      recalls: [{ ...current, lifted: { reason: 'Measured again: it is within the limits' } }],
    })
    expect((await proven(goods.codes[7]!)).answer).toMatchObject({ status: 'active', recalls: after.recalls })
    expect((await declare({ batchId: goods.batchId, reports: 'ask' })).code).toBe(200)
  })

  test('is found in the back office by its batch and by a code, and only in its own enterprise', async () => {
    const { rows } = await admin.get(`/catalog/recall/list?code=${goods.codes[3]}`)
    expect(rows).toMatchObject([{ status: 'standing' }, { status: 'lifted' }])
    const recalls = await admin.get<object[]>(`/catalog/recall/code/${goods.codes[3]}`)
    expect(recalls.data).toMatchObject([
      { of: 'batch', status: 'standing' },
      { of: 'batch', status: 'lifted' },
    ])
    const stranger = await scene.world.signIn(await scene.world.makeTenant('STRANGER'), ['enterpriseAdmin'])
    expect((await stranger.get(`/catalog/recall/list?code=${goods.codes[3]}`)).rows).toEqual([])
    expect(await stranger.get(`/catalog/recall/code/${goods.codes[3]}`)).toMatchObject({ error: 'code.unknown' })
    expect((await declare({ batchId: goods.batchId }, stranger)).code).toBe(500)
    expect((await declare({ codes: [goods.codes[3]!] }, stranger)).code).toBe(500)
  })

  test('that is voided is shown so with proof and reason', async () => {
    const other = await makeGoods(scene.world, admin)
    await scene.append()
    expect((await admin.put(`/catalog/batch/${other.batchId}/void`, { reason: 'Rotten throughout' })).code).toBe(200)
    expect((await loadPage(other.codes[0]!)).status).toBe('voided')
    const item = await proven(other.codes[0]!)
    expect(item.answer.status).toBe('voided')
    expect(item.changes).toMatchObject([{ of: 'batch', reason: 'Rotten throughout', facts: [{ name: 'status' }] }])
    await declare({ batchId: other.batchId })
    expect((await proven(other.codes[0]!)).answer.status).toBe('recalled')
  })
})

describe('codes', () => {
  let goods: Goods
  beforeAll(async () => {
    goods = await makeGoods(scene.world, admin)
  })

  test('are recalled without their neighbours', async () => {
    const ranges = [{ first: goods.codes[2]!, last: goods.codes[5]! }]
    const { data } = await declare({ ranges })
    expect(data.codes).toBe(4)
    expect((await declare({ codes: [goods.codes[5]!] })).error).toBe('catalog.codeRecalled')
    for (const [at, status] of [
      [1, 'active'],
      [2, 'recalled'],
      [5, 'recalled'],
      [6, 'active'],
    ] as const) {
      expect((await loadPage(goods.codes[at]!)).status).toBe(status)
      expect((await proven(goods.codes[at]!)).answer.status).toBe(status)
    }
    await lift(data.id, 'Was another shipment')
    expect((await proven(goods.codes[2]!)).answer).toMatchObject({ status: 'active', recalls: [{ of: 'codes' }] })
    expect((await declare({ ranges, reports: 'ask' })).code).toBe(200)
    expect((await loadPage(goods.codes[3]!)).recalls).toHaveLength(2)
  })

  test('are recalled with the package that they are packed in', async () => {
    const packages = await makeGoods(scene.world, admin, { codeType: 'package', batchId: goods.batchId })
    await scene.report('packing', [goods.codes[20]!, goods.codes[21]!], { parentCode: packages.codes[0]! })
    expect((await declare({ codes: [packages.codes[0]!] })).data.codes).toBe(3)
    expect((await proven(goods.codes[21]!)).answer.status).toBe('recalled')
    expect((await proven(goods.codes[22]!)).answer.status).toBe('active')
  })

  test('or a batch must be named, never both and never neither', async () => {
    expect((await declare({})).error).toBe('catalog.recallWhat')
    expect((await declare({ batchId: goods.batchId, codes: [goods.codes[40]!] })).error).toBe('catalog.recallWhat')
    const wrong = await declare({ codes: [goods.codes[40]!], reason: ' ', adviceTexts: { fr: '<b>Rapportez-le</b>' } })
    expect(wrong.data).toMatchObject({
      issues: [
        { field: 'reason', error: 'required' },
        { field: 'adviceTexts.fr', error: 'pattern' },
      ],
    })
  })

  test('of two concurrent recalls of the same codes one is refused, and the sealed content is complete', async () => {
    const several = [30, 31, 32, 33].map(at => declare({ codes: [goods.codes[at]!] }))
    const same = [0, 1, 2].map(() => declare({ codes: [goods.codes[35]!] }))
    expect((await Promise.all(several)).map(({ code }) => code)).toEqual([200, 200, 200, 200])
    expect((await Promise.all(same)).map(({ code }) => code).sort()).toEqual([200, 500, 500])
    for (const at of [30, 31, 32, 33, 35]) expect((await proven(goods.codes[at]!)).answer.status).toBe('recalled')
  })
})

describe('the text of a recall', () => {
  let goods: Goods
  const texts = {
    reasonTexts: { zh: '清漆甲醛超标。', fr: 'Le vernis dégage du formaldéhyde.' },
    reason: 'The varnish gives off formaldehyde.',
    advice: '',
    adviceTexts: { zh: '请退回商店。' },
  }
  beforeAll(async () => {
    goods = await makeGoods(scene.world, admin)
  })

  test('is in the reader’s language, or names its language, stated and proven alike, also when it is lifted', async () => {
    const { data } = await declare({ ...texts, codes: [goods.codes[0]!] })
    const reader = async (language: 'zh' | 'en' | 'fr') => {
      const stated = (await scene.world.caller(null, language).get<TraceAnswer>(`/trace/${goods.codes[0]}`)).data
      await scene.append()
      const walk = await walkServedProof(scene, goods.codes[0]!, { language })
      expect([walk.outcome, walk.faults]).toEqual(['proven', []])
      expect(walk.item!.answer.recalls).toEqual(stated.recalls)
      return stated.recalls[0]!
    }
    expect(await reader('zh')).toMatchObject({ reason: '清漆甲醛超标。', reasonIn: 'zh', contactIn: 'en' })
    expect(await reader('fr')).toMatchObject({
      reason: texts.reasonTexts.fr,
      reasonIn: 'fr',
      advice: '请退回商店。',
      adviceIn: 'zh',
    })
    const lifted = await admin.put(`/catalog/recall/${data.id}/lift`, { reasonTexts: { fr: 'Mesuré de nouveau' } })
    expect(lifted.code).toBe(200)
    expect((await reader('fr')).lifted).toMatchObject({ reason: 'Mesuré de nouveau', reasonIn: 'fr' })
    expect((await reader('zh')).lifted).toMatchObject({ reason: 'Mesuré de nouveau', reasonIn: 'fr' })
  })

  test('is listed and asked about in the user’s language', async () => {
    const { data } = await declare({ ...texts, codes: [goods.codes[1]!], reports: 'ask' })
    const french = scene.world.caller(admin.token, 'fr')
    const { rows } = await french.get(`/catalog/recall/list?code=${goods.codes[1]}`)
    expect(rows).toMatchObject([
      { id: data.id, reason: texts.reasonTexts.fr, advice: '请退回商店。', adviceTexts: { zh: '请退回商店。' } },
    ])
    const recalls = await french.get<object[]>(`/catalog/recall/code/${goods.codes[1]}`)
    expect(recalls.data).toMatchObject([{ reason: texts.reasonTexts.fr, reasonTexts: { en: texts.reason } }])
    await expect(scene.report('felling', [goods.codes[1]!])).rejects.toThrow(/formaldehyde/)
  })

  test('from before there were languages is answered to everybody, and sealed unchanged', async () => {
    const { data } = await declare({ ...words, codes: [goods.codes[2]!] })
    const { services, admin: owner } = scene.world
    const { rows } = await owner.query<{ number: number }>(
      'select request_number as number from code_request where id = $1',
      [goods.requestId],
    )
    await services.database.withTenant(scene.tenant.id, async db => {
      await db.execute(sql`
        update recall set reason_texts = '{}', advice_texts = '{}', contact_texts = '{}'
        where tenant_id = ${scene.tenant.id} and id = ${data.id}`)
      await resealRequests(db, services, scene.tenant.id, [rows[0]!.number])
    })
    const before = {
      of: 'codes',
      reason: words.reason,
      advice: words.advice,
      contact: words.contact,
      since: expect.any(String),
      lifted: null,
    }
    expect((await loadPage(goods.codes[2]!)).recalls).toEqual([before])
    expect((await proven(goods.codes[2]!)).answer.recalls).toEqual([before])
    const sealed = await owner.query<{ open: string }>(
      `select open from sealed_content where kind = 'request' and row_id = $1 order by id desc limit 1`,
      [goods.requestId],
    )
    expect(sealed.rows[0]!.open).toContain(`"reason":"${words.reason}"`)
  })
})

describe('a report about recalled goods', () => {
  let goods: Goods
  beforeAll(async () => {
    goods = await makeGoods(scene.world, admin)
  })

  test('is refused by its code, or asked about and flagged, as the recall says; a lifted recall has no effect', async () => {
    const refuses = await declare({ codes: [goods.codes[0]!] })
    await expect(scene.report('felling', [goods.codes[0]!])).rejects.toThrow('stage.recalled')
    await lift(refuses.data.id, 'A mistake')
    const asks = await declare({ batchId: goods.batchId, reports: 'ask' })
    await expect(scene.report('felling', [goods.codes[0]!])).rejects.toThrow(/plausible.recalled/)
    const id = await scene.report('felling', [goods.codes[0]!], {
      confirmed: [{ rule: 'recalled', reason: 'On its way back to us' }],
    })
    const record = await admin.get<{ flags: object[] }>(`/stage/record/${id}`)
    expect(record.data.flags).toMatchObject([
      { rule: 'recalled', params: { reason: words.reason }, reason: 'On its way back to us' },
    ])
    await lift(asks.data.id, 'All were found')
    await scene.report('felling', [goods.codes[1]!])
  })
})

test('a recall needs its permission', async () => {
  const clerk = await scene.world.signIn(scene.tenant, ['enterpriseClerk'])
  const goods = await makeGoods(scene.world, admin)
  expect((await declare({ batchId: goods.batchId }, clerk)).code).toBe(403)
  const { data } = await declare({ batchId: goods.batchId })
  expect((await clerk.get('/catalog/recall/list')).code).toBe(200)
  expect((await lift(data.id, 'Not mine to say', clerk)).code).toBe(403)
})

test('the nightly check finds no fault in sealed recalls', async () => {
  await scene.append()
  const { services } = scene.world
  expect((await checkWholeLedger(services.database, ledgerLog(services), rowChecks)).faults).toEqual([])
})
