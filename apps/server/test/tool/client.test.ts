import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { roles } from '@timbermark/contract'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { interfaceVersion } from '../../src/areas/tool/openapi.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

const root = join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(join(tmpdir(), 'timbermark-client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let world: World
let operator: Caller
let origin: string
beforeAll(async () => {
  world = await makeWorld()
  operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const zip = (await operator.get('/tool/swagger/client')).raw
  for (const [path, content] of Object.entries(unzipSync(zip))) {
    const place = join(folder, 'node_modules', path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, content)
  }
})

/** A client program: right lines compile, each wrong line does not. */
const program = `
import { createClient, TimbermarkError, type AnswerOf } from 'timbermark-client'
const client = createClient({ origin: 'https://timber.example', language: 'fr' })

export async function right(): Promise<string[]> {
  const { rows, total } = await client.call('GET /catalog/product/list', { query: { page: 1, limit: 20 } })
  const { data } = await client.call('POST /catalog/category', { body: { name: 'Okoumé', orderNum: total } })
  await client.call('PUT /code/request/{id}/submit', { params: { id: data.id }, body: {}, idempotencyKey: 'abcdefgh' })
  const sheet: Blob = await client.call('GET /catalog/product/export')
  const read = await client.call('POST /catalog/product/importData', { form: { file: sheet, mode: 'check' } })
  const { data: code } = await client.call('GET /trace/{code}', { params: { code: 'X' } })
  const moved: AnswerOf<'PUT /catalog/batch/{id}/activate'> = await client.call('PUT /catalog/batch/{id}/activate', {
    params: { id: 1 },
    body: {},
  })
  return [moved.data.status, code.code, ...read.data.errors.map(one => one.message), ...rows.map(row => row.name)]
}

export async function wrong(): Promise<void> {
  // @ts-expect-error there is no such call
  await client.call('GET /catalog/prodcut/list')
  // @ts-expect-error the path has a parameter
  await client.call('GET /catalog/product/{id}')
  // @ts-expect-error its name is needed
  await client.call('POST /system/post', { body: { postCode: 'KILN' } })
  // @ts-expect-error a mode that no import has
  await client.call('POST /catalog/product/importData', { form: { file: new Blob(), mode: 'perhaps' } })
  const { rows } = await client.call('GET /catalog/product/list')
  // @ts-expect-error no row has this
  rows[0]?.colour.trim()
}

export const isBusy = (error: unknown) => error instanceof TimbermarkError && error.error === 'stateRefused'
`

interface Client {
  call: (key: string, options?: object) => Promise<{ rows: unknown[]; data: { id: number } } & Blob>
}
const load = async () =>
  (await import(pathToFileURL(join(folder, 'node_modules/timbermark-client/index.js')).href)) as {
    createClient: (options: object) => Client
    TimbermarkError: new () => Error
    version: string
  }

describe('the typed client', () => {
  test('compiles strictly as it is unpacked, with a program that uses it, and refuses one that uses it wrongly', () => {
    writeFileSync(join(folder, 'program.ts'), program)
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2023', 'dom'],
      types: [],
      skipLibCheck: false,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.ts'] }))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--singleThreaded'], {
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
  })

  test('makes calls: lists, values, files and forms, and throws refusals with their key, text and fields', async () => {
    const { createClient, TimbermarkError, version } = await load()
    expect(version).toBe(interfaceVersion)
    const admin = await world.signIn(await world.makeTenant('CLIENT'), ['enterpriseAdmin'])
    const client = createClient({ origin, token: () => admin.token, language: 'fr' })
    const category = { name: 'Okoumé', orderNum: 1 }
    const idempotencyKey = '00000000-0000-4000-8000-000000000017'
    const { data } = await client.call('POST /catalog/category', { body: category, idempotencyKey })
    // The same call under the same key is done once.
    expect((await client.call('POST /catalog/category', { body: category, idempotencyKey })).data.id).toBe(data.id)
    expect(await client.call('GET /catalog/category/list', { query: { name: 'kou', page: 1 } })).toMatchObject({
      rows: [{ id: data.id, name: 'Okoumé' }],
      total: 1,
    })
    const sheet = await client.call('GET /catalog/category/export')
    expect(sheet.size).toBeGreaterThan(1000)
    const template = await client.call('GET /catalog/category/importTemplate')
    const read = await client.call('POST /catalog/category/importData', { form: { file: template, mode: 'check' } })
    expect(read).toMatchObject({ code: 200, data: { errors: [] } })
    const refused = client.call('POST /catalog/category', { body: { name: '' } })
    await expect(refused).rejects.toBeInstanceOf(TimbermarkError)
    await expect(refused).rejects.toMatchObject({
      code: 500,
      error: 'invalid',
      issues: expect.arrayContaining([expect.objectContaining({ field: 'name', error: 'required' })]),
    })
    await expect(createClient({ origin }).call('GET /catalog/category/list')).rejects.toMatchObject({ code: 401 })
    await expect(client.call('GET /openapi.json')).rejects.toMatchObject({ code: 403, error: 'forbidden' })
  })

  test('is the same file for the same calls, and nobody’s without the permission', async () => {
    const [first, second] = [await operator.get('/tool/swagger/client'), await operator.get('/tool/swagger/client')]
    expect(first.raw.equals(second.raw)).toBe(true)
    expect(String(first.headers['content-disposition'])).toContain(`timbermark-client-${interfaceVersion}.zip`)
    // Closed by default: to anonymous callers and to all roles of enterprises.
    const enterprise = await world.makeTenant('CLERK')
    const others = await Promise.all(
      roles
        .filter(({ tenant }) => tenant !== 'platform')
        .map(({ key, userType }) => world.signIn(enterprise, [key], { userType })),
    )
    for (const path of ['/tool/swagger/client', '/openapi.json']) {
      expect((await world.anonymous.get(path)).code, path).toBe(401)
      for (const other of others) expect((await other.get(path)).code, path).toBe(403)
    }
  })
})
