import { buffer } from 'node:stream/consumers'
import {
  type FileInfo,
  type Issue,
  receiptFileMegabytes,
  receiptPhotoTypes,
  signatureTypes,
} from '@timbermark/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { printedCopy, printedPhoto } from '../../platform/files/images/images.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'

/** What a receiver adds to its acceptance. */
interface ReceiptFiles {
  /** Ids of files, each once. */
  photos: string[]
  signature: string | null
  signedBy: string | null
  signedAt: Date | null
}

interface SentFiles {
  photos: readonly string[]
  signature?: string | null | undefined
  signedBy?: string | null | undefined
  signedAt?: string | null | undefined
}

interface Upload {
  id: string
  extension: string
  size: number
}

/** A signature, the name of who signed and the time belong together. @throws Refusal invalid */
function readSent({ photos, signature, signedBy, signedAt }: SentFiles, arrivedAt: Date): ReceiptFiles {
  const unique = [...new Set(photos)]
  const parts = { signature, signedBy, signedAt }
  const missing = Object.entries(parts).filter(([, value]) => !value)
  if (missing.length === 3) return { photos: unique, signature: null, signedBy: null, signedAt: null }
  if (missing.length > 0) throw invalid(missing.map(([field]) => ({ field, error: 'required' })))
  // A phone whose clock is ahead signed at the latest when the receipt arrived.
  const time = new Date(Math.min(Date.parse(signedAt!), arrivedAt.getTime()))
  return { photos: unique, signature: signature!, signedBy: signedBy!, signedAt: time }
}

function issueOf(field: string, { extension, size }: Upload, types: readonly string[]): Issue[] {
  if (!types.includes(extension)) return [{ field, error: 'fileType', params: { types: types.join(', ') } }]
  if (size > receiptFileMegabytes * 1024 * 1024)
    return [{ field, error: 'fileTooLarge', params: { max: `${receiptFileMegabytes} MB` } }]
  return []
}

/**
 * Binds what the receiver uploaded to the offer that it accepts. Only uploads of the caller that no record has yet: nobody
 * can show a file of a colleague to another enterprise by its id.
 * @throws Refusal invalid, fileMissing
 */
export async function claimReceiptFiles(
  db: Db,
  { tenantId, accountId }: Actor,
  offerId: number,
  sent: SentFiles,
  arrivedAt: Date,
): Promise<ReceiptFiles> {
  const files = readSent(sent, arrivedAt)
  const ids = [...new Set([...files.photos, ...(files.signature ? [files.signature] : [])])]
  if (ids.length === 0) return files
  const uploads = await db.query<Upload>(sql`
    update file_object set owner = ${`custody_offer/${offerId}`}
    where tenant_id = ${tenantId} and id = any(${ids}) and created_by = ${accountId} and owner is null
    returning id, extension, size`)
  if (uploads.length < ids.length) throw new Refusal('fileMissing')
  const issues = uploads.flatMap(upload => [
    ...(files.photos.includes(upload.id) ? issueOf('photos', upload, receiptPhotoTypes) : []),
    ...(upload.id === files.signature ? issueOf('signature', upload, signatureTypes) : []),
  ])
  if (issues.length > 0) throw invalid(issues)
  return files
}

/** Where the files of an accepted offer are. */
export interface ReceiptFileIds {
  receiverId: number
  photos: readonly string[]
  signature: string | null
}

/** A file of a receipt, with the hash of its content. */
export type ReceiptFile = Omit<FileInfo, 'url'> & { sha256: string }

/**
 * Loads the files of a receipt for either side: they belong to the receiver, and who may read the offer may read them. Call it
 * outside of a transaction.
 */
export async function loadReceiptFiles(
  { database }: Services,
  { receiverId, photos, signature }: ReceiptFileIds,
): Promise<{ photos: ReceiptFile[]; signature: ReceiptFile | undefined }> {
  const ids = [...photos, ...(signature ? [signature] : [])]
  if (ids.length === 0) return { photos: [], signature: undefined }
  const rows = await database.readAcrossTenants<ReceiptFile>(
    'custody',
    sql`select id, name, type, size, sha256 from file_object where tenant_id = ${receiverId} and id = any(${ids})`,
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  return { photos: photos.flatMap(id => byId.get(id) ?? []), signature: signature ? byId.get(signature) : undefined }
}

/** Longest sides on paper, in pixels: a photo is as wide as a quarter of the page, a signature as half of it. */
const photoPixels = 640
const signaturePixels = 900

/** The pictures of a receipt as they are drawn on paper. */
export async function loadPaperPictures(services: Services, ids: ReceiptFileIds) {
  const { photos, signature } = await loadReceiptFiles(services, ids)
  const contentOf = async ({ sha256 }: ReceiptFile) => buffer(await services.files.blobs.get(sha256))
  const drawn: Buffer[] = []
  // One after another: ten decoded photos are hundreds of megabytes.
  for (const photo of photos) drawn.push(await printedPhoto(await contentOf(photo), { maxPixels: photoPixels }))
  return {
    photos: drawn,
    signature: signature && (await printedCopy(await contentOf(signature), { maxPixels: signaturePixels })),
  }
}
