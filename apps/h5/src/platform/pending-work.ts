/** What has to end before the page may load anew by our own doing: a draft not written yet, a picture half made. */
const works = new Set<() => Promise<unknown>>()

/** Has `work` run and waited for before the page loads anew. Answers with a way to take it back. */
export function finishBeforeReload(work: () => Promise<unknown>): () => void {
  works.add(work)
  return () => works.delete(work)
}

/** When everything is finished. What fails does not keep the page from loading: the browser asks before that loses anything. */
export async function finishPendingWork(): Promise<void> {
  await Promise.all([...works].map(work => work().catch(() => {})))
}
