import { randomUUID } from 'node:crypto'
import type { AnchorFault } from '@timbermark/contract'
import { toHex } from '@timbermark/ledger'
import type { Hex } from 'viem'
import type { ChainSettings } from '../../../platform/chain-settings.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { type NewestAnchor, anchoredEvents, anchoredTopics, encodeRecord } from './anchor-contract.ts'
import * as store from './anchor-store.ts'
import type { Anchor } from './anchor-store.ts'
import { type Block, type ChainNode, ContractWrong } from './chain-node.ts'
import { confirmAnchor, eventOf, isSameHead, recordedHead, type Series } from './confirm.ts'
import { Endpoints, type Survey } from './endpoints.ts'
import { currentFees, type Fees, raisedFees } from './fees.ts'
import { findHeadToAnchor, rootAt } from './heads.ts'
import { EndpointFailed, RpcRefused } from './json-rpc.ts'
import { SenderKey } from './sender-key.ts'

/** A transaction that is in no block for so long is replaced by one with a higher fee, seconds. */
const stuckSeconds = 180
/** A contract that asks for more gas than this is not ours: ours needs about 100,000. */
const mostGas = 500_000n

/** Anchoring cannot go on now. */
export class AnchoringStopped extends Error {
  readonly fault: AnchorFault

  constructor(fault: AnchorFault, message: string) {
    super(message)
    this.fault = fault
  }
}

export type AnchoringServices = Pick<Services, 'database' | 'settings' | 'secrets'>

/** Points between what is stored and what is sent; tests end the process there. */
export type AnchoringPoint = 'queued' | 'beforeSign' | 'signed' | 'handedOver' | 'sent' | 'mined' | 'final' | 'verified'

export interface AnchoringOptions {
  stuckAfter?: number
  patienceMs?: number
  atPoint?: (point: AnchoringPoint) => void
}

/** One look at the chain. */
interface Look {
  node: ChainNode
  latest: Block
  survey: Survey
}

/**
 * Brings heads of the log into the contract, one after the other: each step reads the chain, then makes one transition of one row.
 * Nothing is remembered between steps, so that a process may end anywhere and another goes on. What must happen once is decided
 * by the database (one anchor on its way, transitions from the state that was read) and by the contract (sizes grow).
 */
export class Anchoring {
  readonly chain: ChainSettings
  readonly #services: AnchoringServices
  readonly #key: SenderKey
  readonly #endpoints: Endpoints
  readonly #holder = randomUUID()
  readonly #stuckAfter: number
  readonly #atPoint: (point: AnchoringPoint) => void
  #senderId: number | undefined

  constructor(services: AnchoringServices, chain: ChainSettings, options: AnchoringOptions = {}) {
    this.#services = services
    this.chain = chain
    this.#key = new SenderKey(chain)
    this.#endpoints = new Endpoints(chain, options.patienceMs)
    this.#stuckAfter = options.stuckAfter ?? stuckSeconds
    this.#atPoint = options.atPoint ?? (() => {})
  }

  get sender(): Hex {
    return this.#key.address
  }

  /** Goes on as far as the chain allows now. @throws AnchoringStopped @returns whether an anchor is still on its way */
  async run(signal?: AbortSignal): Promise<boolean> {
    for (let steps = 0; steps < 20; steps++) if (!(await this.step(signal))) break
    return (await this.#findOpen()) !== undefined
  }

  /** Ends this process's hold on the work. */
  async release(): Promise<void> {
    const id = this.#senderId
    if (id !== undefined) await this.#write(db => store.releaseWork(db, id, this.#holder))
  }

  /**
   * One transition. Whatever stops it is noted for the operator.
   * @returns whether it changed anything
   * @throws AnchoringStopped
   */
  async step(signal?: AbortSignal): Promise<boolean> {
    const senderId = await this.#id()
    const held = await this.#write(db => store.holdWork(db, senderId, this.#holder))
    if (!held) return false
    const open = await this.#findOpen()
    const head = open ? undefined : await this.#write(db => findHeadToAnchor(db, this.#services, senderId, this.chain))
    if (!open && !head) return false
    try {
      const look = await this.#look(senderId, signal)
      const changed = open
        ? await this.#advance(open, look, held.replace, signal)
        : await this.#begin(head!, look, signal)
      await this.#write(db => store.noteFault(db, senderId, null))
      return changed
    } catch (error) {
      if (signal?.aborted) throw error
      const stopped = explain(error)
      if (!stopped) throw error
      await this.#write(db => store.noteFault(db, senderId, stopped.fault))
      throw stopped
    }
  }

  /** Asks all endpoints. @throws AnchoringStopped when none can be used */
  async #look(senderId: number, signal: AbortSignal | undefined): Promise<Look> {
    const survey = await this.#endpoints.survey(signal)
    await this.#write(db => store.noteSeen(db, senderId, { endpoints: survey.health }))
    const [first] = survey.usable
    if (!first) {
      const isWrong = survey.health.some(({ state }) => state === 'wrongChain')
      throw isWrong
        ? new AnchoringStopped('wrongChain', `the endpoints are not of chain ${this.chain.chainId}`)
        : new AnchoringStopped('endpointsDown', 'no endpoint of the chain answers')
    }
    const { node, latest } = first
    const [nonce, balance] = await Promise.all([node.nonce(this.sender, signal), node.balance(this.sender, signal)])
    await this.#write(db => store.noteSeen(db, senderId, { block: latest.number, nonce, balance }))
    return { node, latest, survey }
  }

  /** Compares the contract with the log and queues the head. */
  async #begin(head: store.HeadToAnchor, look: Look, signal: AbortSignal | undefined): Promise<boolean> {
    const senderId = await this.#id()
    await this.#checkOtherSenders(head, look, signal)
    const newest = await this.#newest(head.origin, look, signal)
    const last = await this.#write(db => store.findLastVerified(db, senderId, head.origin))
    if (last && newest.size < last.size) {
      // The chain has lost what counted as final. The same bytes are sent again.
      return this.#write(db => store.noteReorganized(db, last))
    }
    if (newest.size > (last?.size ?? 0)) {
      await this.#checkHistory(newest, head)
      // An earlier run recorded it, and the database was restored since.
      const { size, root, indexRoot, time } = newest
      const forgotten = { origin: head.origin, size, root: store.bytesOf(root), indexRoot: store.bytesOf(indexRoot) }
      await this.#write(db => store.queueAnchor(db, senderId, { ...forgotten, time: new Date(time * 1000) }))
      const open = await this.#findOpen()
      return open ? this.#settle(open, newest, look, signal) : false
    }
    if (last && newest.size === last.size) await this.#checkHistory(newest, head)
    if (head.size <= newest.size) return false
    await this.#write(db => store.queueAnchor(db, senderId, head))
    this.#atPoint('queued')
    return true
  }

  async #advance(anchor: Anchor, look: Look, replace: boolean, signal: AbortSignal | undefined): Promise<boolean> {
    switch (anchor.state) {
      case 'queued':
        return this.#sign(anchor, look, signal)
      case 'signed':
        return this.#send(anchor, look, signal)
      case 'sent':
        return this.#find(anchor, look, replace, signal)
      case 'mined':
        return this.#finalize(anchor, look, signal)
      case 'final':
        return this.#verify(anchor, look, signal)
      default:
        return false
    }
  }

  async #sign(anchor: Anchor, look: Look, signal: AbortSignal | undefined): Promise<boolean> {
    const newest = await this.#newest(anchor.origin, look, signal)
    if (newest.size >= anchor.size) return this.#settle(anchor, newest, look, signal)
    const signed = await this.#makeTransaction(anchor, look, signal)
    this.#atPoint('beforeSign')
    const stored = await this.#write(db => store.noteSigned(db, anchor, signed))
    this.#atPoint('signed')
    return stored
  }

  async #makeTransaction({ origin, ...anchor }: Anchor, { node, latest }: Look, signal: AbortSignal | undefined) {
    const data = encodeRecord(origin, recordedHead({ origin, ...anchor }))
    const to = this.chain.contract
    const [nonce, balance] = await Promise.all([node.nonce(this.sender, signal), node.balance(this.sender, signal)])
    const estimate = await node.estimateGas({ from: this.sender, to, data }, signal)
    const gas = (estimate * 5n) / 4n
    if (gas > mostGas) throw new AnchoringStopped('wrongContract', `the contract asks for ${estimate} units of gas`)
    const fees = await currentFees(node, latest, this.chain, signal)
    if (!fees) throw new AnchoringStopped('feeLimit', 'the chain asks for more than the limit of fees')
    assertFunds(balance, gas, fees)
    return this.#key.sign({ nonce, gas, data, to, ...fees })
  }

  async #send(anchor: Anchor, look: Look, signal: AbortSignal | undefined): Promise<boolean> {
    const attempt = (await this.#attempts(anchor)).find(({ nonce }) => nonce === anchor.nonce)
    if (!attempt) return this.#write(db => store.noteReleased(db, anchor))
    await this.#handOver(attempt, look, signal)
    await this.#write(db => store.noteSent(db, anchor, attempt.hash))
    this.#atPoint('sent')
    return true
  }

  /** Gives signed bytes to every endpoint. @throws AnchoringStopped when none takes them */
  async #handOver({ raw }: Pick<store.Attempt, 'raw'>, { survey }: Look, signal: AbortSignal | undefined) {
    const outcomes = await Promise.all(
      survey.usable.map(({ node }) =>
        node.send(store.hexOf(raw), signal).then(
          () => undefined,
          (error: unknown) => error as Error,
        ),
      ),
    )
    this.#atPoint('handedOver')
    // What is known already, or in a block already, was taken before: the next look says which.
    const isTaken = outcomes.some(error => !error || /already|known|nonce (is )?too low|nonce has/i.test(error.message))
    if (isTaken) return
    const texts = outcomes.map(error => error?.message).join('; ')
    if (/insufficient (funds|balance)/i.test(texts)) throw new AnchoringStopped('funds', texts)
    if (outcomes.every(error => error instanceof EndpointFailed)) throw outcomes[0]
    throw new AnchoringStopped('refused', texts)
  }

  /** Looks for the transaction in the blocks. */
  async #find(anchor: Anchor, look: Look, replace: boolean, signal: AbortSignal | undefined): Promise<boolean> {
    const { node } = look
    // The number first: a transaction that enters a block in between is found.
    const nonce = await node.nonce(this.sender, signal)
    const attempts = await this.#attempts(anchor)
    const series = this.#series(anchor.origin)
    for (const { hash } of attempts) {
      const receipt = await node.receipt(store.hexOf(hash), signal)
      if (!receipt) continue
      const block = await node.block(receipt.blockNumber, signal)
      // A receipt may outlive its block.
      if (block?.hash !== receipt.blockHash) continue
      if (receipt.status !== 1n) return this.#settleReverted(anchor, look, signal)
      if (!eventOf(receipt, recordedHead(anchor), series))
        throw new AnchoringStopped('disagreement', `the receipt of ${receipt.transactionHash} does not name the head`)
      const place = placeOf(receipt, block)
      const senderId = await this.#id()
      const isMined = await this.#write(async db => {
        await store.noteReplaced(db, senderId)
        return store.noteMined(db, anchor, 'mine', place)
      })
      this.#atPoint('mined')
      return isMined
    }
    const newest = attempts.find(attempt => attempt.nonce === anchor.nonce)
    if (!newest || nonce !== newest.nonce) {
      // Its number is used, or one before it is missing: these bytes will not be in a block.
      const recorded = await this.#newest(anchor.origin, look, signal)
      if (recorded.size >= anchor.size) return this.#settle(anchor, recorded, look, signal)
      return this.#write(db => store.noteReleased(db, anchor))
    }
    if (replace || newest.age > this.#stuckAfter) return this.#replace(anchor, newest, look, signal)
    if (!(await node.knows(store.hexOf(newest.hash), signal))) await this.#handOver(newest, look, signal)
    return false
  }

  /** Signs the same with a higher fee, within the limit; at the limit the same bytes are sent again. */
  async #replace(anchor: Anchor, last: store.Attempt, look: Look, signal: AbortSignal | undefined): Promise<boolean> {
    const senderId = await this.#id()
    const now = (await currentFees(look.node, look.latest, this.chain, signal)) ?? last
    const fees = this.chain.fees === 'zero' ? undefined : raisedFees(last, now, this.chain.feeLimit)
    if (!fees) {
      await this.#handOver(last, look, signal)
      if (this.chain.fees === 'zero') return false
      throw new AnchoringStopped('feeLimit', 'a transaction waits, and the limit of fees allows no higher one')
    }
    const balance = await look.node.balance(this.sender, signal)
    try {
      assertFunds(balance, BigInt(last.gas), fees)
    } catch (error) {
      // The first one may still be taken.
      await this.#handOver(last, look, signal).catch(() => {})
      throw error
    }
    const data = encodeRecord(anchor.origin, recordedHead(anchor))
    const { nonce } = last
    const signed = await this.#key.sign({ nonce, gas: BigInt(last.gas), data, to: this.chain.contract, ...fees })
    const stored = await this.#write(async db => {
      await store.noteReplaced(db, senderId)
      return store.noteReplacement(db, anchor, signed)
    })
    if (!stored) return false
    await this.#handOver(signed, look, signal)
    await this.#write(db => store.noteSent(db, anchor, signed.hash))
    return false
  }

  async #settleReverted(anchor: Anchor, look: Look, signal: AbortSignal | undefined): Promise<boolean> {
    const newest = await this.#newest(anchor.origin, look, signal)
    if (newest.size >= anchor.size) return this.#settle(anchor, newest, look, signal)
    await this.#write(db => store.noteReleased(db, anchor))
    throw new AnchoringStopped('reverted', 'the contract refused the transaction')
  }

  /** The contract has this head, or a later one, by another transaction than ours. */
  async #settle(
    anchor: Anchor,
    newest: NewestAnchor,
    { node }: Look,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    if (newest.size > anchor.size) return this.#write(db => store.noteOvertaken(db, anchor))
    if (!isSameHead(newest, recordedHead(anchor)))
      throw new AnchoringStopped('fork', `the contract has another head of ${newest.size} entries`)
    const series = this.#series(anchor.origin)
    const events = await node.events(
      this.chain.contract,
      newest.recordedIn,
      anchoredTopics(this.sender, anchor.origin),
      signal,
    )
    const event = events.find(line => anchoredEvents([line], series).some(({ size }) => size === anchor.size))
    const [receipt, block] = await Promise.all([
      event && node.receipt(event.transactionHash, signal),
      node.block(newest.recordedIn, signal),
    ])
    if (!receipt || receipt.blockHash !== block?.hash)
      throw new AnchoringStopped(
        'disagreement',
        `block ${newest.recordedIn} does not hold the head that the contract has`,
      )
    return this.#write(db => store.noteMined(db, anchor, 'adopt', placeOf(receipt, block)))
  }

  async #finalize(anchor: Anchor, { node, latest }: Look, signal: AbortSignal | undefined): Promise<boolean> {
    const block = anchor.block!
    if ((await node.block(block, signal))?.hash !== store.hexOf(anchor.blockHash!))
      return this.#write(db => store.noteReorganized(db, anchor))
    const { finality } = this.chain
    const upTo = finality === 'finalized' ? (await node.block(finality, signal))?.number : latest.number - finality
    if (upTo === undefined || upTo < block) return false
    const isFinal = await this.#write(db => store.noteFinal(db, anchor))
    this.#atPoint('final')
    return isFinal
  }

  /** Reads it back, from a second endpoint too. */
  async #verify(anchor: Anchor, { survey }: Look, signal: AbortSignal | undefined): Promise<boolean> {
    const { transaction, block, blockHash } = anchor
    if (!transaction || block === null || !blockHash) return false
    const series = this.#series(anchor.origin)
    const replies = await Promise.all(
      survey.usable.map(({ node }) =>
        confirmAnchor(node, { ...anchor, transaction, block, blockHash }, series, signal).catch((error: unknown) => {
          if (error instanceof EndpointFailed || error instanceof RpcRefused) return 'silent' as const
          if (error instanceof ContractWrong) return 'contradicts' as const
          throw error
        }),
      ),
    )
    const answers = replies.filter(answer => answer !== 'silent')
    if (answers.length > 0 && answers.every(answer => answer === 'gone'))
      return this.#write(db => store.noteReorganized(db, anchor))
    if (answers.some(answer => answer !== 'confirmed'))
      throw new AnchoringStopped('disagreement', 'the endpoints do not agree about the anchor')
    const needed = Math.min(2, this.#endpoints.count)
    if (answers.length < needed) throw new AnchoringStopped('unconfirmed', 'no second endpoint confirms the anchor')
    const senderId = await this.#id()
    const verified = await this.#write(async db => {
      const isVerified = await store.noteVerified(db, anchor)
      if (isVerified) await store.retireOthers(db, senderId, anchor)
      return isVerified
    })
    this.#atPoint('verified')
    return verified
  }

  /** A new sender must not begin another history than the ones before it recorded. @throws AnchoringStopped */
  async #checkOtherSenders(head: store.HeadToAnchor, look: Look, signal: AbortSignal | undefined): Promise<void> {
    const senderId = await this.#id()
    for (const sender of await this.#write(db => store.loadOtherSenders(db, senderId))) {
      const newest = await this.#newest(head.origin, look, signal, sender)
      if (newest.size > 0) await this.#checkHistory(newest, head)
    }
  }

  /** The newest head that the contract has. @throws AnchoringStopped when our contract is not there */
  async #newest(
    origin: string,
    { node }: Look,
    signal: AbortSignal | undefined,
    sender = this.sender,
  ): Promise<NewestAnchor> {
    try {
      return await node.newestAnchor(this.chain.contract, sender, origin, signal)
    } catch (error) {
      if (!(error instanceof ContractWrong) && !(error instanceof RpcRefused)) throw error
      if (!(await node.hasCode(this.chain.contract, signal)))
        throw new AnchoringStopped('noContract', `there is no contract at ${this.chain.contract}`)
      throw new AnchoringStopped('wrongContract', error.message)
    }
  }

  /** The log must extend what the contract has. @throws AnchoringStopped */
  async #checkHistory({ size, root }: NewestAnchor, head: store.HeadToAnchor): Promise<void> {
    if (size > head.size)
      throw new AnchoringStopped('ahead', `the contract has a head of ${size} entries, the log has ${head.size}`)
    const rootOfLog = size === head.size ? head.root : await this.#write(db => rootAt(db, size))
    if (`0x${toHex(rootOfLog)}` !== root)
      throw new AnchoringStopped('fork', `the contract has another head of ${size} entries than the log`)
  }

  #series(origin: string): Series {
    return { contract: this.chain.contract, sender: this.sender, origin }
  }

  #attempts = ({ id }: Anchor) => this.#write(db => store.loadAttempts(db, id))

  async #findOpen(): Promise<Anchor | undefined> {
    const id = await this.#id()
    return this.#write(db => store.findOpenAnchor(db, id))
  }

  async #id(): Promise<number> {
    this.#senderId ??= await this.#write(db => store.ensureSender(db, this.chain, this.sender))
    return this.#senderId
  }

  /** A short transaction: nothing is asked of the chain in it. */
  #write<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#services.database.acrossTenants('ledger', work)
  }
}

/** @throws AnchoringStopped */
function assertFunds(balance: bigint, gas: bigint, { fee }: Fees): void {
  if (balance < gas * fee)
    throw new AnchoringStopped('funds', `the sender has ${balance} and needs ${gas * fee} for a transaction`)
}

function placeOf(receipt: { transactionHash: Hex; gasUsed: bigint; effectiveGasPrice?: bigint | null }, block: Block) {
  const price = receipt.effectiveGasPrice
  return {
    transaction: receipt.transactionHash,
    block: block.number,
    blockHash: block.hash,
    blockTime: new Date(block.timestamp * 1000),
    cost: price == null ? null : price * receipt.gasUsed,
  }
}

/** Why it stopped, if it is about the chain; undefined for anything else, such as the database. */
function explain(error: unknown): AnchoringStopped | undefined {
  if (error instanceof AnchoringStopped) return error
  if (error instanceof EndpointFailed) return new AnchoringStopped('endpointsDown', error.message)
  if (error instanceof ContractWrong) return new AnchoringStopped('wrongContract', error.message)
  if (error instanceof RpcRefused) return new AnchoringStopped('refused', error.message)
  return undefined
}
