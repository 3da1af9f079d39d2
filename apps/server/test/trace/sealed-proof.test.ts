import { beforeAll, describe, expect, it } from 'vitest'
import { ledgerLog } from '../../src/areas/ledger/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/verify.ts'
import { rowChecks } from '../../src/areas/trace/nightly.ts'
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

  it('agrees with the check of every night', async () => {
    expect(
      (await checkWholeLedger(scene.world.services.database, ledgerLog(scene.world.services), rowChecks)).faults,
    ).toEqual([])
  })
})
