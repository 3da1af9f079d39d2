import type { SealedProof } from '@timbermark/contract/trace'
import { beforeAll, describe, expect, it } from 'vitest'
import { walk } from '../../../trace/src/proof/walk.ts'
import { ledgerLog } from '../../src/areas/ledger/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/verify.ts'
import { rowChecks } from '../../src/areas/trace/nightly.ts'
import { makeGoods } from '../goods.ts'
import { makeScene, type Scene } from './scene.ts'

/** What the server answers is proven by what the reader's browser runs. */
let scene: Scene
const proof = async (code: string, query = '') =>
  (await scene.world.anonymous.get<SealedProof>(`/trace/${code}/proof${query}`)).data
const walked = async (code: string, language: 'zh' | 'en' | 'fr' = 'en') =>
  walk([await proof(code)], { code, language, keys: [ledgerLog(scene.world.services).verifierKey] })

beforeAll(async () => {
  scene = await makeScene('SEALED')
  await scene.append()
})

describe('the proof of a code', () => {
  it('is whole before anything was reported', async () => {
    const { faults, outcome, item } = await walked(scene.goods.codes[0]!)
    expect(faults).toEqual([])
    expect(outcome).toBe('proven')
    expect(item!.answer).toMatchObject({ owner: { name: 'Demo SEALED' }, stages: [] })
  })

  it('proves what was reported of the batch and of the code, and waits until it is entered', async () => {
    await scene.report('felling', [scene.goods.codes[0]!], {})
    expect(await walked(scene.goods.codes[0]!)).toMatchObject({ outcome: 'waiting', faults: [] })
    await scene.append()
    const { outcome, faults, item } = await walked(scene.goods.codes[0]!, 'fr')
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
      const { outcome, faults, item } = await walked(code)
      return [outcome, faults, item?.answer.stages.map(({ stage }) => stage)]
    }
    expect(await stages(packed!)).toEqual(['proven', [], ['felling', 'packing', 'productInformation']])
    expect(await stages(sold!)).toEqual(['proven', [], ['felling', 'packing', 'productSales']])
    expect(await stages(scene.goods.codes[20]!)).toEqual(['proven', [], ['felling', 'packing']])
    expect(await stages(parent)).toEqual(['proven', [], ['felling', 'packing', 'productInformation']])
  })

  it('keeps what was reported of single codes apart, also where a package has the number of another item', async () => {
    const item = scene.goods.codes[5]!
    const packages = await makeGoods(scene.world, scene.admin, { codeType: 'package', batchId: scene.goods.batchId })
    await scene.report('packing', [item], { parentCode: packages.codes[6]! })
    await scene.report('productSales', [scene.goods.codes[6]!], {})
    await scene.append()
    const { outcome, faults, item: found } = await walked(item)
    expect([outcome, faults]).toEqual(['proven', []])
    expect(found!.answer.stages.map(({ stage }) => stage)).not.toContain('productSales')
  })

  it('stays whole when the personal data of a record are forgotten, and says that they are', async () => {
    const code = scene.goods.codes[30]!
    const id = await scene.report('productSales', [code], {})
    await scene.append()
    const before = await walked(code)
    expect((await scene.field.post(`/stage/record/${id}/forget`)).code).toBe(403)
    expect((await scene.admin.post('/stage/record/999999/forget')).code).toBe(404)
    expect((await scene.admin.post(`/stage/record/${id}/forget`)).code).toBe(200)
    const after = await walked(code)
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

  it('agrees with the check of every night', async () => {
    expect(
      (await checkWholeLedger(scene.world.services.database, ledgerLog(scene.world.services), rowChecks)).faults,
    ).toEqual([])
  })
})
