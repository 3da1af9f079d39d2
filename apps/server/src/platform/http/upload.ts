import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { currentCall } from '../database/call-scope.ts'
import type { App } from './http.ts'
import { Refusal } from '../refusal.ts'
import { errorCode } from '../error-facts.ts'

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
 * @throws Replay when the call has been made before, Refusal fileMissing, fileTooLarge, fileTooMany, invalid
 */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal('fileMissing')
  const fields: Record<string, string> = {}
  let file: { name: string; content: Buffer } | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value ?? '')
        continue
      }
      const chunks: Buffer[] = []
      for await (const chunk of part.file) chunks.push(chunk as Buffer)
      // The library truncates a too long file silently; only this flag shows it.
      if (part.file.truncated) throw new Refusal('fileTooLarge', { max: sizeText(maxBytes) })
      file = { name: part.filename ?? 'file', content: Buffer.concat(chunks) }
    }
  } catch (error) {
    throw multipartRefusal(error)
  }
  if (!file || file.content.length === 0) throw new Refusal('fileMissing')
  await currentCall()?.onUpload?.(fields, file.name, file.content)
  return { ...file, fields }
}

/**
 * Reads the one file of a multipart request as far as it arrives: when the connection breaks, the part before is
 * returned.
 * @throws Refusal fileMissing, fileTooLarge, invalid
 */
export async function readPiece(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ content: Buffer; complete: boolean }> {
  if (!request.isMultipart()) throw new Refusal('fileMissing')
  const chunks: Buffer[] = []
  let complete = true
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'field') continue
      for await (const chunk of part.file) chunks.push(chunk as Buffer)
      if (part.file.truncated) throw new Refusal('fileTooLarge', { max: sizeText(maxBytes) })
    }
  } catch (error) {
    if (error instanceof Refusal || !request.raw.destroyed) throw multipartRefusal(error)
    complete = false
  }
  const content = Buffer.concat(chunks)
  if (content.length === 0) throw new Refusal('fileMissing')
  return { content, complete: complete }
}

/** The parser's own errors (no boundary, cut off, names that are not allowed) concern the body, whatever their name. */
function multipartRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = errorCode(error)
  if (code === 'FST_FILES_LIMIT') return new Refusal('fileTooMany', { max: 1 })
  return code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    ? new Refusal('bodyTooLarge')
    : new Refusal('invalid')
}

export function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} KB`
}
