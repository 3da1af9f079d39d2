import { getContractAddress, type Hex } from 'viem'
import type { ChainSettings } from '../../../platform/chain-settings.ts'
import artifact from './contract/artifact.json' with { type: 'json' }
import { hexOf } from './anchor-store.ts'
import { ChainNode } from './chain-node.ts'
import { currentFees } from './fees.ts'
import { JsonRpc } from './json-rpc.ts'
import { SenderKey } from './sender-key.ts'

/** How long a new contract is waited for, milliseconds. */
const waitMs = 300_000

/**
 * Puts the contract on a chain, paid by the key in the file, and waits until it is there.
 * @returns its address
 * @throws Error in words for the operator
 */
export async function deployContract(
  chain: Pick<ChainSettings, 'endpoints' | 'chainId' | 'keyFile' | 'fees' | 'feeLimit'>,
  pauseMs = 1000,
): Promise<Hex> {
  const node = new ChainNode(new JsonRpc(chain.endpoints[0]!))
  const chainId = await node.chainId()
  if (chainId !== chain.chainId) throw new Error(`${node.name} is of chain ${chainId}, not ${chain.chainId}`)
  const key = new SenderKey(chain)
  const latest = await node.block('latest')
  const fees = latest && (await currentFees(node, latest, chain))
  if (!fees) throw new Error('the chain asks for more than CHAIN_MAX_FEE_GWEI')
  const data = artifact.bytecode as Hex
  const nonce = await node.nonce(key.address)
  const gas = ((await node.estimateGas({ from: key.address, data })) * 5n) / 4n
  const signed = await key.sign({ nonce, gas, data, ...fees })
  await node.send(hexOf(signed.raw))
  const address = getContractAddress({ from: key.address, nonce: BigInt(nonce) }).toLowerCase() as Hex
  const until = performance.now() + waitMs
  while (performance.now() < until) {
    const receipt = await node.receipt(hexOf(signed.hash))
    if (receipt?.status === 1n && (await node.hasCode(address))) return address
    if (receipt && receipt.status !== 1n) throw new Error(`the chain refused the contract, ${hexOf(signed.hash)}`)
    await new Promise(done => setTimeout(done, pauseMs))
  }
  throw new Error(`the contract is in no block yet; look for the transaction ${hexOf(signed.hash)}`)
}
