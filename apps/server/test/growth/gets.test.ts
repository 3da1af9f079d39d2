import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../../src/routes.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { platformAdmin } from '../system/people.ts'
import { makeGrowth } from './make-growth.ts'

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

/** Calls that read more by their purpose, each with what it reads. */
const reading: Readonly<Record<string, string>> = {
  '/tenant/enterprise/export': 'counts of every enterprise',
  '/tenant/enterprise/list': 'counts of the enterprises of one page, row by row of an index',
  '/trade/listing/export': 'every listing of the market',
  '/stage/record/export': 'all records of the enterprise',
  '/system/menu/roleMenuTreeselect/:id': 'the rights of one role, menu by menu: as many as there are menus',
  '/monitor/server': 'the sizes of all tables, from the catalogue',
  '/tool/gen/db/list': 'the names of all tables and columns, from the catalogue',
}
/** Whether a route, without the patterns of its parameters, is one of them. */
const isReading = (path: string) => Object.hasOwn(reading, path.replace(/\(.*\)/, ''))

let world: World
const callers: Record<string, Caller> = {}

/** Statements that the server has sent, since it is watched. */
const sent: { text: string; values: unknown[] }[] = []
const query = pg.Client.prototype.query
let watching = false

beforeAll(async () => {
  world = await makeWorld()
  callers.enterprise = (await makeGrowth(world, growth)).admin
  callers.operator = await platformAdmin(world)
  world.services.directory.forgetAll()
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [{ text?: string; values?: unknown[] } | string]
    if (watching && typeof first === 'object' && first.text && /^\s*(?:select|with)\b/i.test(first.text))
      sent.push({ text: first.text, values: first.values ?? [] })
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query
})
afterAll(() => {
  pg.Client.prototype.query = query
})

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** Pages that a statement reads. */
async function pagesOf({ text, values }: { text: string; values: unknown[] }): Promise<number> {
  // Locks and writes have no place in a plan that is only measured.
  await world.admin.query('begin')
  try {
    const { rows } = await world.admin.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({
      text: `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    })
    const plan = rows[0]!['QUERY PLAN'][0]!.Plan
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  } finally {
    await world.admin.query('rollback')
  }
}

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
  const measured = new Map<string, number>()
  let answered = 0
  for (const route of routes) {
    if (route.method !== 'GET') continue
    const path = await pathOf(caller, route.path)
    sent.length = 0
    watching = true
    const answer = await caller.get(path)
    watching = false
    if (answer.status === 200 && (answer.code === 200 || answer.code === 0)) answered++
    for (const statement of [...sent]) {
      // The same statement of another call reads as much, apart from its values.
      if (measured.has(statement.text)) continue
      const pages = await pagesOf(statement)
      measured.set(statement.text, pages)
      if (pages > mostPages && !isReading(route.path))
        offenders.push(`GET ${path}: ${pages} pages by ${statement.text.replace(/\s+/g, ' ').trim().slice(0, 160)}`)
    }
  }
  if (process.env.MEASURE)
    console.log(
      [...measured]
        .sort((a, b) => b[1] - a[1])
        .slice(0, 12)
        .map(([text, pages]) => `${pages} ${text.replace(/\s+/g, ' ').trim().slice(0, 140)}`)
        .join('\n'),
    )
  expect(offenders).toEqual([])
  expect(answered).toBeGreaterThan(100)
})
