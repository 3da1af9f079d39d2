import { sign } from 'node:crypto'
import {
  witnessKey,
  encodeWitnessKey,
  cosignatureMessage,
  encodeCosignature,
  type NoteSignature,
  type VerifierKey,
} from '../src/index.ts'
import { generateSigner, type Signer, signerFromSeed } from '../src/node.ts'

/** A witness's key pair, for tests. (The product requests cosignatures; it is no witness.) */
export interface Cosigner {
  key: VerifierKey
  /** `name+id+base64`, the form for settings. */
  verifierKey: string
  cosign(text: string, time: number): NoteSignature
}

export function makeCosigner(name: string, seed?: Uint8Array): Cosigner {
  const { key: plain, privateKey }: Signer = seed ? signerFromSeed(name, seed) : generateSigner(name)
  const key = witnessKey(name, plain.publicKey)
  return {
    key,
    verifierKey: encodeWitnessKey(key),
    cosign(text, time) {
      const signature = new Uint8Array(sign(null, cosignatureMessage(text, time), privateKey))
      return { name, id: key.id, signature: encodeCosignature(time, signature) }
    },
  }
}
