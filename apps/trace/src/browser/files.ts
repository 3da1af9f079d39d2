import type { PublicFile } from '@timbermark/contract/trace'
import { digestFile } from '../file-digest.ts'
import type { Store } from '../live.ts'
import type { ProofLoader, OpenedFile } from '../page/page-context.ts'

const timeoutMs = 120_000

/** Creates the function that fetches files and compares them with the sealed hash. Lists the names of differing files in the store, once each. */
export function createFileOpener(store: Store): ProofLoader['openFile'] {
  const files = new Map<string, Promise<OpenedFile>>()
  return (file, name) => {
    const key = `${file.sha256} ${file.url}`
    const known = files.get(key)
    const opened = known ?? openFile(file)
    files.set(key, opened)
    void opened.then(outcome => {
      const isCompared = outcome === 'differs' || typeof outcome === 'object'
      if (!known && isCompared) store.set({ openedFiles: store.get().openedFiles + 1 })
      // A later try may succeed.
      if (outcome === 'unavailable' || outcome === 'gone') files.delete(key)
      const { differing } = store.get()
      if (outcome === 'differs' && !differing.includes(name)) store.set({ differing: [...differing, name] })
    })
    return opened
  }
}

async function openFile({ url, type, sha256 }: PublicFile): Promise<OpenedFile> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout?.(timeoutMs) })
    if (!response.ok) return response.status === 404 ? 'gone' : 'unavailable'
    const bytes = new Uint8Array(await response.arrayBuffer())
    if ((await digestFile(bytes)) !== sha256.toLowerCase()) return 'differs'
    return { address: URL.createObjectURL(new Blob([bytes], { type })) }
  } catch {
    return 'unavailable'
  }
}
