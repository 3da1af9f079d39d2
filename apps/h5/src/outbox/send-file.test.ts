import { webcrypto } from 'node:crypto'
import { TransportError } from '@timbermark/client'
import { describe, expect, it } from 'vitest'
import { limits } from '@timbermark/contract'
import { AttachmentMissing } from './attempt-outcome.ts'
import { sendFile } from './send-file.ts'

const sending = {
  pieceBytes: limits.uploadPiece,
  missingError: () => new AttachmentMissing(),
  stalledError: () => new TransportError('network'),
}

const subtle = webcrypto.subtle as unknown as SubtleCrypto
const content = Uint8Array.from({ length: 700_000 }, (_, n) => (n * 7) % 256)
const attachment = { blob: new Blob([content]), name: 'a log & its end.jpg', type: 'image/jpeg' }

/** A server that stores what arrives, over a connection that breaks after each of the given numbers of bytes. */
function createConnection(breaksAfter: number[]) {
  let received = new Uint8Array(0)
  let sent = 0
  const receive = (piece: Uint8Array) => {
    received = new Uint8Array(Buffer.concat([received, piece]))
    sent += piece.length
  }
  const progress = () => ({ have: received.length, file: received.length === content.length ? { id: 'file-1' } : null })
  const offsets: number[] = []
  return {
    received: () => received,
    sent: () => sent,
    offsets,
    client: {
      get: async <T>() => progress() as T,
      upload: async <T>(piece: Blob, options: { path?: string } = {}) => {
        const query = new URLSearchParams(options.path?.split('?')[1])
        offsets.push(Number(query.get('offset')))
        expect([query.get('bytes'), query.get('fileName')]).toEqual(['700000', attachment.name])
        const bytes = new Uint8Array(await piece.arrayBuffer())
        const remainingBytes = breaksAfter[0]
        if (remainingBytes !== undefined && remainingBytes < bytes.length) {
          breaksAfter.shift()
          receive(bytes.subarray(0, remainingBytes))
          throw new TransportError('network')
        }
        if (remainingBytes !== undefined) breaksAfter[0] = remainingBytes - bytes.length
        receive(bytes)
        return progress() as T
      },
    },
  }
}

describe('a picture over a connection that breaks', () => {
  it('sends no byte twice, wherever the connection broke', async () => {
    const { client, received, sent } = createConnection([7000, 343_000, 348_000])
    const shares: number[] = []
    const attempt = () => sendFile(client as never, attachment, share => shares.push(share), sending, subtle)
    for (let n = 0; n < 3; n++) await expect(attempt()).rejects.toThrow(TransportError)
    expect(await attempt()).toBe('file-1')
    expect(sent()).toBe(content.length)
    expect(Buffer.compare(received(), content)).toBe(0)
  })

  it('is not sent when the server has it, and in consecutive pieces when it has not', async () => {
    const { client, offsets } = createConnection([])
    await sendFile(client as never, attachment, () => {}, sending, subtle)
    expect(offsets).toEqual([0, 262_144, 524_288])
    expect(await sendFile(client as never, attachment, () => {}, sending, subtle)).toBe('file-1')
    expect(offsets).toHaveLength(3)
  })

  it('is sent in one piece when the browser cannot hash', async () => {
    const client = { get: () => Promise.reject(new Error('asked')), upload: async () => ({ id: 'whole' }) }
    expect(await sendFile(client as never, attachment, () => {}, sending, null)).toBe('whole')
  })

  it('stops when the upload makes no progress', async () => {
    const client = { get: async () => ({ have: 0, file: null }), upload: async () => ({ have: 0, file: null }) }
    await expect(sendFile(client as never, attachment, () => {}, sending, subtle)).rejects.toThrow(TransportError)
  })
})
