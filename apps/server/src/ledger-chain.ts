import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { demoChainId } from '@timbermark/contract/demo-chain'
import type { Hex } from 'viem'
import { findAnvil, startAnvil } from './areas/ledger/anchor/anvil.ts'
import { ChainNode } from './areas/ledger/anchor/chain-node.ts'
import { deployContract } from './areas/ledger/anchor/deploy.ts'
import { JsonRpc } from './areas/ledger/anchor/json-rpc.ts'
import { SenderKey } from './areas/ledger/anchor/sender-key.ts'
import { chainKeyProblems, type ChainSettings, feeKinds } from './platform/chain-settings.ts'
import { freePort } from './platform/free-port.ts'

/**
 * `npm run ledger:chain`: what an operator does once before heads of the ledger are anchored on a chain (docs/operations.md). `demo`
 * is how `npm start` runs the chain of a demonstration: as a child process it reports its settings to its parent, and ends with it.
 */
const usage = `ledger:chain key FILE    makes the sender's key in a new file, and prints the address that needs funds
ledger:chain deploy      puts the contract on the chain of the settings CHAIN_RPC_URLS, CHAIN_ID, CHAIN_KEY_FILE, CHAIN_FEES
                         and CHAIN_MAX_FEE_GWEI, and prints its address
ledger:chain demo FOLDER runs a development chain with the contract; its files are in this folder`

/** The command line is wrong, or what it needs is missing. */
class WrongCall extends Error {}

const say = (line: string) => void process.stdout.write(`${line}\n`)

function makeKey(file: string): Hex {
  if (existsSync(file)) throw new WrongCall(`${file} exists already`)
  writeFileSync(file, `0x${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  return new SenderKey({ keyFile: file, chainId: 1, fees: 'legacy' }).address
}

async function deploy(): Promise<void> {
  const { CHAIN_RPC_URLS, CHAIN_ID, CHAIN_KEY_FILE, CHAIN_FEES = 'eip1559', CHAIN_MAX_FEE_GWEI = '100' } = process.env
  const fees = feeKinds.find(kind => kind === CHAIN_FEES)
  if (!CHAIN_RPC_URLS || !CHAIN_ID || !CHAIN_KEY_FILE)
    throw new WrongCall('Set CHAIN_RPC_URLS, CHAIN_ID, CHAIN_KEY_FILE')
  if (!fees) throw new WrongCall(`CHAIN_FEES must be ${feeKinds.join(', ')}`)
  const gwei = Number(CHAIN_MAX_FEE_GWEI)
  if (!(gwei > 0)) throw new WrongCall('CHAIN_MAX_FEE_GWEI must be a number')
  const problems = chainKeyProblems(resolve(CHAIN_KEY_FILE))
  if (problems.length > 0) throw new WrongCall(problems.join('\n'))
  const address = await deployContract({
    endpoints: CHAIN_RPC_URLS.split(',').map(part => part.trim()),
    chainId: Number(CHAIN_ID),
    keyFile: resolve(CHAIN_KEY_FILE),
    fees,
    feeLimit: BigInt(Math.round(gwei * 1e6)) * 1000n,
  })
  say(`CHAIN_CONTRACT=${address}`)
}

/** Runs the development chain until the parent ends. The first transaction of its sender makes the contract, so that a lost chain has it at the same address again. */
async function demo(folder: string): Promise<void> {
  const program = findAnvil()
  if (!program) throw new WrongCall(`There is no development chain for ${process.platform} ${process.arch}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const keyFile = join(folder, 'sender.key')
  if (!existsSync(keyFile)) makeKey(keyFile)
  const args = ['--chain-id', String(demoChainId), '--state', join(folder, 'state.json'), '--state-interval', '2']
  const { address, process: child } = await startAnvil(program, await freePort(), args)
  const end = () => {
    child.once('exit', () => process.exit(0))
    // It writes its state at the end.
    child.kill('SIGTERM')
    setTimeout(() => process.exit(0), 5000).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.once('disconnect', end)
  process.on('exit', () => child.kill('SIGKILL'))
  child.once('exit', code => process.exit(code ?? 1))
  const chain = { endpoints: [address], chainId: demoChainId, keyFile, fees: 'eip1559' as const, feeLimit: 10n ** 12n }
  const contract = await contractOf(chain, join(folder, 'contract'))
  const settings = {
    CHAIN_RPC_URLS: address,
    CHAIN_ID: String(demoChainId),
    CHAIN_CONTRACT: contract,
    CHAIN_KEY_FILE: resolve(keyFile),
    CHAIN_FINALITY: '0',
  }
  if (process.send) process.send(settings)
  else for (const [name, value] of Object.entries(settings)) say(`${name}=${value}`)
}

/** The contract of an earlier run, if the chain still has it; otherwise a new one. */
async function contractOf(
  chain: Pick<ChainSettings, 'endpoints' | 'chainId' | 'keyFile' | 'fees' | 'feeLimit'>,
  file: string,
): Promise<Hex> {
  const rpc = new JsonRpc(chain.endpoints[0]!)
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (/^0x[0-9a-f]{40}$/.test(known) && (await new ChainNode(rpc).hasCode(known as Hex))) return known as Hex
  const { address } = new SenderKey(chain)
  await rpc.call('anvil_setBalance', [address, `0x${(10n ** 22n).toString(16)}`])
  const contract = await deployContract(chain, 50)
  writeFileSync(file, `${contract}\n`)
  return contract
}

async function main([command, ...args]: string[]): Promise<void> {
  const [path, ...others] = args
  if (others.length > 0) throw new WrongCall('Too many arguments')
  if (command === 'key' && path) return say(`The key is in ${path}. Its sender: ${makeKey(resolve(path))}`)
  if (command === 'deploy' && !path) return deploy()
  if (command === 'demo' && path) return demo(resolve(path))
  throw new WrongCall('Say key, deploy or demo')
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const { message } = error as Error
  console.error(error instanceof WrongCall ? `${message}\n\n${usage}` : message)
  process.exit(error instanceof WrongCall ? 2 : 1)
})
