import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseCheckpoint, parseNote, toHex } from '@timbermark/ledger'
import { findIndexRoot } from '@timbermark/ledger/sealed'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entriesOver, MonitoredLog } from '../../../../packages/ledger/test/monitored-log.ts'
import { encodeRecord } from '../../src/areas/ledger/anchor/anchor-contract.ts'
import { SenderKey } from '../../src/areas/ledger/anchor/sender-key.ts'
import { serveLog, type StaticLog } from '../stand-ins/static-log.ts'
import { TestChain } from './development-chain.ts'

let chain: TestChain
let log: MonitoredLog
let served: StaticLog
let folder: string

beforeAll(async () => {
  chain = await TestChain.start()
})
afterAll(() => chain?.stop())
beforeEach(async () => {
  chain.stop()
  chain = await TestChain.start()
  folder = mkdtempSync(join(tmpdir(), 'timbermark-anchor-monitor-'))
  log = new MonitoredLog()
  await log.append(entriesOver(700, 90))
  served = await serveLog(path => log.files.get(path))
  return async () => {
    await served.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Records the head that the log shows now, as its owner. @param later than the head was signed, seconds */
async function anchor(later = 0): Promise<void> {
  const { origin, size, root, extensions } = parseCheckpoint(
    parseNote(Buffer.from(log.files.get('checkpoint')!).toString()).text,
  )
  const time = Math.floor(Date.now() / 1000) + later
  const data = encodeRecord(origin, {
    size,
    root: `0x${toHex(root)}`,
    indexRoot: `0x${toHex(findIndexRoot(extensions)!)}`,
    time,
  })
  const key = new SenderKey(chain.settings())
  const nonce = Number(await chain.rpc<string>('eth_getTransactionCount', chain.sender, 'latest'))
  const signed = await key.sign({ nonce, gas: 300_000n, data, to: chain.contract, fee: 10n ** 10n, tip: 1n })
  await chain.rpc('eth_sendRawTransaction', `0x${signed.raw.toString('hex')}`)
}

/** A monitor that has never looked before. */
async function look(...more: string[]) {
  const script = join(import.meta.dirname, '../../src/ledger-monitor.ts')
  const place = [
    '--chain',
    chain.address,
    '--chain-id',
    '31337',
    '--contract',
    chain.contract,
    '--sender',
    chain.sender,
  ]
  const keep = mkdtempSync(join(folder, 'keep-'))
  const child = spawn(process.execPath, [script, served.url, '--once', '--keep', keep, ...place, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await text(child.stdout)
  return [...output.matchAll(/^\S+Z (\S+)/gm)].map(([, word]) => word)
}

describe('a monitor that is given an endpoint', () => {
  it('finds a log in order that extends its anchored head, and one that is not anchored', async () => {
    expect(await look()).toEqual(['unanchored'])
    await anchor()
    expect(await look()).toEqual(['ok'])
    await log.append(entriesOver(100, 90, log.texts))
    expect(await look()).toEqual(['ok'])
  })

  it('finds a second history that was signed with the real key, through the chain alone', async () => {
    await anchor()
    const other = new MonitoredLog(log.signer)
    await other.append(entriesOver(900, 80))
    await served.stop()
    served = await serveLog(path => other.files.get(path))
    expect(await look()).toEqual(['fork'])
  })

  it('follows a log over a change of its sender, and finds a second history that began with it', async () => {
    await anchor()
    const other = `0x${'34'.repeat(20)}`
    expect(await look('--sender', other)).toEqual(['unanchored'])
    expect(await look('--sender', `${other},${chain.sender}`)).toEqual(['ok'])
    const forged = new MonitoredLog(log.signer)
    await forged.append(entriesOver(900, 80))
    await served.stop()
    served = await serveLog(path => forged.files.get(path))
    expect(await look('--sender', `${other},${chain.sender}`)).toEqual(['fork'])
  })

  it('tells a log that is shorter than its anchored head from one that grew meanwhile', async () => {
    const before = new Map(log.files)
    await log.append(entriesOver(100, 90, log.texts))
    await anchor()
    expect(await look()).toEqual(['ok'])
    await served.stop()
    served = await serveLog(path => before.get(path))
    expect(await look()).toEqual(['replay'])
  })

  it('tells when anchoring has stalled, and when the endpoint is of another chain or has no contract', async () => {
    await anchor(-3600 * 5)
    await log.append(entriesOver(100, 90, log.texts))
    expect(await look()).toEqual(['unanchored'])
    expect(await look('--anchored-within', '1000')).toEqual(['ok'])
    expect(await look('--chain-id', '1')).toEqual(['unreachable'])
    expect(await look('--contract', `0x${'12'.repeat(20)}`)).toEqual(['unreachable'])
  })
})
