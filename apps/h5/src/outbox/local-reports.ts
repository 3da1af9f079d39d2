/** The reports of one person on this phone: a snapshot that pages subscribe to, and changes that run one after another. */
import type { LocalReport } from '../report/report.ts'
import type { OutboxStore } from './dependencies.ts'
import { advance, type OutboxEvent } from './state-machine.ts'

export type LocalReports = ReturnType<typeof createLocalReports>

export function createLocalReports(options: { owner: string; store: OutboxStore; announce: () => void }) {
  const { owner, store, announce } = options
  let reports: readonly LocalReport[] = []
  let progress: ReadonlyMap<string, number> = new Map()
  let snapshot = { reports, progress, loaded: false }
  const listeners = new Set<() => void>()
  let lastChange: Promise<unknown> = Promise.resolve()

  function publish() {
    snapshot = { reports, progress, loaded: true }
    for (const listener of listeners) listener()
  }

  /** Reads what is stored. Called also when another tab changed something. */
  async function refresh(): Promise<void> {
    reports = (await store.list(owner)).sort((a, b) => b.createdAt - a.createdAt)
    publish()
  }

  async function write(report: LocalReport): Promise<LocalReport> {
    await store.put(report)
    await refresh()
    announce()
    return report
  }

  /** Removes a report with its attachments. */
  async function remove(key: string): Promise<void> {
    await store.remove(key)
    await refresh()
    announce()
  }

  /** @throws when the report does not exist or belongs to another person */
  async function requireReport(key: string): Promise<LocalReport> {
    const report = await store.get(key)
    if (!report || report.owner !== owner) throw new Error('There is no such report on this phone')
    return report
  }

  /** Runs one change after another: of two that read the same report at once, one would be lost. */
  function runInTurn<T>(change: () => Promise<T>): Promise<T> {
    const result = lastChange.then(change)
    lastChange = result.catch(() => {})
    return result
  }

  function applyEvent(key: string, event: OutboxEvent): Promise<LocalReport> {
    return runInTurn(async () => write(advance(await requireReport(key), event)))
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
    requireReport,
    runInTurn,
    applyEvent,
    setProgress,
  }
}
