import { beforeAll, expect, test } from 'vitest'
import { writeXlsx } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { platformAdmin, refused } from './people.ts'

/** Limits of what one caller can cost others, and odd input that must not break anything. */
let world: World
let admin: Caller

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('ABUSE')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
})

test('headings with a long run of blanks are refused at once', async () => {
  const title = `a${' '.repeat(32_000)}b`
  const columns = [title, title].map(text => ({ title: text, width: 10, kind: 'text' as const }))
  const chunks: Buffer[] = []
  for await (const chunk of writeXlsx(columns, [['x', 'y']], { sheetName: 'x' })) chunks.push(chunk as Buffer)
  const content = Buffer.concat(chunks)
  for (const path of ['/channel/dealer-level/importData', '/system/user/importData']) {
    let late = 0
    let before = performance.now()
    const timer = setInterval(() => {
      late = Math.max(late, performance.now() - before)
      before = performance.now()
    }, 20)
    expect(refused(await admin.upload(path, { name: 'x.xlsx', content }, { mode: 'check' }))).toBe('importColumns')
    clearInterval(timer)
    late = Math.max(late, performance.now() - before)
    expect(late, 'how long nobody else was served').toBeLessThan(1000)
  }
})

test('names from the object prototype are not accepted as columns, fields or parameters', async () => {
  const root = await platformAdmin(world)
  for (const name of ['constructor', 'toString', '__proto__'])
    for (const path of ['/system/user/list', '/monitor/logininfor/list', '/monitor/operlog/list', '/system/post/list'])
      expect(refused(await root.get(`${path}?orderBy=${name}`)), `${path} ${name}`).toBe('orderBy: notOneOf')
  const key = { configName: 'Odd', configKey: 'constructor', configValue: 'x' }
  expect(refused(await root.post('/system/config', key))).toBe('accepted')
  expect(refused(await root.get('/system/post/list?beginTime=0001-01-01T00:00:00-18:00'))).toBe('beginTime: notDate')
})
