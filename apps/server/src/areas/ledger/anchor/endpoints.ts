import type { EndpointState } from '@timbermark/contract'
import type { ChainSettings } from '../../../platform/chain-settings.ts'
import { type Block, ChainNode } from './chain-node.ts'
import { JsonRpc } from './json-rpc.ts'

/** How an endpoint was when it was last asked. */
export interface EndpointHealth {
  /** Host of its address. */
  name: string
  state: EndpointState
  /** Its newest block; null without an answer. */
  block: number | null
  /** How long it took to answer, milliseconds. */
  ms: number
}

/** The endpoints at one moment. */
export interface Survey {
  health: EndpointHealth[]
  /** Those that can be asked, in the order of the setting. */
  usable: { node: ChainNode; latest: Block }[]
}

/** An endpoint that is further behind the others shows the past. */
const mostBehind = 20

/** The endpoints of the chain. */
export class Endpoints {
  readonly #chainId: number
  readonly #nodes: ChainNode[]

  constructor({ endpoints, chainId }: Pick<ChainSettings, 'endpoints' | 'chainId'>, patienceMs?: number) {
    this.#chainId = chainId
    this.#nodes = endpoints.map(address => new ChainNode(new JsonRpc(address, patienceMs)))
  }

  get count(): number {
    return this.#nodes.length
  }

  /** Asks each endpoint for its chain and its newest block. Never rejects. */
  async survey(signal?: AbortSignal): Promise<Survey> {
    const looks = await Promise.all(this.#nodes.map(node => this.#look(node, signal)))
    const highest = Math.max(0, ...looks.map(({ state, latest }) => (state === 'ok' ? (latest?.number ?? 0) : 0)))
    const states = looks.map(({ state, latest }) =>
      state === 'ok' && latest && latest.number + mostBehind < highest ? ('behind' as const) : state,
    )
    return {
      health: looks.map(({ node, latest, ms }, at) => ({
        name: node.name,
        state: states[at]!,
        block: latest?.number ?? null,
        ms,
      })),
      usable: looks.flatMap(({ node, latest }, at) => (states[at] === 'ok' && latest ? [{ node, latest }] : [])),
    }
  }

  async #look(node: ChainNode, signal: AbortSignal | undefined) {
    const begun = performance.now()
    const look = (state: EndpointState, latest?: Block) => ({
      node,
      state,
      latest,
      ms: Math.round(performance.now() - begun),
    })
    try {
      if ((await node.chainId(signal)) !== this.#chainId) return look('wrongChain')
      const latest = await node.block('latest', signal)
      return latest ? look('ok', latest) : look('down')
    } catch {
      return look('down')
    }
  }
}
