import type { PublicFile, SealedFile } from '@timbermark/contract/trace'

/** A sealed file as pages draw it. Its bytes must still be compared with the hash. */
export function toPublicFile({ file, name, type, sha256 }: SealedFile): PublicFile {
  return { url: `/api/file/${file}`, name, type, sha256 }
}
