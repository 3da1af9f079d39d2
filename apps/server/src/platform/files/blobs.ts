/** Bytes kept under the SHA-256 of their content (FIPS 180-4): what is asked for by hash cannot have been exchanged. */
export { openLocalBlobs } from './blobs-local.ts'
export { type Blob, BlobMissing, type BlobRange, type BlobStore, BlobTooLarge } from './blobs-store.ts'
