/** Sends a picture or file so that a broken line costs no more than what was on it: the server is asked how much it has. */
import type { Client } from '@timbermark/client'
import type { Attachment } from '../report/report.ts'

const path = '/common/upload/piece'

/** The server's word on a file: how much of it is there, and which one it is when it is whole. */
interface Progress {
  have: number
  file: { id: string } | null
}

/**
 * What is at hand where it is fetched from. Handed in, because a part of the page that is fetched later and imports what the
 * first part has would split the first part into more files, which cost the first visit more than this one.
 */
export interface SendFileOptions {
  pieceBytes: number
  /** The phone no longer has the bytes. */
  lost: () => Error
  /** Nothing gets through. */
  stalled: () => Error
}

type Wire = Pick<Client, 'upload'> & { get: <T>(path: string, query: Record<string, string | number>) => Promise<T> }

/**
 * Answers with the server's id of the file. Whatever was sent of it before, in this attempt or days ago, is not sent again.
 * @param onProgress the share that is there, 0 to 1
 * @throws what `sending` makes of it; else as calls do
 */
export async function sendFile(
  client: Wire,
  { blob, name, type }: Pick<Attachment, 'blob' | 'name' | 'type'>,
  onProgress: (share: number) => void,
  { pieceBytes, lost, stalled }: SendFileOptions,
  digest: SubtleCrypto | null = globalThis.crypto?.subtle ?? null,
): Promise<string> {
  // Browsers hash on encrypted pages only; elsewhere the file goes in one.
  if (!digest) return (await client.upload<{ id: string }>(new File([blob], name, { type }), { onProgress })).id
  const bytes = blob.size
  const content = await blob.arrayBuffer().catch(() => {
    throw lost()
  })
  const hash = new Uint8Array(await digest.digest('SHA-256', content))
  const wanted = { sha256: Array.from(hash, byte => byte.toString(16).padStart(2, '0')).join(''), bytes }
  let { have, file } = await client.get<Progress>(path, wanted)
  while (!file) {
    const from = have
    const piece = new Blob([content.slice(from, from + pieceBytes)])
    const asked = new URLSearchParams({ sha256: wanted.sha256, bytes: `${bytes}`, offset: `${from}`, fileName: name })
    const onPiece = (share: number) => onProgress((from + share * piece.size) / bytes)
    ;({ have, file } = await client.upload<Progress>(piece, { path: `${path}?${asked}`, onProgress: onPiece }))
    // Somebody else may be sending the same; nobody asks for ever.
    if (!file && have <= from) throw stalled()
  }
  return file.id
}
