import { sign } from 'node:crypto'
import { copyBytes } from '../bytes.ts'
import { cosignatureMessage, encodeCosignature } from '../note/cosignature.ts'
import { encodeWitnessKey, type VerifierKey, witnessKey } from '../note/key.ts'
import type { NoteSignature } from '../note/note.ts'
import type { Signer } from './signer.ts'

/** The key of a witness. */
export interface Cosigner {
  key: VerifierKey
  /** `name+id+base64`, the form for settings. */
  verifierKey: string
  /** Signs a note text at this time, in seconds since 1970. */
  cosign(text: string, time: number): NoteSignature
}

/** A cosigner with the name and the private key of a signer (C2SP tlog-cosignature, v1); its verifier key has another type and id. */
export function cosignerOf({ key: { name, publicKey }, privateKey }: Signer): Cosigner {
  const key = witnessKey(name, publicKey)
  return {
    key,
    verifierKey: encodeWitnessKey(key),
    cosign(text, time) {
      const signature = copyBytes(sign(null, cosignatureMessage(text, time), privateKey))
      return { name, id: key.id, signature: encodeCosignature(time, signature) }
    },
  }
}
