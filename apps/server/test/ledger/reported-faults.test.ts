import type { Overview } from '@timbermark/contract/calls'
import { expect, it } from 'vitest'
import { checkLedgerNightly } from '../../src/areas/trace/proof/nightly-check.ts'
import { makeGoods } from '../goods.ts'
import { makeScene } from '../trace/scene.ts'

it('faults of the nightly check are reported to the enterprise, the operator and monitors, and to no other enterprise', async () => {
  const { world, admin, goods, append } = await makeScene('TOLD')
  const other = await world.signIn(await world.makeTenant('OTHER'), ['enterpriseAdmin'])
  await makeGoods(world, other)
  await append()
  const operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  const alarms = async () => {
    const overviews = await Promise.all([admin, other, operator].map(who => who.get<Overview>('/stats/overview')))
    return overviews.map(({ data }) => (data.alarms ?? []).map(({ key, detail }) => `${key} ${detail.found}`))
  }
  const checked = async () => (await world.app.inject('/ledger/checked')).payload
  expect((await world.app.inject('/ledger/checked')).statusCode).toBe(404)
  await checkLedgerNightly(world.services)
  expect(await alarms()).toEqual([[], [], []])
  expect(await checked()).toMatch(/^checked \S+Z\nfound 0\n$/)

  await world.admin.query("update batch set batch_number = batch_number || '!' where id = $1", [goods.batchId])
  await checkLedgerNightly(world.services)
  expect(await alarms()).toEqual([['recordsChanged 1'], [], ['ledgerFaults 1']])
  expect(await checked()).toMatch(/found 1\n$/)

  await world.admin.query("update batch set batch_number = rtrim(batch_number, '!') where id = $1", [goods.batchId])
  await checkLedgerNightly(world.services)
  expect(await alarms()).toEqual([[], [], []])
})
