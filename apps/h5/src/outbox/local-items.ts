/** What the outbox of one person holds: a snapshot that pages subscribe to, and changes that run one after another. */
import { isChange, isLabelAct, isPlot, isReceipt, isReport, type LocalItem } from '../report/local-item.ts'
import type { OutboxStore } from './dependencies.ts'
import { advance, type OutboxEvent } from './state-machine.ts'

export type LocalItems = ReturnType<typeof createLocalItems>

export function createLocalItems(options: { owner: string; store: OutboxStore; announce: () => void }) {
  const { owner, store, announce } = options
  let items: readonly LocalItem[] = []
  let progress: ReadonlyMap<string, number> = new Map()
  let snapshot = takeSnapshot(items, progress, false)
  const listeners = new Set<() => void>()
  let lastChange: Promise<unknown> = Promise.resolve()

  function publish() {
    snapshot = takeSnapshot(items, progress, true)
    for (const listener of listeners) listener()
  }

  /** Reads what is stored. Called also when another tab changed something. */
  async function refresh(): Promise<void> {
    items = (await store.list(owner)).sort((a, b) => b.createdAt - a.createdAt)
    publish()
  }

  async function write<Item extends LocalItem>(item: Item): Promise<Item> {
    await store.put(item)
    await refresh()
    announce()
    return item
  }

  /** Removes an item with its attachments. */
  async function remove(key: string): Promise<void> {
    await store.remove(key)
    await refresh()
    announce()
  }

  /** @throws when the item does not exist or belongs to another person */
  async function requireItem(key: string): Promise<LocalItem> {
    const item = await store.get(key)
    if (!item || item.owner !== owner) throw new Error('There is no such report on this phone')
    return item
  }

  /** Runs one change after another: of two that read the same item at once, one would be lost. */
  function runInTurn<T>(change: () => Promise<T>): Promise<T> {
    const result = lastChange.then(change)
    lastChange = result.catch(() => {})
    return result
  }

  function applyEvent(key: string, event: OutboxEvent): Promise<LocalItem> {
    return runInTurn(async () => write(advance(await requireItem(key), event)))
  }

  /** @param share the uploaded share of the attachments, 0 to 1; null when no attempt runs */
  function setProgress(key: string, share: number | null) {
    const next = new Map(progress)
    if (share === null) next.delete(key)
    else next.set(key, share)
    progress = next
    publish()
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => snapshot,
    list: () => store.list(owner),
    refresh,
    write,
    remove,
    requireItem,
    runInTurn,
    applyEvent,
    setProgress,
  }
}

const takeSnapshot = (items: readonly LocalItem[], progress: ReadonlyMap<string, number>, loaded: boolean) => ({
  items,
  reports: items.filter(isReport),
  acts: items.filter(isLabelAct),
  changes: items.filter(isChange),
  receipts: items.filter(isReceipt),
  plots: items.filter(isPlot),
  progress,
  loaded,
})
