import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { App } from './http.ts'
import { Refusal } from './refusal.ts'

export interface Upload {
  name: string
  content: Buffer
  fields: Record<string, string>
}

export async function acceptUploads(app: App): Promise<void> {
  await app.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 10_000, headerPairs: 50 } })
}

/**
 * Reads the one file of a multipart request into memory.
 * @throws Refusal fileMissing, fileTooLarge
 */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal('fileMissing')
  const fields: Record<string, string> = {}
  let found: { name: string; content: Buffer } | undefined
  for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value ?? '')
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of part.file) chunks.push(chunk as Buffer)
    // The library cuts an over-long file silently; only this flag says so.
    if (part.file.truncated) throw new Refusal('fileTooLarge', { max: sizeText(maxBytes) })
    found = { name: part.filename ?? 'file', content: Buffer.concat(chunks) }
  }
  if (!found || found.content.length === 0) throw new Refusal('fileMissing')
  return { ...found, fields }
}

export function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} KB`
}
