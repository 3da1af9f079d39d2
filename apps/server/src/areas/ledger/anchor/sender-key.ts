import { type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type ChainSettings, readChainKey } from '../../../platform/chain-settings.ts'
import type { SignedTransaction } from './anchor-store.ts'
import { bytesOf } from './anchor-store.ts'
import type { Fees } from './fees.ts'

/** What a transaction is to do; without `to` it makes a contract. */
export interface ToSign extends Fees {
  nonce: number
  gas: bigint
  data: Hex
  to?: Hex
}

/** The key that pays for transactions. It is read from its file, and never leaves this object. */
export class SenderKey {
  readonly address: Hex
  readonly #account: ReturnType<typeof privateKeyToAccount>
  readonly #chain: Pick<ChainSettings, 'chainId' | 'fees'>

  constructor(settings: Pick<ChainSettings, 'keyFile' | 'chainId' | 'fees'>) {
    this.#account = privateKeyToAccount(readChainKey(settings.keyFile))
    this.address = this.#account.address.toLowerCase() as Hex
    this.#chain = settings
  }

  async sign({ nonce, gas, data, to, fee, tip }: ToSign): Promise<SignedTransaction> {
    const common = { chainId: this.#chain.chainId, nonce, gas, data, to, value: 0n }
    const raw =
      this.#chain.fees === 'eip1559'
        ? await this.#account.signTransaction({
            ...common,
            type: 'eip1559',
            maxFeePerGas: fee,
            maxPriorityFeePerGas: tip,
          })
        : await this.#account.signTransaction({ ...common, type: 'legacy', gasPrice: fee })
    return { hash: bytesOf(keccak256(raw)), nonce, raw: bytesOf(raw), fee, tip, gas: Number(gas) }
  }
}
