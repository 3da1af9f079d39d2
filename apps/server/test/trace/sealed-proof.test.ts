import { createHash } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { isWithheld, stageByKey, valueFields } from '@timbermark/contract/stages'
import type { SealedProof, TraceAnswer, TraceRecords } from '@timbermark/contract/trace'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { walkProof } from '../../../trace/src/proof/walk.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { requestSubjects } from '../../src/areas/ledger/log/request-subjects.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { digestOf, fieldsText } from '../../src/areas/ledger/sealing/content.ts'
import type { StoredContent } from '../../src/areas/ledger/sealing/contents.ts'
import { loadFacts } from '../../src/areas/stage/statement/record-facts.ts'
import { rebuildMentionDigest } from '../../src/areas/stage/statement/rebuild-statement.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { makeGoods } from '../goods.ts'
import { pdf } from '../samples.ts'
import { makeScene, type Scene } from './scene.ts'
import { walkServedProof } from './walk-proof.ts'

/** The proof code of the reader's browser proves the server's answers. */
let scene: Scene

beforeAll(async () => {
  scene = await makeScene('SEALED')
  await scene.append()
})

describe('the proof of a code', () => {
  it('is complete before anything was reported', async () => {
    const { faults, outcome, item } = await walkServedProof(scene, scene.goods.codes[0]!)
    expect(faults).toEqual([])
    expect(outcome).toBe('proven')
    expect(item!.answer).toMatchObject({ owner: { name: 'Demo SEALED' }, stages: [] })
  })

  it('proves reports about the batch and the code, and is waiting until they are entered', async () => {
    await scene.report('felling', [scene.goods.codes[0]!], {})
    expect(await walkServedProof(scene, scene.goods.codes[0]!)).toMatchObject({ outcome: 'waiting', faults: [] })
    await scene.append()
    const { outcome, faults, item } = await walkServedProof(scene, scene.goods.codes[0]!, { language: 'fr' })
    expect(faults).toEqual([])
    expect(outcome).toBe('proven')
    expect(item!.answer.stages).toHaveLength(1)
  })

  it('proves reports about single codes and the packages around them, for each of these codes', async () => {
    const [packed, other, sold] = scene.goods.codes.slice(1)
    const packages = await makeGoods(scene.world, scene.admin, { codeType: 'package', batchId: scene.goods.batchId })
    const parent = packages.codes[3]!
    await scene.report('packing', [packed!, other!], { parentCode: parent })
    await scene.report('productInformation', [parent], {})
    await scene.report('productSales', [sold!], {})
    await scene.append()
    const stages = async (code: string) => {
      const { outcome, faults, item } = await walkServedProof(scene, code)
      return [outcome, faults, item?.answer.stages.map(({ stage }) => stage)]
    }
    expect(await stages(packed!)).toEqual(['proven', [], ['felling', 'packing', 'productInformation']])
    expect(await stages(sold!)).toEqual(['proven', [], ['felling', 'packing', 'productSales']])
    expect(await stages(scene.goods.codes[20]!)).toEqual(['proven', [], ['felling', 'packing']])
    expect(await stages(parent)).toEqual(['proven', [], ['felling', 'packing', 'productInformation']])
  })

  // One batch is packed twice here, which a plausibility check asks about.
  const unlikely = [
    { rule: 'volumeAboveEarlier', reason: 'Two packings of one felling' },
    { rule: 'piecesAboveMade', reason: 'Two packings of one felling' },
  ]

  it('leads to the current container: a code that was unpacked or repacked shows nothing of the earlier one', async () => {
    const [moved, out, stays] = scene.goods.codes.slice(40) as [string, string, string]
    const packages = await makeGoods(scene.world, scene.admin, { codeType: 'package', batchId: scene.goods.batchId })
    const [first, second] = packages.codes.slice(10) as [string, string]
    await scene.report('packing', [moved, out, stays], { parentCode: first, confirmed: unlikely })
    await scene.report('productInformation', [first], {})
    await scene.report('productSales', [second], {})
    await scene.append()
    const packingFacts = { operator: 'Packer', time: new Date().toISOString(), reason: 'Wrong box' }
    const pack = (body: object) =>
      scene.admin.post('/code/packing/pack', { ...packingFacts, parentCode: second, ...body })
    expect((await pack({ codes: [moved], repack: true })).code).toBe(200)
    expect((await scene.admin.post('/code/packing/unpack', { ...packingFacts, codes: [out] })).code).toBe(200)
    const stages = async (code: string) => {
      const { outcome, faults, item } = await walkServedProof(scene, code)
      return [
        outcome,
        faults,
        item?.answer.stages.map(({ stage }) => stage).filter(stage => stage.startsWith('product')),
      ]
    }
    // What waits replaces nothing that is sealed.
    expect(await stages(moved)).toEqual(['waiting', [], ['productInformation']])
    await scene.append()
    expect(await stages(moved)).toEqual(['proven', [], ['productSales']])
    expect(await stages(out)).toEqual(['proven', [], []])
    expect(await stages(stays)).toEqual(['proven', [], ['productInformation']])
    expect((await pack({ codes: [out] })).code).toBe(200)
    await scene.append()
    expect(await stages(out)).toEqual(['proven', [], ['productSales']])
    // A change of the container or the packer in the database is detected.
    const change = (text: string) => scene.world.admin.query(text)
    await change(`update packing set operator = 'Somebody else' where action = 'unpack'`)
    expect((await walkServedProof(scene, out)).faults).not.toEqual([])
    await change(`update packing set operator = 'Packer' where action = 'unpack'`)
    expect(await stages(out)).toEqual(['proven', [], ['productSales']])
    await change(
      `update code_link set parent_serial = parent_serial - 1 where current and packing_id in (select id from packing where action = 'repack')`,
    )
    expect((await walkServedProof(scene, moved)).faults).not.toEqual([])
    await change(
      `update code_link set parent_serial = parent_serial + 1 where current and packing_id in (select id from packing where action = 'repack')`,
    )
    expect(await stages(moved)).toEqual(['proven', [], ['productSales']])
  })

  it('separates reports about single codes, even when a package has the number of another item', async () => {
    const item = scene.goods.codes[5]!
    const packages = await makeGoods(scene.world, scene.admin, { codeType: 'package', batchId: scene.goods.batchId })
    // What was felled was packed before.
    await scene.report('packing', [item], { parentCode: packages.codes[6]!, values: { volume: '' } })
    await scene.report('productSales', [scene.goods.codes[6]!], {})
    await scene.append()
    const { outcome, faults, item: walkedItem } = await walkServedProof(scene, item)
    expect([outcome, faults]).toEqual(['proven', []])
    expect(walkedItem!.answer.stages.map(({ stage }) => stage)).not.toContain('productSales')
  })

  it('identifies a corrected record by its first number, at its position among records of the same moment', async () => {
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
    const proven = (await walkServedProof(scene, goods.codes[0]!)).item!.answer
    for (const { stages } of [stated, proven]) expect(stages.map(({ recordId }) => recordId)).toEqual(ids)
    const next = `stage=felling&limit=1&after=${ids[0]}`
    const page = (await scene.world.anonymous.get<TraceRecords>(`/trace/${goods.codes[0]}/records?${next}`)).data
    expect([page.before, page.records[0]?.recordId, page.next]).toEqual([1, ids[1], ids[1]])
    // A saved proof contains what was shown.
    const { data: saved } = await scene.world.anonymous.get<SealedProof>(
      `/trace/${goods.codes[0]}/proof?records=${ids[1]}`,
    )
    expect(saved.contents.some(({ opened }) => opened.some(text => text.includes('Typed wrongly')))).toBe(true)
  })

  it('stays valid when the personal data of a record are deleted, and says so', async () => {
    const code = scene.goods.codes[30]!
    const id = await scene.report('productSales', [code], {})
    await scene.append()
    const before = await walkServedProof(scene, code)
    expect((await scene.field.post(`/stage/record/${id}/forget`)).code).toBe(403)
    expect((await scene.admin.post('/stage/record/999999/forget')).code).toBe(404)
    expect((await scene.admin.post(`/stage/record/${id}/forget`)).code).toBe(200)
    const after = await walkServedProof(scene, code)
    expect(after).toMatchObject({ outcome: 'proven', faults: [] })
    expect(after.item!.answer).toEqual(before.item!.answer)
    expect([before.item!.forgotten, after.item!.forgotten > 0]).toEqual([0, true])
    const row = (await scene.admin.get<{ operator: string; values: { withheld: boolean }[] }>(`/stage/record/${id}`))
      .data
    expect(row.operator).toBe('')
    // Nothing is left that could confirm a guess.
    const left = await scene.world.admin.query(
      'select personal_salt, personal_values from stage_record where id = $1',
      [id],
    )
    expect(left.rows).toEqual([{ personal_salt: null, personal_values: {} }])
  })

  it('stays proven because no paper of a record can be changed, neither its own nor one in its values', async () => {
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
    expect(await walkServedProof(scene, code)).toMatchObject({ outcome: 'proven', faults: [] })
  })

  it('hides no open field of a record, as its mention states in the format of its time', async () => {
    const code = scene.goods.codes[0]!
    const { data } = await scene.world.anonymous.get<SealedProof>(`/trace/${code}/proof`)
    const keys = [ledgerLog(scene.world.services).at(1).verifierKey]
    const requestKey = requestSubjects(scene.world.services.secrets).key
    const outcomeOf = async (contents: SealedProof['contents']) =>
      (await walkProof([{ ...data, contents }], { code, language: 'en', now: Date.now(), keys, requestKey })).outcome
    expect(await outcomeOf(data.contents)).toBe('proven')
    const closing = data.contents.map(content => {
      const hidden = content.opened.filter(text => (JSON.parse(text) as string[])[1]!.startsWith('value/'))
      expect(hidden).not.toEqual([])
      const digests = hidden.map(text => createHash('sha256').update(text).digest('base64url'))
      return {
        ...content,
        opened: content.opened.filter(text => !hidden.includes(text)),
        closed: [...content.closed, ...digests],
      }
    })
    expect(await outcomeOf(closing)).toBe('suspicious')

    // Mentions from before closed fields were named are recomputed in their old form.
    const { database } = scene.world.services
    const today = await database.withTenant(scene.admin.tenantId, async db => {
      const [mention] = await db.query<StoredContent>(sql`
        select id, kind, row_id as "rowId", digest, open, withheld, personal, secret from sealed_content
        where tenant_id = ${scene.admin.tenantId} and kind = 'mention' and open not like '%"codes"%' order by id limit 1`)
      const open = JSON.parse(mention!.open) as { record: { closed?: string } }
      expect(open.record.closed).toMatch(/^[\w-]{43}$/)
      delete open.record.closed
      const earlier = { ...mention!, open: fieldsText(open as never) }
      const stored = { ...earlier, digest: digestOf(earlier) }
      const facts = await loadFacts(db, scene.admin.tenantId, [stored.rowId])
      return [rebuildMentionDigest(facts.get(stored.rowId)!, stored, undefined), stored.digest]
    })
    expect(today[0]).toEqual(today[1])
  })

  it('agrees with the nightly check', async () => {
    expect(
      (await checkWholeLedger(scene.world.services.database, ledgerLog(scene.world.services), rowChecks)).faults,
    ).toEqual([])
  })
})
