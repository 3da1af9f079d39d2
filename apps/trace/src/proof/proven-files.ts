import type { SealedFile } from '@timbermark/contract/trace'

/**
 * Bytes that were sealed by their hash. `paper` is a paper as its enterprise handed it in, `copy` what buyers may open of it.
 */
export interface ProvenFile {
  kind: 'picture' | 'video' | 'file' | 'paper' | 'copy'
  name: string
  /** SHA-256, hexadecimal. */
  sha256: string
}

/** Files of a paper: the originals, and the copies that buyers may open. */
export function filesOfPaper({
  name,
  files,
  copies = [],
}: {
  name: string
  files: readonly string[]
  copies?: readonly { sha256: string }[]
}): ProvenFile[] {
  return [
    ...files.map((sha256): ProvenFile => ({ kind: 'paper', name, sha256 })),
    ...copies.map(({ sha256 }): ProvenFile => ({ kind: 'copy', name, sha256 })),
  ]
}

/** A sealed file as bytes to compare. */
export function toProvenFile({ name, type, sha256 }: SealedFile): ProvenFile {
  return { kind: type.startsWith('image/') ? 'picture' : type.startsWith('video/') ? 'video' : 'file', name, sha256 }
}

/** Each file once: the same bytes may stand in several places, and an unchanged copy has the hash of its paper. */
export function distinctFiles(files: readonly ProvenFile[]): ProvenFile[] {
  const byHash = new Map<string, ProvenFile>()
  for (const file of files) if (!byHash.has(file.sha256)) byHash.set(file.sha256, file)
  return [...byHash.values()]
}
