import { z } from 'zod'
import { defineCall } from '../call.ts'
import { limits } from '../limits.ts'
import { count, fileInfo } from '../wire/shapes.ts'

/** Bytes of the largest file that can be uploaded. */
export const largestUpload = 50 * 1024 * 1024

export const uploadFile = defineCall({
  method: 'POST',
  path: '/common/upload',
  access: 'signedIn',
  summary: 'Keeps one file (multipart field `file`); answers fileName, url, code',
  answer: fileInfo,
  envelopeExtras: z.strictObject({
    fileName: z.string(),
    url: z.string(),
    newFileName: z.string(),
    originalFilename: z.string(),
  }),
  upload: 'file',
  bodyLimit: largestUpload + 100_000,
})

/** Identifies a file that is uploaded in pieces by its content, so that retries continue the same upload. */
const inPieces = {
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Total number of bytes. */
  bytes: z.coerce.number().int().min(1).max(largestUpload),
}

const uploadProgress = z.strictObject({
  /** Bytes received from the beginning of the file: the next piece starts after them. */
  have: z.number().int().nonnegative(),
  /** The file, once it is complete. */
  file: fileInfo.nullable(),
})

export const uploadState = defineCall({
  method: 'GET',
  path: '/common/upload/piece',
  access: 'signedIn',
  summary: 'How much has come of a file that the caller sends piece by piece, and the file once it is whole',
  query: z.object(inPieces),
  answer: uploadProgress,
})

export const uploadPiece = defineCall({
  method: 'POST',
  path: '/common/upload/piece',
  access: 'signedIn',
  summary:
    'The next piece of a file (multipart field `file`, 256 KB at most), from `offset` on; what arrives before the line breaks is kept, and the last piece makes the file',
  query: z.object({
    ...inPieces,
    offset: z.coerce.number().int().min(0).max(largestUpload),
    fileName: z.string().min(1).max(300),
  }),
  answer: uploadProgress,
  upload: 'file',
  bodyLimit: limits.uploadPiece + 100_000,
})

export const fileContent = defineCall({
  method: 'GET',
  path: '/file/:id',
  access: 'public',
  summary: 'Content of a file by its signed address, or the public copy of a public file',
  query: z.object({
    until: z.string().max(12).optional(),
    sign: z.string().max(64).optional(),
    download: z.string().max(5).optional(),
  }),
  file: ['application/octet-stream'],
})

export const ownFile = defineCall({
  method: 'GET',
  path: '/common/download',
  access: 'signedIn',
  summary: 'Downloads an own uploaded file by its fileName; delete=true removes it afterwards while no record uses it',
  query: z.object({ fileName: z.string().min(1).max(64), delete: z.enum(['true', 'false']).optional() }),
  file: ['application/octet-stream'],
})

export const importProgress = defineCall({
  method: 'GET',
  path: '/common/importProgress/:name',
  access: 'signedIn',
  summary: 'How far the import is that the caller began with this name; null while none runs',
  answer: z.strictObject({ done: count, total: count }).nullable(),
})

export const fileCalls = [uploadFile, uploadState, uploadPiece, fileContent, ownFile, importProgress] as const
