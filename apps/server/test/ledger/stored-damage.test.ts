/** Whatever of the stored ledger is damaged, readers and monitors get a named answer, never an unknown error. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unguarded } from '../unguarded.ts'
import { makeScene, type Scene } from '../trace/scene.ts'

let scene: Scene
const get = (url: string) => scene.world.app.inject({ method: 'GET', url })
const proof = (code = scene.goods.codes[0]!) => get(`/api/trace/${code}/proof`)
beforeAll(async () => {
  scene = await makeScene('SPOILT')
  await scene.report('felling', [scene.goods.codes[0]!], {})
  await scene.append()
})

beforeEach(() => scene.world.services.alarms.clear('ledgerFaults'))

const tables = ['ledger_tile', 'ledger_checkpoint', 'ledger_index_page']

/** Does something with damaged rows, and restores them. */
async function damaged(statement: string, act: () => Promise<void>): Promise<void> {
  const { admin } = scene.world
  for (const table of ['sealed_content', ...tables])
    await admin.query(`create temporary table kept_${table} as select * from ${table}`)
  try {
    expect((await unguarded(admin, statement)).rowCount, statement).toBeGreaterThan(0)
    await act()
  } finally {
    await unguarded(
      admin,
      `update sealed_content s set open = k.open, withheld = k.withheld, personal = k.personal
       from kept_sealed_content k where k.tenant_id = s.tenant_id and k.id = s.id`,
    )
    for (const table of tables) {
      await unguarded(admin, `delete from ${table}`)
      await unguarded(admin, `insert into ${table} select * from kept_${table}`)
    }
    for (const table of ['sealed_content', ...tables]) await admin.query(`drop table kept_${table}`)
  }
}

const contents = (set: string, kind = 'batch') => `update sealed_content set ${set} where kind = '${kind}'`

describe('damaged rows of the ledger', () => {
  it.each([
    ['a withheld part that is no JSON', contents(`withheld = '{'`), 'content'],
    ['a personal part that is no JSON', contents(`personal = ''`, 'record'), 'content'],
    ['a personal part that is a list', contents(`personal = '[]'`, 'record'), 'content'],
    ['open fields that are no JSON', contents(`open = 'x'`, 'request'), 'content'],
    ['open fields of a mention without its record', contents(`open = '{"kind":"mention"}'`, 'mention'), 'content'],
    ['a tile that is missing', 'delete from ledger_tile', 'tile'],
    ['a tile that is too short', `update ledger_tile set hashes = substring(hashes for 32)`, 'tile'],
    ['a tile with another bit', `update ledger_tile set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1)`, 'tile'],
    ['a head that is no note', `update ledger_checkpoint set note = 'x'`, 'head'],
    ['a head that is no checkpoint', `update ledger_checkpoint set note = E'x\\n\\n\\u2014 a AAAAAAAA\\n'`, 'head'],
    ['an index page that is cut off', `update ledger_index_page set page = substring(page for 20)`, 'index'],
    [
      'an index page with another bit',
      `update ledger_index_page set page = set_byte(page, 40, get_byte(page, 40) # 1) where prefix = ''`,
      'index',
    ],
    ['index pages that are gone', 'delete from ledger_index_page', 'index'],
  ])('%s: the proof is refused by its name, and the operator is told', async (_what, statement, part) => {
    await damaged(statement, async () => {
      const answer = await proof()
      expect(answer.json()).toMatchObject({ error: 'trace.ledgerDamaged', data: { part } })
      expect(answer.statusCode).toBe(503)
      expect(await scene.world.services.alarms.all()).toMatchObject([{ key: 'ledgerFaults' }])
      // The page is still drawn from what the platform states.
      const page = await get(`/api/trace/${scene.goods.codes[0]!}`)
      expect([page.statusCode, page.json().code]).toEqual([200, 200])
    })
    expect((await proof()).json().code).toBe(200)
  })

  it('are no files of the log', async () => {
    const size = Number((await get('/ledger/checkpoint')).payload.split('\n')[1])
    for (const [statement, path] of [
      [`update ledger_checkpoint set note = 'x'`, '/ledger/checkpoint'],
      ['delete from ledger_tile', `/ledger/consistency/2/${size}`],
      ['delete from ledger_tile', `/ledger/tile/entries/000.p/${size}`],
      [`update ledger_checkpoint set note = 'x'`, `/ledger/tile/0/000.p/${size}`],
    ] as const)
      await damaged(statement, async () => {
        const answer = await get(path)
        expect([path, answer.statusCode, answer.payload]).toEqual([path, 503, 'Damaged\n'])
        expect(answer.headers['cache-control']).toBe('no-store')
      })
  })
})

it('a file of the log has one address', async () => {
  const { payload } = await get('/ledger/checkpoint')
  const size = payload.split('\n')[1]
  for (const path of ['checkpoint', 'key', 'breaks', `checkpoint/${size}`, `consistency/1/${size}`]) {
    expect((await get(`/ledger/${path}`)).statusCode, path).toBe(200)
    for (const odd of [`${path}/`, `${path}//`, `${path}/?a=1`, `/${path}`, `${path}/.`, `${path}/x`, `${path}%2f`]) {
      const answer = await get(`/ledger/${odd}`)
      expect([odd, answer.statusCode, answer.payload]).toEqual([odd, 404, 'Not found\n'])
    }
  }
  expect((await get('/ledger/')).statusCode).toBe(404)
})
