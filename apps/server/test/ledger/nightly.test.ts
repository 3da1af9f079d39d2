import { entityByKey } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { generateCodes } from '../../src/areas/code/request/generate-codes.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { checkLedgerNightly, rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { loadStandingAlarms } from '../../src/platform/alarms/standing-alarms.ts'
import { makeWorld, type World } from '../harness.ts'
import { addSample } from '../samples.ts'
import { codeRequest } from '../code-request.ts'

/** Code requests are sealed in the ledger; the nightly check compares the rows with it. */
let world: World

const kinds = async () =>
  (await checkWholeLedger(world.services.database, ledgerLog(world.services), rowChecks)).faults.map(
    fault => `${fault.kind} ${fault.place.replace(/\d+/, 'N')}`,
  )

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('NIGHT')
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const batchId = (await addSample(admin, entityByKey('catalog/batch')!, 'B')).id
  const { data } = await admin.post<{ id: number }>('/code/request', codeRequest(batchId, { name: 'Labels' }))
  await world.admin.query(`update code_request set status = 'inProgress' where id = $1`, [data.id])
  await generateCodes(world.services, { tenantId: tenant.id, id: data.id }, new AbortController().signal)
  await makeSequencer(world.services).append()
})

describe('the nightly check', () => {
  test('finds nothing while the requests equal their sealed contents', async () => {
    expect(await kinds()).toEqual([])
  })

  test.each([
    ['the number of codes', 'set count = 20000', 'set count = 10000', 'subjectChanged'],
    [
      'the fingerprint of the file',
      "set manifest_sha256 = repeat('0', 64), failure = manifest_sha256",
      'set manifest_sha256 = failure, failure = null',
      'subjectChanged',
    ],
  ])('finds that somebody changed %s', async (_what, change, undo, fault) => {
    await world.admin.query(`update code_request ${change}`)
    expect(await kinds()).toEqual([`${fault} request/N`])
    await world.admin.query(`update code_request ${undo}`)
    expect(await kinds()).toEqual([])
  })

  test('finds a sealed content that was moved to another row', async () => {
    const move = (by: number) =>
      world.admin.query(`update sealed_content set row_id = row_id + $1 where kind = 'request'`, [by])
    await move(1000)
    expect(await kinds()).toEqual(['subjectGone request/N', 'subjectUnlogged request/N'])
    await move(-1000)
    expect(await kinds()).toEqual([])
  })

  test('raises an alarm for the installation, which ends when a later check finds nothing', async () => {
    const raisedAlarms = async () => {
      await checkLedgerNightly(world.services)
      return loadStandingAlarms(world.services.database)
    }
    expect(await raisedAlarms()).toEqual([])
    await world.admin.query('update code_request set count = 20000')
    expect(await raisedAlarms()).toMatchObject([{ key: 'ledgerFaults', grade: 'degraded', detail: { found: 1 } }])
    await world.admin.query('update code_request set count = 10000')
    expect(await raisedAlarms()).toEqual([])
  })
})
