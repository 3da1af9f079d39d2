/** The part of the package that needs keys: derives and wraps them, seals and opens codes, writes files of codes. */
export type { RequestKeys } from './keys.ts'
export { deriveRequestKeys, keySaltLength, unwrapKey, wrapKey } from './keys.ts'
export type { LineShape } from './line-writer.ts'
export { LineWriter, lineBytes, lineSlack } from './line-writer.ts'
export { RequestCodes } from './seal.ts'
