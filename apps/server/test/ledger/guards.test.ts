import { beforeAll, describe, expect, test } from 'vitest'
import { declareBreak } from '../../src/areas/ledger/recovery/recover.ts'
import { makeScene, type Scene } from '../trace/scene.ts'

/** Sealed rows never change: the server's roles have no right to change them, and a trigger stops the owner. */
let scene: Scene

beforeAll(async () => {
  scene = await makeScene('GUARDED')
  await scene.report('felling', [scene.goods.codes[0]!])
  await scene.append()
  const { services } = scene.world
  await services.rollbackGuard.noteHead({ epoch: 1, size: 40, root: 'ab'.repeat(32) })
  await declareBreak(services, 'A backup was restored.')
  // One queued and one refused row, so that every table has a row.
  await scene.report('forestSurvey', [scene.goods.codes[0]!])
  await scene.world.admin.query(
    `insert into ledger_refused (tenant_id, subject, content, mac, why, queued_at) select tenant_id, subject, content, mac, 'mac', now() from ledger_queue limit 1`,
  )
})

const changes = {
  ledger_entry: "text = '{}'",
  ledger_checkpoint: "note = ''",
  ledger_break: "reason = ''",
  ledger_tile: "hashes = overlay(hashes placing decode('00', 'hex') from 1)",
  ledger_index_page: "page = ''",
  ledger_queue: "mac = sha256('')",
  ledger_refused: "why = 'again'",
  sealed_content: "open = '{}'",
} as const
type Table = keyof typeof changes
const tables = Object.keys(changes) as Table[]

const statements = (table: Table) => ({
  update: `update ${table} set ${changes[table]}`,
  delete: `delete from ${table}`,
  truncate: `truncate ${table} cascade`,
})

/** Runs a statement as this role and rolls it back; answers the error code, or the number of affected rows. */
async function tryAs(role: string | null, statement: string): Promise<string | number | null> {
  const { admin } = scene.world
  await admin.query('begin')
  try {
    if (role) await admin.query(`set local role ${role}; set local app.tenant = '${scene.tenant.id}'`)
    return (await admin.query(statement)).rowCount
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await admin.query('rollback')
  }
}

/** insufficient_privilege. */
const noRight = '42501'
/** restrict_violation, raised by the trigger for the owner. */
const guarded = '23001'

/** Changes that a role needs for the log to grow. */
const needed: Record<string, readonly string[]> = {
  timbermark_server: [],
  timbermark_worker: ['ledger_queue delete', 'ledger_index_page update'],
}

describe.each(Object.keys(needed))('%s', role => {
  test.each(tables)('may not change or remove rows of %s, except where the log grows', async table => {
    for (const [what, statement] of Object.entries(statements(table))) {
      if (needed[role]!.includes(`${table} ${what}`)) continue
      const onlyGrows = role === 'timbermark_worker' && table === 'ledger_tile' && what === 'update'
      expect([what, await tryAs(role, statement)]).toEqual([what, onlyGrows ? guarded : noRight])
    }
  })
})

test.each(['ledger_entry', 'ledger_checkpoint', 'ledger_break', 'ledger_tile'] as const)(
  'a trigger stops the owner from changing %s',
  async table => {
    for (const [what, statement] of Object.entries(statements(table)))
      expect([what, await tryAs(null, statement)]).toEqual([what, guarded])
  },
)

test('a tile may only grow', async () => {
  const change = (set: string) => tryAs(null, `update ledger_tile set ${set} where level = 0 and index = 0`)
  expect(await change(`width = width + 1, hashes = hashes || sha256('next')`)).toBe(1)
  expect(await change('width = width - 1, hashes = substring(hashes from 1 for (width - 1) * 32)')).toBe(guarded)
  expect(await change('index = 5')).toBe(guarded)
})
