/** Uploads a picture or file in pieces. The server says how much it has, so a broken connection costs one piece at most. */
import type { Client } from '@timbermark/client'
import type { Attachment } from '../report/report.ts'

const path = '/common/upload/piece'

/** The server's state of a file: how many bytes it has, and the file's id when it is complete. */
interface Progress {
  have: number
  file: { id: string } | null
}

/**
 * What the caller passes in. This module loads later; if it imported these from the first chunk, that chunk would be split
 * into more files, which costs the first visit more.
 */
export interface SendFileOptions {
  pieceBytes: number
  /** The error when the phone no longer has the bytes. */
  missingError: () => Error
  /** The error when the upload makes no progress. */
  stalledError: () => Error
}

type Wire = Pick<Client, 'upload'> & { get: <T>(path: string, query: Record<string, string | number>) => Promise<T> }

/**
 * Resolves to the server's id of the file. Bytes that arrived earlier, in this attempt or days ago, are not sent again.
 * @param onProgress the share that has arrived, 0 to 1
 * @throws the errors of `SendFileOptions`, and those of the client's calls
 */
export async function sendFile(
  client: Wire,
  { blob, name, type }: Pick<Attachment, 'blob' | 'name' | 'type'>,
  onProgress: (share: number) => void,
  { pieceBytes, missingError, stalledError }: SendFileOptions,
  digest: SubtleCrypto | null = globalThis.crypto?.subtle ?? null,
): Promise<string> {
  // Browsers hash only on pages with https; elsewhere the file is sent in one piece.
  if (!digest) return (await client.upload<{ id: string }>(new File([blob], name, { type }), { onProgress })).id
  const bytes = blob.size
  const content = await blob.arrayBuffer().catch(() => {
    throw missingError()
  })
  const hash = new Uint8Array(await digest.digest('SHA-256', content))
  const fileQuery = { sha256: Array.from(hash, byte => byte.toString(16).padStart(2, '0')).join(''), bytes }
  let { have, file } = await client.get<Progress>(path, fileQuery)
  while (!file) {
    const from = have
    const piece = new Blob([content.slice(from, from + pieceBytes)])
    const query = new URLSearchParams({
      sha256: fileQuery.sha256,
      bytes: `${bytes}`,
      offset: `${from}`,
      fileName: name,
    })
    const onPiece = (share: number) => onProgress((from + share * piece.size) / bytes)
    ;({ have, file } = await client.upload<Progress>(piece, { path: `${path}?${query}`, onProgress: onPiece }))
    // Another upload of the same file may move the offset; without progress the attempt ends.
    if (!file && have <= from) throw stalledError()
  }
  return file.id
}
