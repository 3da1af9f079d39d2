import type { PublicFile, SealedFile } from '@timbermark/contract/trace'

/** A sealed file as pages draw it: its bytes are still to be held against the hash. */
export function publicFile({ file, name, type, sha256 }: SealedFile): PublicFile {
  return { url: `/api/file/${file}`, name, type, sha256 }
}
