import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '../../src/platform/settings.ts'

/** The demonstration's chain, as the command `npm start` starts it. */
const root = join(import.meta.dirname, '../../../..')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbermark-demo-chain-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs what the command does before it starts the server. @param then what it does afterwards */
function runCommand(environment: Record<string, string>, then: string) {
  const code = `const { startDemoChain } = await import('./scripts/demo-chain.mjs')
    console.log(JSON.stringify(await startDemoChain(process.execPath, process.env)())); ${then}`
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    env: { ...process.env, PORT: '1', DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function settingsOf(command: ReturnType<typeof runCommand>): Promise<Record<string, string>> {
  const [line] = (await once(command.stdout.setEncoding('utf8'), 'data')) as [string]
  return JSON.parse(line) as Record<string, string>
}

const ask = async (address: string, method: string, ...params: unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(address, { method: 'POST', body, headers }).catch(() => undefined)
  return response && ((await response.json()) as { result: unknown }).result
}

test('has a contract and a key, continues after it was ended, and ends with the command, also when that is killed', async () => {
  let contract: string | undefined
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGKILL'] as const) {
    const command = runCommand({}, 'setInterval(() => {}, 1000)')
    const environment = await settingsOf(command)
    const { chain } = readSettings('demo', { DATA_DIR: folder, ...environment })
    expect(statSync(chain!.keyFile).mode & 0o777).toBe(0o600)
    expect(chain).toMatchObject({ chainId: 31337, finality: 0 })
    const [address] = chain!.endpoints
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:/)
    expect(await ask(address!, 'eth_getCode', chain!.contract, 'latest')).toMatch(/^0x[0-9a-f]{100}/)
    contract ??= chain!.contract
    expect(chain!.contract).toBe(contract)
    command.kill(signal)
    await once(command, 'exit')
    await expect.poll(() => ask(address!, 'eth_chainId')).toBeUndefined()
  }
})

test.each([
  ['it is switched off', { CHAIN: 'off' }, /CHAIN=off: heads of the ledger are not anchored/],
  ['another chain is set', { CHAIN_RPC_URLS: 'https://rpc.example' }, /^$/],
  ['the port of the server is not known', { PORT: '0' }, /^$/],
  ['its folder cannot be made', { DATA_DIR: 'FILE' }, /is not running .*heads of the ledger are not anchored/],
])('is left out when %s, and the command goes on', async (_, environment, message) => {
  writeFileSync(join(folder, 'file'), '')
  const places = { ...environment, ...('DATA_DIR' in environment ? { DATA_DIR: join(folder, 'file') } : {}) }
  const command = runCommand(places as Record<string, string>, 'process.exit()')
  const [output, errors] = await Promise.all([text(command.stdout), text(command.stderr), once(command, 'exit')])
  expect([output.trim(), command.exitCode]).toEqual(['{}', 0])
  expect(errors.trim()).toMatch(message)
})

test('an operator makes a key once, and is told what is missing', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'apps/server/src/ledger-chain.ts'), ...args], { encoding: 'utf8' })
  const file = join(folder, 'sender.key')
  expect(run('key', file).stdout).toMatch(/Its sender: 0x[0-9a-f]{40}/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect([run('key', file).status, run('deploy').status, run('else').status]).toEqual([2, 2, 2])
})
