import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { generateCodes } from '../../src/areas/code/request/generate-codes.ts'
import { continueRequestNumbers } from '../../src/areas/ledger/log/request-numbers.ts'
import { copyFolder } from '../copy-folder.ts'
import { makeFolder, type Server, startServer } from '../installation.ts'
import { codeRequest } from '../code-request.ts'

/** Restoring a backup resets the rows and the sequence of request numbers. */
const folder = makeFolder()
const dataDir = join(folder, 'data')
const memoryDir = join(folder, 'memory')
const copy = join(folder, 'copy')
const count = 10_000

interface MadeRequest {
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

/** Adds a request and generates its codes like the job. */
async function request(server: Server): Promise<MadeRequest> {
  const id = await add(server)
  await server.admin.query(`update code_request set status = 'inProgress' where id = $1`, [id])
  const tenantId = Number((await server.admin.query(`select tenant_id from code_request`)).rows[0].tenant_id)
  await generateCodes(server.services, { tenantId, id }, new AbortController().signal)
  const answer = await server.call<{ requestNumber: number; status: string }>('GET', `/code/request/${id}`)
  expect(answer.status).toBe('completed')
  server.services.directory.forgetAll()
  const entry = (await server.services.directory.find(answer.requestNumber))!
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

let retained: MadeRequest
let lost: MadeRequest

beforeAll(async () => {
  const server = await startServer({ dataDir, memoryDir })
  await batch(server)
  retained = await request(server)
  await server.stop()
  copyFolder(dataDir, copy)
  const later = await startServer({ dataDir, memoryDir })
  lost = await request(later)
  expect(lost.number).toBe(retained.number + 1)
  await later.stop()
})

describe.each([
  ['with what is remembered outside the data folder', true],
  ['with nothing but the copy', false],
])('a data folder copied back, %s', (_title, survives) => {
  let server: Server
  let next: MadeRequest

  beforeAll(async () => {
    copyFolder(copy, dataDir)
    if (!survives) rmSync(memoryDir, { recursive: true, force: true })
    server = await startServer({ dataDir, memoryDir })
    await continueRequestNumbers(server.services)
    next = await request(server)
    return () => server.stop()
  })

  test('generates codes and anti-counterfeit codes that have nothing in common with the lost ones', () => {
    const codes = new Set(lost.codes)
    expect(next.codes.filter(code => codes.has(code))).toEqual([])
    // About forty bits each: an equal pair by chance among ten thousand has a probability of one in a hundred million.
    expect(next.securities.filter((security, serial) => security === lost.securities[serial])).toEqual([])
  })

  test('treats labels of the lost request as unknown and continues to open those of known requests', async () => {
    expect(await opens(server, lost.codes)).toBe(0)
    expect(await opens(server, retained.codes)).toBe(count)
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/trace/check',
      payload: { code: lost.codes[7], securityCode: lost.securities[7] },
    })
    expect(answer.json()).toMatchObject({ code: 404, error: 'code.unknown' })
  })

  test(
    survives
      ? 'continues above the number of the rollback guard, and logs it'
      : 'assigns the number again without harm',
    () => {
      expect(next.number).toBe(survives ? lost.number + 1 : lost.number)
      const message = `The database is older than what this installation remembers: code requests go on from number ${lost.number + 1}`
      expect(server.told.filter(line => line === message)).toHaveLength(survives ? 1 : 0)
      expect(server.services.rollbackGuard.requests).toBe(next.number)
      expect(existsSync(join(dataDir, 'memory.json'))).toBe(true)
    },
  )
})

test('a database restored under a running server assigns no number that the server remembers', async () => {
  copyFolder(copy, dataDir)
  const server = await startServer({ dataDir, memoryDir: join(folder, 'running') })
  const first = await request(server)
  await server.services.rollbackGuard.noteRequests(first.number + 50)
  const ids = await Promise.all(Array.from({ length: 5 }, () => add(server)))
  const { rows } = await server.admin.query<{ number: number }>(
    'select request_number as number from code_request where id = any($1) order by 1',
    [ids],
  )
  // Concurrent callers may both raise the counter, which skips a number.
  const numbers = rows.map(row => row.number)
  expect(new Set(numbers).size).toBe(5)
  expect(numbers[0]).toBeGreaterThan(first.number + 50)
  expect(server.services.rollbackGuard.requests).toBeGreaterThanOrEqual(numbers[4]!)
  // A start logs nothing when nothing is wrong.
  await continueRequestNumbers(server.services)
  expect(server.told).toEqual([])
  await server.stop()
})

test('a number that could not be stored in the rollback guard is not assigned', async () => {
  const server = await startServer({ dataDir, memoryDir: join(folder, 'running') })
  const before = (await server.admin.query('select count(*)::int as n from code_request')).rows[0].n
  server.services.rollbackGuard.noteRequests = () =>
    Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  await expect(add(server)).rejects.toThrow()
  expect((await server.admin.query('select count(*)::int as n from code_request')).rows[0].n).toBe(before)
  await server.stop()
})
