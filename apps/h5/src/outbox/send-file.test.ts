import { webcrypto } from 'node:crypto'
import { TransportError } from '@timbermark/client'
import { describe, expect, it } from 'vitest'
import { limits } from '@timbermark/contract'
import { AttachmentLost } from './compose.ts'
import { sendFile } from './send-file.ts'

const sending = {
  pieceBytes: limits.uploadPiece,
  lost: () => new AttachmentLost(),
  stalled: () => new TransportError('network'),
}

const subtle = webcrypto.subtle as unknown as SubtleCrypto
const content = Uint8Array.from({ length: 700_000 }, (_, n) => (n * 7) % 256)
const attachment = { blob: new Blob([content]), name: 'a log & its end.jpg', type: 'image/jpeg' }

/** A server that keeps what comes, over a line that lets so many bytes through before it breaks, each time. */
function line(breaksAfter: number[]) {
  let kept = new Uint8Array(0)
  let sent = 0
  const take = (piece: Uint8Array) => {
    kept = new Uint8Array(Buffer.concat([kept, piece]))
    sent += piece.length
  }
  const progress = () => ({ have: kept.length, file: kept.length === content.length ? { id: 'file-1' } : null })
  const offsets: number[] = []
  return {
    kept: () => kept,
    sent: () => sent,
    offsets,
    client: {
      get: async <T>() => progress() as T,
      upload: async <T>(piece: Blob, options: { path?: string } = {}) => {
        const query = new URLSearchParams(options.path?.split('?')[1])
        offsets.push(Number(query.get('offset')))
        expect([query.get('bytes'), query.get('fileName')]).toEqual(['700000', attachment.name])
        const bytes = new Uint8Array(await piece.arrayBuffer())
        const room = breaksAfter[0]
        if (room !== undefined && room < bytes.length) {
          breaksAfter.shift()
          take(bytes.subarray(0, room))
          throw new TransportError('network')
        }
        if (room !== undefined) breaksAfter[0] = room - bytes.length
        take(bytes)
        return progress() as T
      },
    },
  }
}

describe('a picture over a line that breaks', () => {
  it('is not sent twice, wherever it broke', async () => {
    const { client, kept, sent } = line([7000, 343_000, 348_000])
    const shares: number[] = []
    const attempt = () => sendFile(client as never, attachment, share => shares.push(share), sending, subtle)
    for (let n = 0; n < 3; n++) await expect(attempt()).rejects.toThrow(TransportError)
    expect(await attempt()).toBe('file-1')
    expect(sent()).toBe(content.length)
    expect(Buffer.compare(kept(), content)).toBe(0)
  })

  it('is not sent at all when the server has it, and in pieces that follow each other when it has not', async () => {
    const { client, offsets } = line([])
    await sendFile(client as never, attachment, () => {}, sending, subtle)
    expect(offsets).toEqual([0, 262_144, 524_288])
    expect(await sendFile(client as never, attachment, () => {}, sending, subtle)).toBe('file-1')
    expect(offsets).toHaveLength(3)
  })

  it('goes in one where the browser cannot hash', async () => {
    const client = { get: () => Promise.reject(new Error('asked')), upload: async () => ({ id: 'whole' }) }
    expect(await sendFile(client as never, attachment, () => {}, sending, null)).toBe('whole')
  })

  it('does not ask for ever when nothing gets through', async () => {
    const client = { get: async () => ({ have: 0, file: null }), upload: async () => ({ have: 0, file: null }) }
    await expect(sendFile(client as never, attachment, () => {}, sending, subtle)).rejects.toThrow(TransportError)
  })
})
