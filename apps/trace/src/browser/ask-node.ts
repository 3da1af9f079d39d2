import type { Store } from '../live.ts'
import { parseNodeAddress } from '../proof/node-address.ts'
import type { SafeStorage } from './storage.ts'

/** The whole address stays in this tab: it may hold a key. */
const storageKey = 'node'

/** What the reader can do with a node of the chain: name it, and have it asked about the anchor. */
export interface NodeQuestion {
  /** The address that was typed in this tab before; empty without one. */
  typed: () => string
  /** Asks the node about the anchor that was proven last. @returns false for an address that cannot be asked */
  onNode: (address: string) => boolean
  /** Asks the node that was named before the page was loaded for it. */
  resume: () => void
}

/**
 * The page may connect to its own site only. To ask a node it is loaded again with the node's host in its address, for which the
 * server's content policy then allows this host. Nothing is asked of a host that only the address names: the reader must have typed
 * it in this tab.
 * @param onLeave called before the page is loaded again
 */
export function createNodeQuestion(store: Store, session: SafeStorage, onLeave: () => void): NodeQuestion {
  const typed = () => session.get(storageKey) ?? ''
  const allowed = () => new URL(location.href).searchParams.get('node')

  async function ask(node: URL) {
    const log = store.get().walk?.log
    if (!log?.anchor) return
    store.set({ node: { host: node.host, outcome: null } })
    // Fetched by the few who ask.
    const { askNode } = await import('../proof/anchor-at-node.ts')
    store.set({ node: await askNode(node, { anchor: log.anchor, origin: log.origin }) })
  }

  return {
    typed,
    onNode(address) {
      const node = parseNodeAddress(address)
      if (!node) return false
      session.set(storageKey, node.href)
      if (allowed() === node.origin) void ask(node)
      else {
        onLeave()
        const here = new URL(location.href)
        here.searchParams.set('node', node.origin)
        here.hash = ''
        location.assign(here)
      }
      return true
    },
    resume() {
      const node = parseNodeAddress(typed())
      if (!node || node.origin !== allowed() || store.get().node !== null) return
      void ask(node)
      // The page is at its beginning again; the reader was at the anchor.
      requestAnimationFrame(() => document.querySelector('.ask-node')?.scrollIntoView())
    },
  }
}
