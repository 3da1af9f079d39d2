/** Node side of the ledger: hashing with Node's library, and signing. Everything else is in the main entry. */
export { type Cosigner, cosignerOf } from './node/cosigner.ts'
export { hashLeaves, hashPairs, sha256 } from './node/hash.ts'
export {
  addSignatures,
  encodeSigner,
  generateSigner,
  parseSigner,
  type Signer,
  signatureOf,
  signerFromSeed,
  signNote,
  verifyNoteSync,
} from './node/signer.ts'
export { type VrfProver, vrfOutput, vrfProver } from './node/vrf.ts'
