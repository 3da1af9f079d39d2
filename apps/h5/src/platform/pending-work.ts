/** Work that must finish before the page reloads itself: a draft not written yet, a picture not stored yet. */
const pendingWork = new Set<() => Promise<unknown>>()

/** Registers `work` to run and finish before the page reloads itself. Returns a function that unregisters it. */
export function finishBeforeReload(work: () => Promise<unknown>): () => void {
  pendingWork.add(work)
  return () => pendingWork.delete(work)
}

/** Runs all registered work and waits for it. A failure does not stop the reload: the browser warns about unsaved entries. */
export async function finishPendingWork(): Promise<void> {
  await Promise.all([...pendingWork].map(work => work().catch(() => {})))
}
