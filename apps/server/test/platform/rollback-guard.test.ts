import { fork } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type KnownHead, RollbackGuard } from '../../src/platform/installation/rollback-guard.ts'

const folder = mkdtempSync(join(tmpdir(), 'timbermark-memory-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let dataDir: string
let memoryDir: string
let messages: string[]
beforeEach(() => {
  const testFolder = mkdtempSync(join(folder, 'm-'))
  dataDir = join(testFolder, 'data')
  memoryDir = join(testFolder, 'outside')
  mkdirSync(dataDir)
  messages = []
})

const tell = (_first: unknown, second?: string) => void messages.push(second ?? String(_first))
const open = (installation = 'A', outside: string | undefined = memoryDir) =>
  RollbackGuard.open({ installation, dataDir, memoryDir: outside, log: { warn: tell, error: tell } as never })
const inside = () => join(dataDir, 'memory.json')
const outside = () => join(memoryDir, 'A.json')
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const head = (size: number, epoch = 1, root = 'ab'): KnownHead => ({ epoch, size, root: root.repeat(32) })

test('keeps the highest number and the furthest head in two places, readable by the owner only', async () => {
  const memory = await open()
  expect([memory.requests, memory.heads]).toEqual([0, []])
  await memory.noteRequests(7)
  await memory.noteHead(head(12), 9)
  await memory.noteRequests(8)
  for (const path of [inside(), outside()]) {
    expect(read(path)).toEqual({ installation: 'A', requests: 9, head: head(12) })
    expect(statSync(path).mode & 0o077).toBe(0)
  }
  expect((await open()).heads).toEqual([head(12)])
})

test('the greater counts, whichever place was put back; a head of a later name is further than a larger one', async () => {
  await (await open()).noteHead(head(5), 3)
  const before = readFileSync(inside())
  await (await open()).noteHead(head(9), 4)
  writeFileSync(inside(), before)
  const restored = await open()
  expect(restored.requests).toBe(4)
  expect(restored.heads).toEqual([head(5), head(9)])
  await restored.noteHead(head(6, 2), 0)
  expect(restored.heads).toEqual([head(6, 2)])
  await restored.noteHead(head(100), 0)
  expect(restored.heads).toEqual([head(6, 2)])
})

test('a head that contradicts is never written over by one that is not further', async () => {
  const memory = await open()
  await memory.noteHead(head(5))
  await memory.noteHead(head(5, 1, 'cd'))
  expect((await open()).heads).toEqual([head(5)])
})

test('what exists and cannot be read is never overwritten, and is reported', async () => {
  await (await open()).noteRequests(50)
  // A link in a circle cannot be read even by root, for whom no rights are in the way.
  renameSync(inside(), `${inside()}.kept`)
  symlinkSync('memory.json', inside())
  const memory = await open()
  expect(messages.join()).toMatch(/memory\.json cannot be read/)
  await memory.noteRequests(51)
  expect(lstatSync(inside()).isSymbolicLink()).toBe(true)
  expect(read(outside()).requests).toBe(51)
  rmSync(outside())
  symlinkSync('A.json', outside())
  await expect((await open()).noteRequests(52)).rejects.toThrow(/ELOOP/)
  // Once it can be read again, it is used.
  rmSync(inside())
  renameSync(`${inside()}.kept`, inside())
  await memory.noteRequests(53)
  expect(read(inside()).requests).toBe(53)
})

test('a command that root runs leaves what the server can read: it belongs to whom the folder belongs to', async () => {
  mkdirSync(memoryDir)
  if (process.getuid?.() === 0) for (const folder of [dataDir, memoryDir]) chownSync(folder, 4242, 4343)
  await (await open()).noteRequests(50)
  for (const path of [inside(), outside()]) {
    const { uid, gid } = statSync(dirname(path))
    expect(statSync(path)).toMatchObject({ uid, gid })
  }
})

test('what another installation left in the folder is not ours', async () => {
  await (await open('A')).noteRequests(50)
  const other = await open('B')
  expect(other.requests).toBe(0)
  await other.noteRequests(2)
  expect((await open('A')).requests).toBe(50)
})

test('takes over the file that an older version stored', async () => {
  writeFileSync(join(dataDir, 'ledger-head.json'), `${JSON.stringify({ size: 835, root: 'ef'.repeat(32) })}\n`)
  expect((await open()).heads).toEqual([head(835, 1, 'ef')])
  expect(existsSync(join(dataDir, 'ledger-head.json'))).toBe(false)
  expect((await open()).heads).toEqual([head(835, 1, 'ef')])
  writeFileSync(join(dataDir, 'ledger-head.json'), '{}')
  expect((await open()).heads).toEqual([head(835, 1, 'ef')])
  expect(messages.join()).toContain('damaged')
})

test('a damaged file is reported and put aside, and the other place is used', async () => {
  await (await open()).noteRequests(31)
  writeFileSync(inside(), '{"requests":')
  expect((await open()).requests).toBe(31)
  expect(messages.join()).toContain('is damaged')
  expect(existsSync(`${inside()}.damaged`)).toBe(true)
})

test('a place that cannot be written is reported once; when there is no other, the number is not given', async () => {
  writeFileSync(memoryDir, 'a file where the folder should be')
  const memory = await open()
  await memory.noteRequests(1)
  await memory.noteRequests(2)
  expect(messages.filter(line => line.includes('cannot be written'))).toHaveLength(1)
  expect((await open()).requests).toBe(2)
  rmSync(dataDir, { recursive: true })
  writeFileSync(dataDir, 'and here')
  await expect(memory.noteRequests(3)).rejects.toThrow()
})

test('a lock that a dead process left does not hold anybody up', async () => {
  const dead = fork('-e', ['0'], { stdio: 'ignore', execArgv: [] })
  await new Promise(done => dead.once('exit', done))
  writeFileSync(`${inside()}.lock`, `${hostname()} ${dead.pid}\n`)
  const memory = await open('A', undefined)
  const began = performance.now()
  await memory.noteRequests(1)
  expect(performance.now() - began).toBeLessThan(4000)
  expect(read(inside()).requests).toBe(1)
})

test('processes that share the files never lower what another has written', async () => {
  const script = join(folder, 'writer.mjs')
  writeFileSync(
    script,
    `import { RollbackGuard } from ${JSON.stringify(join(import.meta.dirname, '../../src/platform/installation/rollback-guard.ts'))}
     const [dataDir, memoryDir, offset] = process.argv.slice(2)
     const memory = await RollbackGuard.open({ installation: 'A', dataDir, memoryDir, log: console })
     for (let n = 1; n <= 60; n++) {
       const mine = 3 * n + Number(offset)
       await memory.noteRequests(mine)
       if (memory.requests < mine) throw new Error('lowered')
       await memory.noteHead({ epoch: 1, size: mine, root: 'ab'.repeat(32) })
     }`,
  )
  const codes = await Promise.all(
    [0, 1, 2].map(offset => {
      const child = fork(script, [dataDir, memoryDir, String(offset)])
      return new Promise(done => child.once('exit', done))
    }),
  )
  expect(codes).toEqual([0, 0, 0])
  expect(read(inside())).toEqual({ installation: 'A', requests: 182, head: head(182) })
  expect(read(outside())).toEqual(read(inside()))
  expect(existsSync(`${inside()}.lock`)).toBe(false)
})

test('no server that a test starts leaves anything in the home folder', () => {
  expect(process.env.MEMORY_DIR).toContain(tmpdir())
})
