import { beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../harness.ts'

/**
 * The rules by which a database can be spread over several machines by tenant, read from the catalogue. They hold on one
 * PostgreSQL too: docs/decisions/0018-ready-for-more-machines.md.
 */
let world: World
const rows = async <T extends object>(statement: string, values: unknown[] = []): Promise<T[]> =>
  (await world.admin.query<T>(statement, values)).rows

beforeAll(async () => {
  world = await makeWorld()
})

test('no policy looks into a table: the tenant is compared with a plain value', async () => {
  const policies = await rows<{ where: string; text: string }>(
    `select tablename || '.' || policyname as where, concat_ws(' ', qual, with_check) as text from pg_policies where schemaname = 'public'`,
  )
  expect(policies.length).toBeGreaterThan(50)
  expect(policies.filter(policy => /select/i.test(policy.text))).toEqual([])
})

test('a policy for the role of requests names the tenant, unless everybody may read the row', async () => {
  const policies = await rows<{ where: string; text: string }>(
    `select tablename || '.' || policyname as where, concat_ws(' ', qual, with_check) as text from pg_policies
     where schemaname = 'public' and 'timbermark_server' = any(roles) and not (cmd = 'SELECT' and qual = 'true')`,
  )
  expect(policies.filter(policy => !policy.text.includes('current_tenant()'))).toEqual([])
})

test('the tenant is read anew by every statement, and without one there is none', async () => {
  const [{ volatility }] = (await rows<{ volatility: string }>(
    `select provolatile as volatility from pg_proc where oid = 'current_tenant()'::regprocedure`,
  )) as [{ volatility: string }]
  // Immutable would be folded into a prepared statement, and volatile would be asked for every row.
  expect(volatility).toBe('s')
  await world.admin.query('prepare asked as select current_tenant() as tenant')
  const asked = async (tenant: string) => {
    await world.admin.query(`begin; set local app.tenant = '${tenant}'`)
    const { rows } = await world.admin.query('execute asked')
    await world.admin.query('commit')
    return rows[0].tenant
  }
  expect([await asked('7'), await asked('8'), await asked('')]).toEqual([7, 8, null])
})
