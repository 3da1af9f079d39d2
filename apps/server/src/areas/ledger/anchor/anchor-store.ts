import type { AnchorFault, AnchorState, AnchorVerb } from '@timbermark/contract'
import { anchorStates, nextState } from '@timbermark/contract'
import type { Hex } from 'viem'
import type { ChainSettings } from '../../../platform/chain-settings.ts'
import type { Db } from '../../../platform/database/database.ts'
import { empty, type Sql, sql } from '../../../platform/database/sql.ts'
import type { EndpointHealth } from './endpoints.ts'

/** How long a process holds the work without a sign of life, seconds. */
export const holdSeconds = 120

/** An anchor on its way, or one that arrived. */
export interface Anchor {
  id: number
  origin: string
  size: number
  root: Buffer
  indexRoot: Buffer
  headTime: Date
  state: AnchorState
  nonce: number | null
  transaction: Buffer | null
  block: number | null
  blockHash: Buffer | null
  blockTime: Date | null
}

/** A signed transaction. */
export interface Attempt {
  hash: Buffer
  nonce: number
  raw: Buffer
  fee: bigint
  tip: bigint
  gas: number
  /** How long ago it was signed, seconds. */
  age: number
}

/** A head that is to be recorded. */
export interface HeadToAnchor {
  origin: string
  size: number
  root: Uint8Array
  indexRoot: Uint8Array
  time: Date
}

/** Where an anchor is on the chain. */
export interface Place {
  transaction: Hex
  block: number
  blockHash: Hex
  blockTime: Date
  /** In the smallest unit; null when not known. */
  cost: bigint | null
}

const columns = sql`id, origin, size, root, index_root as "indexRoot", head_time as "headTime", state, nonce,
  transaction, block, block_hash as "blockHash", block_time as "blockTime"`

/** Address or hash as stored. */
export const bytesOf = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex')
export const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

/** The row of the sender under these settings; made when it is new. */
export async function ensureSender(db: Db, { chainId, contract }: ChainSettings, sender: Hex): Promise<number> {
  await db.execute(sql`
    insert into chain_sender (chain_id, contract, sender) values (${chainId}, ${bytesOf(contract)}, ${bytesOf(sender)})
    on conflict (chain_id, contract, sender) do nothing`)
  const { id } = await db.one<{ id: number }>(sql`
    select id from chain_sender
    where chain_id = ${chainId} and contract = ${bytesOf(contract)} and sender = ${bytesOf(sender)}`)
  return id
}

/** Takes or extends the work for this process. @returns whether a stuck transaction is to be replaced; undefined while another process has the work */
export async function holdWork(db: Db, senderId: number, holder: string): Promise<{ replace: boolean } | undefined> {
  return db.maybe<{ replace: boolean }>(sql`
    update chain_sender set held_by = ${holder}, held_until = now() + make_interval(secs => ${holdSeconds})
    where id = ${senderId} and (held_by is null or held_by = ${holder} or held_until < now())
    returning replace`)
}

/** Gives the work to the process that asks next. */
export async function releaseWork(db: Db, senderId: number, holder: string): Promise<void> {
  await db.execute(
    sql`update chain_sender set held_by = null, held_until = null where id = ${senderId} and held_by = ${holder}`,
  )
}

/** What was seen of the chain and the sender; what is left out stays as it is. */
export interface Seen {
  endpoints?: EndpointHealth[]
  block?: number
  nonce?: number
  balance?: bigint
}

export async function noteSeen(db: Db, senderId: number, { endpoints, block, nonce, balance }: Seen): Promise<void> {
  await db.execute(sql`
    update chain_sender set asked_at = now(),
      endpoints = coalesce(${endpoints ? JSON.stringify(endpoints) : null}::jsonb, endpoints),
      block = coalesce(${block ?? null}, block), nonce = coalesce(${nonce ?? null}, nonce),
      balance = coalesce(${balance === undefined ? null : String(balance)}::numeric, balance)
    where id = ${senderId}`)
}

/** Notes why it does not go on, or that it does. The moment of an unchanged fault stays. */
export async function noteFault(db: Db, senderId: number, fault: AnchorFault | null): Promise<void> {
  await db.execute(sql`
    update chain_sender set fault = ${fault}, fault_at = case when ${fault}::text is null then null else now() end
    where id = ${senderId} and fault is distinct from ${fault}`)
}

/** Forgets the wish to replace a stuck transaction. */
export async function noteReplaced(db: Db, senderId: number): Promise<void> {
  await db.execute(sql`update chain_sender set replace = false where id = ${senderId} and replace`)
}

/** The anchor that is on its way. */
export function findOpenAnchor(db: Db, senderId: number): Promise<Anchor | undefined> {
  return db.maybe<Anchor>(sql`
    select ${columns} from chain_anchor where sender_id = ${senderId} and state not in ('verified', 'overtaken')`)
}

/** The largest verified anchor of a log. */
export function findLastVerified(db: Db, senderId: number, origin: string): Promise<Anchor | undefined> {
  return db.maybe<Anchor>(sql`
    select ${columns} from chain_anchor
    where sender_id = ${senderId} and origin = ${origin} and state = 'verified' order by size desc limit 1`)
}

/** Seconds since the last anchor was queued; undefined without any. */
export async function secondsSinceQueued(db: Db, senderId: number, origin: string): Promise<number | undefined> {
  const row = await db.maybe<{ age: number | null }>(sql`
    select extract(epoch from now() - max(queued_at))::float8 as age from chain_anchor
    where sender_id = ${senderId} and origin = ${origin}`)
  return row?.age ?? undefined
}

/** Queues a head; does nothing for one that was queued before, or while another anchor is on its way. */
export async function queueAnchor(db: Db, senderId: number, head: HeadToAnchor): Promise<void> {
  await db.execute(sql`
    insert into chain_anchor (sender_id, origin, size, root, index_root, head_time)
    values (${senderId}, ${head.origin}, ${head.size}, ${Buffer.from(head.root)}, ${Buffer.from(head.indexRoot)}, ${head.time})
    on conflict do nothing`)
}

/**
 * Makes a transition, if the anchor is still in the state that was read: another process may have made it.
 * @returns whether it was made
 */
async function move(db: Db, { id, state }: Pick<Anchor, 'id' | 'state'>, verb: AnchorVerb, set: Sql): Promise<boolean> {
  const to = nextState(anchorStates, verb, state)
  if (!to) throw new Error(`an anchor that is ${state} cannot ${verb}`)
  return (
    (await db.execute(sql`update chain_anchor set state = ${to} ${set} where id = ${id} and state = ${state}`)) === 1
  )
}

export type SignedTransaction = Omit<Attempt, 'age'>

async function storeAttempt(db: Db, anchorId: number, attempt: SignedTransaction): Promise<void> {
  const { hash, nonce, raw, fee, tip, gas } = attempt
  await db.execute(sql`
    insert into chain_attempt (hash, anchor_id, nonce, raw, fee, tip, gas)
    values (${hash}, ${anchorId}, ${nonce}, ${raw}, ${String(fee)}, ${String(tip)}, ${gas}) on conflict (hash) do nothing`)
}

/** Stores the signed bytes with the state, before they are sent. */
export async function noteSigned(db: Db, anchor: Anchor, attempt: SignedTransaction): Promise<boolean> {
  const { nonce } = attempt
  if (!(await move(db, anchor, 'sign', sql`, nonce = ${nonce}`))) return false
  await storeAttempt(db, anchor.id, attempt)
  return true
}

/** Stores a replacement of a transaction that waits. @returns whether the anchor still waits for it */
export async function noteReplacement(db: Db, { id }: Anchor, attempt: SignedTransaction): Promise<boolean> {
  const waiting = await db.maybe(sql`
    select 1 from chain_anchor where id = ${id} and state = 'sent' and nonce = ${attempt.nonce} for update`)
  if (!waiting) return false
  await storeAttempt(db, id, attempt)
  return true
}

/** Of one number, the one with the highest fee first. */
export async function loadAttempts(db: Db, anchorId: number): Promise<Attempt[]> {
  const rows = await db.query<Omit<Attempt, 'fee' | 'tip'> & { fee: string; tip: string }>(sql`
    select hash, nonce, raw, fee::text, tip::text, gas, extract(epoch from now() - signed_at)::float8 as age
    from chain_attempt where anchor_id = ${anchorId} order by nonce desc, fee desc, tip desc`)
  return rows.map(row => ({ ...row, fee: BigInt(row.fee), tip: BigInt(row.tip) }))
}

export async function noteSent(db: Db, anchor: Anchor, hash: Buffer): Promise<void> {
  await db.execute(sql`update chain_attempt set sent_at = now() where hash = ${hash} and sent_at is null`)
  if (anchor.state === 'signed') await move(db, anchor, 'send', sql`, sent_at = now()`)
}

export function noteMined(db: Db, anchor: Anchor, verb: 'mine' | 'adopt', place: Place): Promise<boolean> {
  const cost = place.cost === null ? null : String(place.cost)
  const { block, blockTime } = place
  return move(
    db,
    anchor,
    verb,
    sql`, transaction = ${bytesOf(place.transaction)}, block = ${block}, block_hash = ${bytesOf(place.blockHash)},
      block_time = ${blockTime}, cost = ${cost}::numeric`,
  )
}

/** Its block is gone: it waits again. */
export const noteReorganized = (db: Db, anchor: Anchor) =>
  move(
    db,
    anchor,
    'reorganize',
    sql`, transaction = null, block = null, block_hash = null, block_time = null, cost = null, verified_at = null`,
  )

const sameContract = (senderId: number) => sql`
  select o.id from chain_sender o join chain_sender s on s.chain_id = o.chain_id and s.contract = o.contract
  where s.id = ${senderId} and o.id <> s.id`

/** Addresses of the senders before this one, which recorded heads in the same contract. */
export async function loadOtherSenders(db: Db, senderId: number): Promise<Hex[]> {
  const rows = await db.query<{ sender: Buffer }>(
    sql`select sender from chain_sender where id in (${sameContract(senderId)}) order by id`,
  )
  return rows.map(({ sender }) => hexOf(sender))
}

/** Ends what other senders of the same contract have on the way: this sender has recorded as much. */
export async function retireOthers(db: Db, senderId: number, { origin, size }: Anchor): Promise<void> {
  const { from, to } = anchorStates.transitions.find(({ verb }) => verb === 'retire')!
  await db.execute(sql`
    update chain_anchor set state = ${to}, transaction = null, block = null, block_hash = null, block_time = null, cost = null
    where sender_id in (${sameContract(senderId)}) and origin = ${origin} and size <= ${size} and state = any(${[...from]})`)
}

export const noteFinal = (db: Db, anchor: Anchor) => move(db, anchor, 'finalize', empty)
export const noteVerified = (db: Db, anchor: Anchor) => move(db, anchor, 'verify', sql`, verified_at = now()`)
export const noteReleased = (db: Db, anchor: Anchor) => move(db, anchor, 'release', sql`, nonce = null`)
export const noteOvertaken = (db: Db, anchor: Anchor) => move(db, anchor, 'overtake', empty)
