import { createHash } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { isWithheld, stageByKey, valueFields } from '@timbermark/contract/stages'
import type { SealedProof, TraceAnswer, TraceRecords } from '@timbermark/contract/trace'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { walk } from '../../../trace/src/proof/walk.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { digestOf, fieldsText } from '../../src/areas/ledger/sealing/content.ts'
import type { KeptContent } from '../../src/areas/ledger/sealing/contents.ts'
import { loadFacts } from '../../src/areas/stage/statement/record-facts.ts'
import { mentionToday } from '../../src/areas/stage/statement/rebuild-statement.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { makeGoods } from '../goods.ts'
import { pdf } from '../samples.ts'
import { makeScene, type Scene } from './scene.ts'
import { walked } from './walked.ts'

/** What the server answers is proven by what the reader's browser runs. */
let scene: Scene

beforeAll(async () => {
  scene = await makeScene('SEALED')
  await scene.append()
})

describe('the proof of a code', () => {
  it('is whole before anything was reported', async () => {
    const { faults, outcome, item } = await walked(scene, scene.goods.codes[0]!)
    expect(faults).toEqual([])
    expect(outcome).toBe('proven')
    expect(item!.answer).toMatchObject({ owner: { name: 'Demo SEALED' }, stages: [] })
  })

  it('proves what was reported of the batch and of the code, and waits until it is entered', async () => {
    await scene.report('felling', [scene.goods.codes[0]!], {})
    expect(await walked(scene, scene.goods.codes[0]!)).toMatchObject({ outcome: 'waiting', faults: [] })
    await scene.append()
    const { outcome, faults, item } = await walked(scene, scene.goods.codes[0]!, { language: 'fr' })
    expect(faults).toEqual([])
    expect(outcome).toBe('proven')
    expect(item!.answer.stages).toHaveLength(1)
  })

  it('proves what was reported of single codes, and of what they are packed in, to whoever holds one of them', async () => {
    const [packed, other, sold] = scene.goods.codes.slice(1)
    const packages = await makeGoods(scene.world, scene.admin, { codeType: 'package', batchId: scene.goods.batchId })
    const parent = packages.codes[3]!
    await scene.report('packing', [packed!, other!], { parentCode: parent })
    await scene.report('productInformation', [parent], {})
    await scene.report('productSales', [sold!], {})
    await scene.append()
    const stages = async (code: string) => {
      const { outcome, faults, item } = await walked(scene, code)
      return [outcome, faults, item?.answer.stages.map(({ stage }) => stage)]
    }
    expect(await stages(packed!)).toEqual(['proven', [], ['felling', 'packing', 'productInformation']])
    expect(await stages(sold!)).toEqual(['proven', [], ['felling', 'packing', 'productSales']])
    expect(await stages(scene.goods.codes[20]!)).toEqual(['proven', [], ['felling', 'packing']])
    expect(await stages(parent)).toEqual(['proven', [], ['felling', 'packing', 'productInformation']])
  })

  // One batch is packed twice here, which is asked about.
  const unlikely = [
    { rule: 'volumeAboveEarlier', reason: 'Two packings of one felling' },
    { rule: 'piecesAboveMade', reason: 'Two packings of one felling' },
  ]

  it('leads to the container of now: a code that was taken out, or packed elsewhere, has nothing of the earlier one', async () => {
    const [moved, out, stays] = scene.goods.codes.slice(40) as [string, string, string]
    const packages = await makeGoods(scene.world, scene.admin, { codeType: 'package', batchId: scene.goods.batchId })
    const [first, second] = packages.codes.slice(10) as [string, string]
    await scene.report('packing', [moved, out, stays], { parentCode: first, confirmed: unlikely })
    await scene.report('productInformation', [first], {})
    await scene.report('productSales', [second], {})
    const told = { operator: 'Packer', time: new Date().toISOString(), reason: 'Wrong box' }
    const pack = (body: object) => scene.admin.post('/code/packing/pack', { ...told, parentCode: second, ...body })
    expect((await pack({ codes: [moved], repack: true })).code).toBe(200)
    expect((await scene.admin.post('/code/packing/unpack', { ...told, codes: [out] })).code).toBe(200)
    const stages = async (code: string) => {
      const { outcome, faults, item } = await walked(scene, code)
      return [
        outcome,
        faults,
        item?.answer.stages.map(({ stage }) => stage).filter(stage => stage.startsWith('product')),
      ]
    }
    expect(await stages(moved)).toEqual(['waiting', [], ['productSales']])
    await scene.append()
    expect(await stages(moved)).toEqual(['proven', [], ['productSales']])
    expect(await stages(out)).toEqual(['proven', [], []])
    expect(await stages(stays)).toEqual(['proven', [], ['productInformation']])
    expect((await pack({ codes: [out] })).code).toBe(200)
    await scene.append()
    expect(await stages(out)).toEqual(['proven', [], ['productSales']])
    // Who says in the database that it is still in the first one, or names another packer, is found out.
    const change = (text: string) => scene.world.admin.query(text)
    await change(`update packing set operator = 'Somebody else' where action = 'unpack'`)
    expect((await walked(scene, out)).faults).not.toEqual([])
    await change(`update packing set operator = 'Packer' where action = 'unpack'`)
    expect(await stages(out)).toEqual(['proven', [], ['productSales']])
    await change(
      `update code_link set parent_serial = parent_serial - 1 where current and packing_id in (select id from packing where action = 'repack')`,
    )
    expect((await walked(scene, moved)).faults).not.toEqual([])
    await change(
      `update code_link set parent_serial = parent_serial + 1 where current and packing_id in (select id from packing where action = 'repack')`,
    )
    expect(await stages(moved)).toEqual(['proven', [], ['productSales']])
  })

  it('keeps what was reported of single codes apart, also where a package has the number of another item', async () => {
    const item = scene.goods.codes[5]!
    const packages = await makeGoods(scene.world, scene.admin, { codeType: 'package', batchId: scene.goods.batchId })
    // What was felled was packed before.
    await scene.report('packing', [item], { parentCode: packages.codes[6]!, values: { volume: '' } })
    await scene.report('productSales', [scene.goods.codes[6]!], {})
    await scene.append()
    const { outcome, faults, item: found } = await walked(scene, item)
    expect([outcome, faults]).toEqual(['proven', []])
    expect(found!.answer.stages.map(({ stage }) => stage)).not.toContain('productSales')
  })

  it('knows a corrected record by the number that it had, at its place among those of the same moment', async () => {
    const goods = await makeGoods(scene.world, scene.admin)
    const ids: string[] = []
    for (const code of goods.codes.slice(0, 3))
      ids.push(String(await scene.report('felling', [code], { documentCode: goods.documentCode })))
    const fields = valueFields(stageByKey('felling')).filter(({ required }) => required)
    const corrected = await scene.admin.put(`/stage/record/${ids[1]}/correct`, {
      reason: 'Typed wrongly',
      documentCode: goods.documentCode,
      operator: 'Clerk',
      time: '2026-11-01T08:00:00Z',
      values: sampleValues(fields),
    })
    expect(corrected.code).toBe(200)
    await scene.append()
    const { data: stated } = await scene.world.anonymous.get<TraceAnswer>(`/trace/${goods.codes[0]}`)
    const proven = (await walked(scene, goods.codes[0]!)).item!.answer
    for (const { stages } of [stated, proven]) expect(stages.map(({ recordId }) => recordId)).toEqual(ids)
    const next = `stage=felling&limit=1&after=${ids[0]}`
    const page = (await scene.world.anonymous.get<TraceRecords>(`/trace/${goods.codes[0]}/records?${next}`)).data
    expect([page.before, page.records[0]?.recordId, page.next]).toEqual([1, ids[1], ids[1]])
    // What a reader saves of it is what he was shown.
    const { data: own } = await scene.world.anonymous.get<SealedProof>(
      `/trace/${goods.codes[0]}/proof?records=${ids[1]}`,
    )
    expect(own.contents.some(({ opened }) => opened.some(text => text.includes('Typed wrongly')))).toBe(true)
  })

  it('stays whole when the personal data of a record are forgotten, and says that they are', async () => {
    const code = scene.goods.codes[30]!
    const id = await scene.report('productSales', [code], {})
    await scene.append()
    const before = await walked(scene, code)
    expect((await scene.field.post(`/stage/record/${id}/forget`)).code).toBe(403)
    expect((await scene.admin.post('/stage/record/999999/forget')).code).toBe(404)
    expect((await scene.admin.post(`/stage/record/${id}/forget`)).code).toBe(200)
    const after = await walked(scene, code)
    expect(after).toMatchObject({ outcome: 'proven', faults: [] })
    expect(after.item!.answer).toEqual(before.item!.answer)
    expect([before.item!.forgotten, after.item!.forgotten > 0]).toEqual([0, true])
    const row = (await scene.admin.get<{ operator: string; values: { withheld: boolean }[] }>(`/stage/record/${id}`))
      .data
    expect(row.operator).toBe('')
    // Nothing that could show a guess to be right is left.
    const left = await scene.world.admin.query(
      'select personal_salt, personal_values from stage_record where id = $1',
      [id],
    )
    expect(left.rows).toEqual([{ personal_salt: null, personal_values: {} }])
  })

  it('stays proven because no paper that a record names can be changed, be it its own or one among its values', async () => {
    const papers = (stage: StageKey) =>
      valueFields(stageByKey(stage)).filter(field => field.type === 'document' && !isWithheld(field))
    const stage = (['forestSurvey', 'felling', 'packing', 'seaShipping'] as const).find(key => papers(key).length > 0)!
    const [field] = papers(stage)
    const upload = await scene.admin.upload<{ id: string }>('/common/upload', { name: 'permit.pdf', content: pdf })
    const paper = { code: 'NAMED-BY-VALUE', name: 'Permit', type: 'certificate', file: [upload.data.id] }
    const { data } = await scene.admin.post<{ id: number }>('/evidence/document', paper)
    const rename = () => scene.admin.put('/evidence/document', { id: data.id, name: 'Another permit' })
    expect((await rename()).code).toBe(200)
    const code = scene.goods.codes[40]!
    await scene.report(stage, [code], { values: { [field!.key]: paper.code } })
    await scene.append()
    const refused = await rename()
    expect([refused.code, refused.msg]).toEqual([500, expect.stringContaining('in use')])
    expect((await scene.admin.delete(`/evidence/document/${data.id}`)).code).toBe(500)
    expect(await walked(scene, code)).toMatchObject({ outcome: 'proven', faults: [] })
  })

  it('keeps nothing of a record back that is open, and its mention says so in the words of its time', async () => {
    const code = scene.goods.codes[0]!
    const { data } = await scene.world.anonymous.get<SealedProof>(`/trace/${code}/proof`)
    const keys = [ledgerLog(scene.world.services).at(1).verifierKey]
    const outcomeOf = async (contents: SealedProof['contents']) =>
      (await walk([{ ...data, contents }], { code, language: 'en', keys })).outcome
    expect(await outcomeOf(data.contents)).toBe('proven')
    const closing = data.contents.map(given => {
      const hidden = given.opened.filter(text => (JSON.parse(text) as string[])[1]!.startsWith('value/'))
      expect(hidden).not.toEqual([])
      const digests = hidden.map(text => createHash('sha256').update(text).digest('base64url'))
      return {
        ...given,
        opened: given.opened.filter(text => !hidden.includes(text)),
        closed: [...given.closed, ...digests],
      }
    })
    expect(await outcomeOf(closing)).toBe('suspicious')

    // Mentions from before they named what is closed are made again as they were.
    const { database } = scene.world.services
    const today = await database.withTenant(scene.admin.tenantId, async db => {
      const [mention] = await db.query<KeptContent>(sql`
        select id, kind, row_id as "rowId", digest, open, withheld, personal, secret from sealed_content
        where tenant_id = ${scene.admin.tenantId} and kind = 'mention' and open not like '%"codes"%' order by id limit 1`)
      const open = JSON.parse(mention!.open) as { record: { closed?: string } }
      expect(open.record.closed).toMatch(/^[\w-]{43}$/)
      delete open.record.closed
      const earlier = { ...mention!, open: fieldsText(open as never) }
      const kept = { ...earlier, digest: digestOf(earlier) }
      const facts = await loadFacts(db, scene.admin.tenantId, [kept.rowId])
      return [mentionToday(facts.get(kept.rowId)!, kept, undefined), kept.digest]
    })
    expect(today[0]).toEqual(today[1])
  })

  it('agrees with the check of every night', async () => {
    expect(
      (await checkWholeLedger(scene.world.services.database, ledgerLog(scene.world.services), rowChecks)).faults,
    ).toEqual([])
  })
})
