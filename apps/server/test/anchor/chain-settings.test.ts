import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readSettings, SettingsError } from '../../src/platform/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'timbermark-chain-settings-'))
const keyFile = join(folder, 'sender.key')
writeFileSync(keyFile, `0x${'1f'.repeat(32)}\n`, { mode: 0o600 })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const complete = {
  CHAIN_RPC_URLS: 'https://one.example/key/, https://two.example',
  CHAIN_ID: '1337',
  CHAIN_CONTRACT: `0x${'Ab'.repeat(20)}`,
  CHAIN_KEY_FILE: keyFile,
}
const read = (more: Record<string, string> = {}) =>
  readSettings('test', { DATA_DIR: join(folder, 'data'), ...complete, ...more }).chain
const problemsOf = (more: Record<string, string>): string => {
  try {
    read(more)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as Error).message
  }
}

it('reads a chain, and none when none is set or it is switched off', () => {
  expect(read()).toMatchObject({
    endpoints: ['https://one.example/key', 'https://two.example'],
    chainId: 1337,
    contract: `0x${'ab'.repeat(20)}`,
    finality: 'finalized',
    everyMs: 600_000,
    fees: 'eip1559',
    feeLimit: 100_000_000_000n,
  })
  expect(read({ CHAIN_MAX_FEE_GWEI: '0.5', CHAIN_FINALITY: '12' })).toMatchObject({
    feeLimit: 500_000_000n,
    finality: 12,
  })
  expect(read({ CHAIN: 'off' })).toBeUndefined()
  expect(readSettings('test', { DATA_DIR: folder }).chain).toBeUndefined()
})

it.each([
  [{ CHAIN_RPC_URLS: 'ftp://one.example' }, /CHAIN_RPC_URLS must be an address/],
  [{ CHAIN_RPC_URLS: 'https://one.example,https://one.example/' }, /comes twice/],
  [{ CHAIN_RPC_URLS: '' }, /CHAIN_RPC_URLS: set the address/],
  [{ CHAIN_ID: '' }, /CHAIN_ID: set/],
  [{ CHAIN_ID: '0' }, /CHAIN_ID/],
  [{ CHAIN_CONTRACT: '0x12' }, /40 hexadecimal/],
  [{ CHAIN_CONTRACT: '' }, /ledger:chain -- deploy/],
  [{ CHAIN_KEY_FILE: '' }, /ledger:chain -- key/],
  [{ CHAIN_FINALITY: 'soon' }, /finalized, or a number/],
  [{ CHAIN_FEES: 'guess' }, /eip1559, legacy, zero/],
  [{ CHAIN_EVERY_MINUTES: '0' }, /0.01 to 1440/],
])('refuses %j', (more, message) => {
  expect(problemsOf(more as Record<string, string>)).toMatch(message)
})

it('refuses a key that others can read, that is none, or that is not there, and never repeats it', () => {
  const open = join(folder, 'open.key')
  writeFileSync(open, '1f'.repeat(32))
  chmodSync(open, 0o640)
  expect(problemsOf({ CHAIN_KEY_FILE: open })).toMatch(/can be read by others; chmod 600/)
  const short = join(folder, 'short.key')
  writeFileSync(short, '1fab'.repeat(15), { mode: 0o600 })
  expect(problemsOf({ CHAIN_KEY_FILE: short })).toMatch(/must hold 32 bytes/)
  expect(problemsOf({ CHAIN_KEY_FILE: short })).not.toContain('1fab1fab')
  expect(problemsOf({ CHAIN_KEY_FILE: join(folder, 'none') })).toMatch(/does not exist/)
})

it('refuses a key inside the data folder in production', () => {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const inside = join(dataDir, 'sender.key')
  writeFileSync(inside, '1f'.repeat(32), { mode: 0o600 })
  const environment = { DATA_DIR: dataDir, ...complete, CHAIN_KEY_FILE: inside }
  expect(() => readSettings('production', environment)).toThrow(/CHAIN_KEY_FILE: .* is inside DATA_DIR/)
  expect(readSettings('demo', environment).chain?.keyFile).toBe(inside)
})
