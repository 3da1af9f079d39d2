import { z } from 'zod'
import { defineCall } from '../call.ts'
import { fileInfo } from '../wire/shapes.ts'

/** Bytes of the largest file that can be uploaded. */
export const largestUpload = 50 * 1024 * 1024

export const uploadFile = defineCall({
  method: 'POST',
  path: '/common/upload',
  access: 'signedIn',
  summary: 'Keeps one file (multipart field `file`); answers fileName, url, code',
  answer: fileInfo,
  beside: z.strictObject({
    fileName: z.string(),
    url: z.string(),
    newFileName: z.string(),
    originalFilename: z.string(),
  }),
  upload: 'file',
  bodyLimit: largestUpload + 100_000,
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

export const fileCalls = [uploadFile, fileContent, ownFile] as const
