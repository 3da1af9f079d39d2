import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { demoWitnessName } from '@timbermark/contract/demo-witness'
import { parseWitnessKey } from '@timbermark/ledger'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '../../src/platform/settings.ts'

/** The demonstration's witness, as the command `npm start` starts it. */
const root = join(import.meta.dirname, '../../../..')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbermark-demo-witness-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs what the command does before it starts the server. @param then what it does afterwards */
function runCommand(environment: Record<string, string>, then: string) {
  const code = `const { startDemoWitness } = await import('./scripts/demo-witness.mjs')
    console.log(String(await startDemoWitness(process.execPath, process.env)())); ${then}`
  const { LEDGER_WITNESSES: _, ...env } = process.env
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    env: { ...env, PORT: '1', DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const isServed = (address: string) =>
  fetch(`${address}/add-checkpoint`, { method: 'POST', body: 'x' }).then(
    ({ status }) => status === 400,
    () => false,
  )

test('has a key of its own, and ends with the command, also when that is killed', async () => {
  const keys: string[] = []
  for (const signal of ['SIGKILL', 'SIGKILL'] as const) {
    const command = runCommand({}, 'setInterval(() => {}, 1000)')
    const [line] = (await once(command.stdout.setEncoding('utf8'), 'data')) as [string]
    const [witness] = readSettings('demo', { LEDGER_WITNESSES: line.trim() }).ledgerWitnesses
    expect(parseWitnessKey(witness!.key).name).toBe(demoWitnessName)
    keys.push(witness!.key)
    expect(await isServed(witness!.address)).toBe(true)
    command.kill(signal)
    await once(command, 'exit')
    await expect.poll(() => isServed(witness!.address)).toBe(false)
  }
  expect(keys[1]).toBe(keys[0])
})

test.each([
  ['witnesses are set by hand', { LEDGER_WITNESSES: '' }],
  ['the port of the server is not known', { PORT: '0' }],
  ['its folder cannot be made', { DATA_DIR: 'FILE' }],
])('is left out when %s, and the command goes on', async (_, environment) => {
  writeFileSync(join(folder, 'file'), '')
  const places = { ...environment, ...('DATA_DIR' in environment ? { DATA_DIR: join(folder, 'file') } : {}) }
  const command = runCommand(places as Record<string, string>, 'process.exit()')
  const [output] = await Promise.all([text(command.stdout), once(command, 'exit')])
  expect([output.trim(), command.exitCode]).toEqual(['undefined', 0])
})
