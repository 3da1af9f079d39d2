import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../../src/routes.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { platformAdmin } from '../system/people.ts'
import { makeGrowth } from './make-growth.ts'
import { costOf, shortText, type StatementWatch, watchStatements } from './watch-statements.ts'

/**
 * Every GET on a large installation, as its operator and as one of its enterprises: no statement reads more of the database than a
 * screen needs. Pages are counted instead of time, so that a busy machine fails no call. `GROWTH` multiplies the enterprises.
 */
const scale = Number(process.env.GROWTH ?? 1)
const growth = {
  enterprises: 200 * scale,
  accounts: 20,
  batches: 20,
  requests: 20,
  records: 500,
  scanDays: 60,
  logged: 20,
}
/**
 * Pages (8 kB) that a statement may read. The tables that grow have 600 (accounts) to 5,000 (records) pages here, so that a statement which
 * goes through one of them is above it.
 */
const mostPages = 500
/** Rows of tables that a statement may look at: an index of a column that few values fill has few pages for many rows. */
const mostRows = 20_000

/** Calls that read more by their purpose, each with what it reads. */
const reading: Readonly<Record<string, string>> = {
  '/tenant/enterprise/export': 'counts of every enterprise',
  '/tenant/enterprise/list': 'counts of the enterprises of one page, row by row of an index',
  '/trade/listing/export': 'every listing of the market',
  '/stage/record/export': 'all records of the enterprise',
  '/system/menu/treeselect': 'the rights of the caller, menu by menu: as many as there are menus',
  '/system/menu/roleMenuTreeselect/:id': 'the rights of one role, menu by menu: as many as there are menus',
  '/monitor/server': 'the sizes of all tables, from the catalogue',
  '/tool/gen/db/list': 'the names of all tables and columns, from the catalogue',
}
/** Whether a route, without the patterns of its parameters, is one of them. */
const isReading = (path: string) => Object.hasOwn(reading, path.replace(/\(.*\)/, ''))

const unused = { name: 'Unused', steps: [{ stage: 'felling', required: false }] }

let world: World
const callers: Record<string, Caller> = {}

let watch: StatementWatch

beforeAll(async () => {
  world = await makeWorld()
  callers.enterprise = (await makeGrowth(world, growth)).admin
  callers.operator = await platformAdmin(world)
  // Nothing refers to them, so that every table has to be asked.
  for (const caller of Object.values(callers))
    expect(await caller.post('/stage/circulation', unused)).toMatchObject({ code: 200 })
  world.services.directory.forgetAll()
  watch = watchStatements()
})
afterAll(() => watch?.stop())

/** The path of a route with the id of a row of its list. */
async function pathOf(caller: Caller, route: string): Promise<string> {
  const place = route.indexOf('/:')
  if (place < 0) return route
  const list = await caller.get(`${route.slice(0, place)}/list?limit=1`)
  const row = list.rows[0] ?? {}
  const id = row.id ?? Object.entries(row).find(([key]) => key.endsWith('Id'))?.[1] ?? 1
  return route.replace(/:\w+\((?:[^()]|\([^()]*\))*\)|:\w+/g, String(id))
}

test.each(['enterprise', 'operator'])('no GET of the %s reads whole tables', async name => {
  const caller = callers[name]!
  const offenders: string[] = []
  const measured = new Map<string, { pages: number; rows: number }>()
  let answered = 0
  for (const route of routes) {
    if (route.method !== 'GET') continue
    const path = await pathOf(caller, route.path)
    let answer: Awaited<ReturnType<Caller['get']>> | undefined
    const sent = await watch.during(async () => {
      answer = await caller.get(path)
    })
    if (answer?.status === 200 && (answer.code === 200 || answer.code === 0)) answered++
    for (const statement of sent) {
      // The same statement of another call reads as much, apart from its values.
      if (measured.has(statement.text)) continue
      const { pages, rows } = await costOf(world.admin, statement)
      measured.set(statement.text, { pages, rows })
      if ((pages > mostPages || rows > mostRows) && !isReading(route.path))
        offenders.push(`GET ${path}: ${pages} pages, ${rows} rows by ${shortText(statement)}`)
    }
  }
  if (process.env.MEASURE)
    for (const by of ['pages', 'rows'] as const)
      console.log(
        [...measured]
          .sort((a, b) => b[1][by] - a[1][by])
          .slice(0, 12)
          .map(([text, cost]) => `${cost[by]} ${by} ${shortText({ text, values: [] })}`)
          .join('\n'),
      )
  expect(offenders).toEqual([])
  expect(answered).toBeGreaterThan(100)
})
