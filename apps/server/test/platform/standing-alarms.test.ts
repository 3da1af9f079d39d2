import { beforeAll, expect, test } from 'vitest'
import {
  clearStandingAlarm,
  raiseStandingAlarm,
  loadStandingAlarms,
} from '../../src/platform/alarms/standing-alarms.ts'
import { makeWorld, type World } from '../harness.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

test('an alarm that one process raised for the installation holds for all, with its start time, until it is cleared', async () => {
  const { database } = world.services
  await database.acrossTenants('jobs', db => raiseStandingAlarm(db, 'ledgerFaults', { found: 3 }))
  const [first] = await loadStandingAlarms(database)
  expect(first).toMatchObject({ key: 'ledgerFaults', grade: 'degraded', detail: { found: 3 } })
  await database.acrossTenants('jobs', db => raiseStandingAlarm(db, 'ledgerFaults', { found: 5 }))
  expect(await loadStandingAlarms(database)).toEqual([{ ...first, detail: { found: 5 } }])

  const ready = await world.app.inject({ method: 'GET', url: '/readyz' })
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toMatchObject({ status: 'degraded', alarms: [{ key: 'ledgerFaults', detail: { found: 5 } }] })

  await database.acrossTenants('jobs', db => clearStandingAlarm(db, 'ledgerFaults'))
  expect((await world.app.inject({ method: 'GET', url: '/readyz' })).json()).toEqual({ status: 'ready', alarms: [] })
})

test('a key that this version has no words for is left out, and the role of requests only reads', async () => {
  const { database } = world.services
  await world.admin.query("insert into standing_alarm values ('fromTomorrow', '{}', now(), now())")
  expect(await loadStandingAlarms(database)).toEqual([])
  await expect(database.withoutTenant(db => raiseStandingAlarm(db, 'ledgerFaults'))).rejects.toThrow(
    /permission denied/,
  )
})
