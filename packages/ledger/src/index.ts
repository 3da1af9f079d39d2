/**
 * The ledger: canonical JSON, Merkle tree, tiles, signed checkpoints, and the checks that a reader runs on a record.
 * Runs in browsers and in Node, imports nothing.
 */
export { FormatError, fromBase64, fromHex, toBase64, toHex } from './bytes.ts'
export { canonicalize, type Json, parseCanonical } from './canonical.ts'
export {
  type CheckpointReason,
  type OpenedCheckpoint,
  openCheckpoint,
  type Step,
  type StepOutcome,
} from './check/checkpoint.ts'
export { checkHistory, type HistoryCheck, type HistoryVerdict } from './check/history.ts'
export { checkProofFile } from './check/proof-file.ts'
export {
  checkRecord,
  type RecordCheckOptions,
  type RecordProof,
  type RecordSteps,
  type RecordVerdict,
  type Verdict,
} from './check/record.ts'
export { type Checkpoint, checkpointFingerprint, encodeCheckpoint, parseCheckpoint } from './checkpoint.ts'
export { verifyEd25519, verifyEd25519Purely } from './ed25519/verify.ts'
export { verifyWithWebCrypto } from './ed25519/webcrypto.ts'
export { emptyRoot, HASH_SIZE, type HashPairs, hashPairs, leafHash, nodeHash } from './merkle/hash.ts'
export {
  foldNodes,
  type HashReader,
  type LeafRange,
  type NodeId,
  nodesOf,
  readRanges,
  splitPoint,
} from './merkle/nodes.ts'
export {
  consistencyRanges,
  inclusionRanges,
  proveConsistency,
  proveInclusion,
  proveInclusions,
  readRoot,
} from './merkle/prove.ts'
export { appendLeaves, type CompactRange, emptyRange, type NodeVisitor, rangeRoot, readRange } from './merkle/range.ts'
export { rootFromInclusion, verifyConsistency, verifyInclusion } from './merkle/verify.ts'
export { keyFingerprint } from './note/fingerprint.ts'
export {
  type Cosignature,
  cosignatureMessage,
  encodeCosignature,
  readCosignatures,
  verifyCosignature,
} from './note/cosignature.ts'
export {
  ED25519_TYPE,
  encodeVerifierKey,
  encodeWitnessKey,
  isKeyName,
  keyId,
  parseVerifierKey,
  parseWitnessKey,
  type VerifierKey,
  verifierKey,
  witnessKey,
} from './note/key.ts'
export { encodeNote, MAX_SIGNATURES, type NoteSignature, parseNote, type SignedNote } from './note/note.ts'
export { type NoteOutcome, verifyNote } from './note/verify.ts'
export { encodeProofFile, type ProofFile, parseProofFile } from './proof-file.ts'
export { type Sha256, sha256 } from './sha2/sha256.ts'
export { sha512 } from './sha2/sha512.ts'
export { decodeBundle, encodeBundle, MAX_ENTRY_SIZE } from './tiles/bundle.ts'
export { emptyEdge, growTree, readEdge, type TileBytes, type TreeEdge } from './tiles/grow.ts'
export { parseTilePath, type TileName, tilePath } from './tiles/path.ts'
export { type TileSource, tileReader } from './tiles/reader.ts'
export {
  newTiles,
  hashFromTile,
  type Tile,
  TILE_WIDTH,
  type TilePart,
  tileAt,
  tilePartOf,
  tilesOf,
} from './tiles/tile.ts'
export { verifyVrf } from './vrf/verify.ts'
