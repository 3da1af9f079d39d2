import { anchor, type AnchorFault } from '@timbermark/contract'
import { anchoringState, retryAnchor } from '@timbermark/contract/calls'
import { demoChainId } from '@timbermark/contract/demo-chain'
import { formatEther } from 'viem'
import { readingOf } from '../../../entity/read-rows.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import type { ChainSettings } from '../../../platform/chain-settings.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lagLimitSeconds, loadAnchoringState } from './anchor-alarms.ts'
import { bytesOf, hexOf } from './anchor-store.ts'
import type { EndpointHealth } from './endpoints.ts'

const yearMs = 365 * 86_400_000

const reading = readingOf(anchor, {
  table: 'chain_anchor',
  // Rows belong to no enterprise; the screen is the platform's.
  shared: true,
  joins: sql`join chain_sender s on s.id = t.sender_id`,
  columns: {
    transactionHash: sql`'0x' || encode(t.transaction, 'hex')`,
    cost: sql`trim_scale(t.cost / 1000000000000000000)::text`,
    chainId: sql`s.chain_id`,
    contract: sql`'0x' || encode(s.contract, 'hex')`,
  },
  order: sql`t.queued_at desc, t.id desc`,
})

interface SenderRow {
  id: number
  sender: Buffer
  fault: AnchorFault | null
  faultAt: Date | null
  askedAt: Date | null
  endpoints: EndpointHealth[]
}

/** The sender under these settings that was used last. */
const findSender = (db: Db, { chainId, contract }: ChainSettings) =>
  db.maybe<SenderRow>(sql`
    select id, sender, fault, fault_at as "faultAt", asked_at as "askedAt", endpoints from chain_sender
    where chain_id = ${chainId} and contract = ${bytesOf(contract)} order by asked_at desc nulls last limit 1`)

/** The other senders under these settings, the last one first. */
const loadEarlier = async (db: Db, { chainId, contract }: ChainSettings, current: number) =>
  (
    await db.query<{ sender: Buffer; heads: number; lastAt: Date | null }>(sql`
      select s.sender, count(a.id)::int as heads, max(a.block_time) as "lastAt"
      from chain_sender s left join chain_anchor a on a.sender_id = s.id and a.state = 'verified'
      where s.chain_id = ${chainId} and s.contract = ${bytesOf(contract)} and s.id <> ${current}
      group by s.id order by s.id desc limit 20`)
  ).map(row => ({ ...row, sender: hexOf(row.sender) }))

async function loadChain(db: Db, settings: ChainSettings) {
  const row = await findSender(db, settings)
  const sender = row ? hexOf(row.sender) : null
  const state = sender === null ? undefined : await loadAnchoringState(db, settings, sender)
  const cost = state?.cost ?? null
  return {
    chainId: settings.chainId,
    contract: settings.contract,
    sender,
    demonstration: settings.chainId === demoChainId,
    everyMinutes: settings.everyMs / 60_000,
    finality: String(settings.finality),
    fault: row?.fault ?? null,
    faultAt: row?.faultAt ?? null,
    askedAt: row?.askedAt ?? null,
    balance: state?.balance == null ? null : formatEther(state.balance),
    cost: cost === null ? null : formatEther(cost),
    yearCost: cost === null ? null : formatEther(cost * BigInt(Math.ceil(yearMs / settings.everyMs))),
    earlier: row ? await loadEarlier(db, settings, row.id) : [],
    lag: state?.lag ?? 0,
    lagLimit: lagLimitSeconds(settings),
    endpoints: row?.endpoints ?? [],
  }
}

/** The screen of anchors, for the platform only. It shows hosts of endpoints, never their addresses, which may hold keys. */
export const anchorRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { summary: 'Heads of the ledger on the chain, newest first' }),
  serve(anchoringState, async ({ services: { database, settings } }) => ({
    chain: settings.chain ? await database.withoutTenant(db => loadChain(db, settings.chain!)) : null,
  })),
  serve(retryAnchor, async ({ services: { database, settings } }) => {
    const { chain } = settings
    if (!chain) throw new Refusal('monitor.anchor.off')
    const wanted = await database.acrossTenants('ledger', async db => {
      const sender = await findSender(db, chain)
      if (!sender) return 0
      return db.execute(sql`
        update chain_sender s set replace = true
        where s.id = ${sender.id} and exists (select 1 from chain_anchor a where a.sender_id = s.id and a.state = 'sent')`)
    })
    if (wanted === 0) throw new Refusal('monitor.anchor.nothing')
    return null
  }),
]
