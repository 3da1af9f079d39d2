/** The monitor over a page with scripts that were released, or not. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import { encodeScriptStatement } from '@timbermark/ledger/sealed'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { entriesOver, MonitoredLog } from '../../../../packages/ledger/test/monitored-log.ts'
import { serveLog, type StaticLog } from '../stand-ins/static-log.ts'

let log: MonitoredLog
let served: StaticLog
let folder: string
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const scripts = {
  '/t/assets/client-1.js': 'import { keys } from "/t/log.js"; void import("./checking-1.js")',
  '/t/assets/checking-1.js': 'export const check = true',
  '/t/log.js': 'export const keys = []',
}
const statementOf = (path: string, text: string) =>
  encodeScriptStatement({ path, sha256: toHex(sha256(bytes(text))), at: new Date('2026-11-27T05:00:00Z') })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timbermark-page-scripts-'))
  log = new MonitoredLog()
  await log.append(entriesOver(20, 5))
  await log.append(Object.entries(scripts).map(([path, text]) => statementOf(path, text)))
  log.files.set('/c', bytes('<script type="module" src="/t/assets/client-1.js"></script>'))
  for (const [path, text] of Object.entries(scripts)) log.files.set(path, bytes(text))
  served = await serveLog(path => log.files.get(path))
})
afterEach(async () => {
  await served.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function monitor(...args: string[]) {
  const script = join(import.meta.dirname, '../../src/ledger-monitor.ts')
  const child = spawn(process.execPath, [script, served.url, '--once', '--keep', folder, ...args])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part))
  const code = await new Promise<number | null>(done => child.once('close', done))
  return { code, output, words: [...output.matchAll(/^\S+Z (\S+)/gm)].map(([, word]) => word) }
}

test('is content while every script of the page is an entry of the log, also after a restart', async () => {
  expect(await monitor()).toMatchObject({ code: 0, words: ['ok'] })
  expect(await monitor()).toMatchObject({ code: 0, words: ['ok'] })
  expect(served.asked).toContain('/t/assets/checking-1.js')
})

test('names a script that was never released, until it is', async () => {
  log.files.set('/t/assets/checking-1.js', bytes('export const check = "always proven"'))
  const answer = await monitor()
  expect(answer).toMatchObject({ code: 1, words: ['unreleased-script'] })
  expect(answer.output).toContain('/t/assets/checking-1.js with the hash')
  await log.append([statementOf('/t/assets/checking-1.js', 'export const check = "always proven"')])
  expect(await monitor()).toMatchObject({ code: 0, words: ['ok'] })
})

test('says nothing when a new release enters its scripts at the moment of the look', async () => {
  log.files.set('/t/log.js', bytes('export const keys = [1]'))
  let entered: Promise<unknown> | undefined
  served.instead = path => {
    // The server has just started: it serves the script, and enters it now.
    if (path === '/t/log.js') entered ??= log.append([statementOf('/t/log.js', 'export const keys = [1]')])
    return false
  }
  expect(await monitor()).toMatchObject({ code: 0, words: ['ok'] })
  await entered
})

test('looks at the page that it is told to, which must be there', async () => {
  log.files.set('/c/CODE', bytes('<script>evil()</script>'))
  expect(await monitor('--page', `${served.url}/c/CODE`)).toMatchObject({ code: 1, words: ['unreleased-script'] })
  expect(await monitor('--page', `${served.url}/c/NONE`)).toMatchObject({ code: 1, words: ['unreachable'] })
  expect((await monitor('--page', 'nowhere')).code).toBe(2)
  log.files.delete('/c')
  expect(await monitor()).toMatchObject({ code: 0, words: ['ok'] })
})

test('refuses a script, a head and a page of 100 MB without reading all of it', async () => {
  for (const path of ['/t/log.js', 'checkpoint', '/c']) {
    let sent = 0
    served.instead = (asked, _request, response) => {
      if (asked !== path) return false
      const part = Buffer.alloc(1_000_000, 'a')
      const send = () => {
        while (sent < 400_000_000 && response.writable) {
          sent += part.length
          if (!response.write(part)) return void response.once('drain', send)
        }
        response.end()
      }
      send()
      return true
    }
    const answer = await monitor()
    expect(answer, path).toMatchObject({ code: 1, words: ['unreachable'] })
    // Four tries, each of at most 8 MB and what is under way.
    expect(sent, path).toBeLessThan(100_000_000)
  }
})
