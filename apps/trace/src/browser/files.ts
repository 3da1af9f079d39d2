import type { PublicFile } from '@timbermark/contract/trace'
import { sha256, toHex } from '@timbermark/ledger'
import type { Store } from '../live.ts'
import type { Means, OpenedFile } from '../page/means.ts'

const patienceMs = 120_000

/** Fetches files and holds their bytes against the sealed hash. Names those that differ in the store, once each. */
export function createFiles(store: Store): Means['open'] {
  const known = new Map<string, Promise<OpenedFile>>()
  return (file, name) => {
    const key = `${file.sha256} ${file.url}`
    const opened = known.get(key) ?? openFile(file)
    known.set(key, opened)
    void opened.then(outcome => {
      // Another try may find what was out of reach.
      if (outcome === 'unavailable' || outcome === 'gone') known.delete(key)
      const { differing } = store.get()
      if (outcome === 'differs' && !differing.includes(name)) store.set({ differing: [...differing, name] })
    })
    return opened
  }
}

async function openFile({ url, type, sha256 }: PublicFile): Promise<OpenedFile> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout?.(patienceMs) })
    if (!response.ok) return response.status === 404 ? 'gone' : 'unavailable'
    const bytes = new Uint8Array(await response.arrayBuffer())
    if ((await digestOf(bytes)) !== sha256.toLowerCase()) return 'differs'
    return { address: URL.createObjectURL(new Blob([bytes], { type })) }
  } catch {
    return 'unavailable'
  }
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(crypto.subtle ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)) : sha256(bytes))
}
