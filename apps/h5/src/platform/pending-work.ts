/** Work that must finish before the page reloads itself or reads a draft again: a draft or a picture not stored yet. */
const pendingWork = new Set<() => Promise<unknown>>()

/** Registers `work` to run and finish when `finishPendingWork` is called. Returns a function that unregisters it. */
export function registerPendingWork(work: () => Promise<unknown>): () => void {
  pendingWork.add(work)
  return () => pendingWork.delete(work)
}

/** Runs all registered work and waits for it. A failure does not stop a reload: the browser warns about unsaved entries. */
export async function finishPendingWork(): Promise<void> {
  await Promise.all([...pendingWork].map(work => work().catch(() => {})))
}
