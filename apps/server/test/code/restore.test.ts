import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeRequest } from '../../src/areas/code/request/make-request.ts'
import { continueNumbers } from '../../src/areas/ledger/log/request-numbers.ts'
import { copyFolder } from '../copy-folder.ts'
import { makeFolder, type Server, startServer } from '../installation.ts'
import { codeRequest } from '../code-request.ts'

/** A backup brings back rows, and with them the place that request numbers had reached. */
const folder = makeFolder()
const dataDir = join(folder, 'data')
const memoryDir = join(folder, 'memory')
const copy = join(folder, 'copy')
const count = 10_000

interface Made {
  number: number
  codes: string[]
  securities: string[]
}

let batchId: number

async function batch(server: Server): Promise<void> {
  const category = await server.call<{ id: number }>('POST', '/catalog/category', { name: 'C', orderNum: 1 })
  const product = await server.call<{ id: number }>('POST', '/catalog/product', {
    code: 'P',
    name: 'Marks',
    categoryId: category.id,
    enterpriseName: 'Marks',
    foreignName: 'Okoumé',
    chineseName: '奥古曼',
    latinGenus: 'Aucoumea',
    latinSpecies: 'klaineana',
  })
  batchId = (await server.call<{ id: number }>('POST', '/catalog/batch', { batchNumber: 'B', productId: product.id }))
    .id
}

async function add(server: Server): Promise<number> {
  const { id } = await server.call<{ id: number }>('POST', '/code/request', codeRequest(batchId, { count }))
  return id
}

/** Adds a request and has its codes made, as the job does. */
async function request(server: Server): Promise<Made> {
  const id = await add(server)
  await server.admin.query(`update code_request set status = 'inProgress' where id = $1`, [id])
  const tenantId = Number((await server.admin.query(`select tenant_id from code_request`)).rows[0].tenant_id)
  await makeRequest(server.services, { tenantId, id }, new AbortController().signal)
  const answer = await server.call<{ requestNumber: number; status: string }>('GET', `/code/request/${id}`)
  expect(answer.status).toBe('completed')
  await server.services.directory.reload()
  const entry = server.services.directory.get(answer.requestNumber)!
  const codes = server.services.directory.codesOf(entry)
  const serials = Array.from({ length: count }, (_, serial) => serial)
  return {
    number: answer.requestNumber,
    codes: serials.map(serial => codes.code(serial)),
    securities: serials.map(serial => codes.security(serial, 'alnum', 8)),
  }
}

const opens = async (server: Server, codes: readonly string[]) =>
  (await Promise.all(codes.map(code => server.services.directory.open(code)))).filter(opened => opened.known).length

let kept: Made
let lost: Made

beforeAll(async () => {
  const server = await startServer({ dataDir, memoryDir })
  await batch(server)
  kept = await request(server)
  await server.stop()
  copyFolder(dataDir, copy)
  const later = await startServer({ dataDir, memoryDir })
  lost = await request(later)
  expect(lost.number).toBe(kept.number + 1)
  await later.stop()
})

describe.each([
  ['with what is remembered outside the data folder', true],
  ['with nothing but the copy', false],
])('a data folder copied back, %s', (_title, survives) => {
  let server: Server
  let next: Made

  beforeAll(async () => {
    copyFolder(copy, dataDir)
    if (!survives) rmSync(memoryDir, { recursive: true, force: true })
    server = await startServer({ dataDir, memoryDir })
    await continueNumbers(server.services)
    next = await request(server)
    return () => server.stop()
  })

  test('makes codes and anti-counterfeit codes that have nothing in common with the lost ones', () => {
    const codes = new Set(lost.codes)
    expect(next.codes.filter(code => codes.has(code))).toEqual([])
    // Forty bits' worth each: of ten thousand pairs, one that is equal by chance is one in a hundred million.
    expect(next.securities.filter((security, serial) => security === lost.securities[serial])).toEqual([])
  })

  test('reads labels of the lost request as unknown and goes on reading those it knows', async () => {
    expect(await opens(server, lost.codes)).toBe(0)
    expect(await opens(server, kept.codes)).toBe(count)
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/trace/check',
      payload: { code: lost.codes[7], securityCode: lost.securities[7] },
    })
    expect(answer.json()).toMatchObject({ code: 404, error: 'code.unknown' })
  })

  test(survives ? 'goes on above the number it remembers, and says so' : 'gives the number again, unharmed', () => {
    expect(next.number).toBe(survives ? lost.number + 1 : lost.number)
    const said = `The database is older than what this installation remembers: code requests go on from number ${lost.number + 1}`
    expect(server.told.filter(line => line === said)).toHaveLength(survives ? 1 : 0)
    expect(server.services.rollbackGuard.requests).toBe(next.number)
    expect(existsSync(join(dataDir, 'memory.json'))).toBe(true)
  })
})

test('a database put back under a running server gives no number that the server remembers', async () => {
  copyFolder(copy, dataDir)
  const server = await startServer({ dataDir, memoryDir: join(folder, 'running') })
  const first = await request(server)
  await server.services.rollbackGuard.noteRequests(first.number + 50)
  const ids = await Promise.all(Array.from({ length: 5 }, () => add(server)))
  const { rows } = await server.admin.query<{ number: number }>(
    'select request_number as number from code_request where id = any($1) order by 1',
    [ids],
  )
  // Those who ask at the same moment may both lift the count, which passes over a number.
  const given = rows.map(row => row.number)
  expect(new Set(given).size).toBe(5)
  expect(given[0]).toBeGreaterThan(first.number + 50)
  expect(server.services.rollbackGuard.requests).toBeGreaterThanOrEqual(given[4]!)
  // Nobody was told at a start, and a start says nothing of what is settled.
  await continueNumbers(server.services)
  expect(server.told).toEqual([])
  await server.stop()
})

test('a number that could not be remembered anywhere is not given', async () => {
  const server = await startServer({ dataDir, memoryDir: join(folder, 'running') })
  const before = (await server.admin.query('select count(*)::int as n from code_request')).rows[0].n
  server.services.rollbackGuard.noteRequests = () =>
    Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  await expect(add(server)).rejects.toThrow()
  expect((await server.admin.query('select count(*)::int as n from code_request')).rows[0].n).toBe(before)
  await server.stop()
})
