import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  encodeNote,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  toBase64,
  toHex,
  verifyConsistency,
} from '@timbermark/ledger'
import { verifyNoteSync } from '@timbermark/ledger/node'
import { toRequestListener } from '../../../../scripts/request-handler.ts'
import { parseSubmission } from '../../src/witness/submission.ts'
import { type Cosigner, makeCosigner } from '../../../../packages/ledger/test/cosigner.ts'

export interface WitnessStandIn {
  url: string
  cosigner: Cosigner
  /** The value of LEDGER_WITNESSES. */
  setting: string
  /** Verifier keys of the logs that it knows, by name. */
  logs: Map<string, string>
  /** The newest head that it signed of each log. */
  heads: Map<string, { size: number; root: Uint8Array }>
  /** Its behaviour in place of the documented one, until it is undefined again. */
  fault: undefined | 'down' | 'broken' | 'garbage' | 'stranger' | 'endless' | 'silent' | 'otherRoot'
  /** Its clock, in seconds. */
  time: number
  /** Status of each answer, in order. */
  answers: number[]
  stop(): Promise<void>
}

/**
 * A witness as C2SP tlog-witness says: it signs a head of a log that it knows when the proof shows that it continues the
 * one it signed before, and answers 400, 403, 404, 409 and 422 otherwise.
 */
export async function startWitness(name: string): Promise<WitnessStandIn> {
  const cosigner = makeCosigner(name)
  const stranger = makeCosigner(name)
  const server = createServer(
    toRequestListener(async (request, response) => {
      const answer = (status: number, body = '', type = 'text/plain') => {
        self.answers.push(status)
        response.writeHead(status, { 'content-type': type }).end(body)
      }
      const sent = await text(request)
      if (self.fault === 'down') return request.socket.destroy()
      if (self.fault === 'silent') return
      if (self.fault === 'broken') return answer(500)
      if (self.fault === 'garbage') return answer(200, '<html>maintenance</html>\n')
      if (self.fault === 'endless') {
        response.writeHead(200)
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x20)));
        }
        response.on('drain', more)
        return more()
      }
      if (request.method !== 'POST' || request.url !== '/sub/add-checkpoint') return answer(405)

      const submitted = parseSubmission(sent)
      if (!submitted) return answer(400)
      const { old, proof, checkpoint } = submitted
      const note = parseNote(checkpoint)
      const { origin, size, root } = parseCheckpoint(note.text)
      const logKey = self.logs.get(origin)
      if (!logKey) return answer(404)
      if (verifyNoteSync(note, [parseVerifierKey(logKey)]) !== 'verified') return answer(403)
      if (old > size) return answer(400)
      const known = self.heads.get(origin)
      if (old !== (known?.size ?? 0)) return answer(409, `${known?.size ?? 0}\n`, 'text/x.tlog.size')
      if (known && known.size === size && toHex(known.root) !== toHex(root)) return answer(409)
      const continues = known ? verifyConsistency(old, size, known.root, root, proof) : proof.length === 0
      if (!continues) return answer(422)
      self.heads.set(origin, { size, root })
      // What it signed is valid, of a log that nobody else sees.
      const seen =
        self.fault === 'otherRoot' ? note.text.replace(/(?<=^.*\n.*\n).*/, toBase64(new Uint8Array(32))) : note.text
      const signature = (self.fault === 'stranger' ? stranger : cosigner).cosign(seen, self.time)
      // Another of its keys signs too, as the standard allows.
      const other = makeCosigner(`${name}/other`).cosign(note.text, self.time)
      const signed = encodeNote({ text: note.text, signatures: [other, signature] })
      return answer(200, signed.slice(note.text.length + 1))
    }),
  )
  const self: WitnessStandIn = {
    url: '',
    cosigner,
    setting: '',
    logs: new Map(),
    heads: new Map(),
    fault: undefined,
    time: Math.floor(Date.now() / 1000),
    answers: [],
    stop: () =>
      new Promise<void>(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sub`
  self.setting = `${cosigner.verifierKey}=${self.url}/`
  return self
}
