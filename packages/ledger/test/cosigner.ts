import { type Cosigner, cosignerOf, generateSigner, signerFromSeed } from '../src/node.ts'

export type { Cosigner } from '../src/node.ts'

/** A witness's key pair, for tests. */
export const makeCosigner = (name: string, seed?: Uint8Array): Cosigner =>
  cosignerOf(seed ? signerFromSeed(name, seed) : generateSigner(name))
