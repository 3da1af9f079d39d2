import { Readable } from 'node:stream'
import { limits } from '@timbermark/contract'
import {
  fileContent,
  importProgress,
  largestUpload,
  ownFile,
  uploadFile,
  uploadPiece,
  uploadState,
} from '@timbermark/contract/calls'
import { getProgress } from '../../entity/table/progress.ts'
import { runOutsideEffect } from '../../platform/database/call-scope.ts'
import { Answer, FileAnswer, type RouteSpec, contentDisposition, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { readPiece, readUpload } from '../../platform/http/upload.ts'
import { finishPieces, storePiece, loadProgress } from './pieces.ts'

/** Types that any upload may have; the field that the file is saved in restricts them further. */
const uploadTypes = [
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'pdf',
  'doc',
  'xls',
  'ppt',
  'docx',
  'xlsx',
  'pptx',
  'txt',
  'mp4',
] as const

export const fileRoutes: RouteSpec[] = [
  serve(uploadFile, async ({ services, actor, request }) => {
    const upload = await readUpload(request, largestUpload)
    const { database, files } = services
    const { tenantId, accountId } = actor
    const reservation = await runOutsideEffect(() =>
      database.withTenant(tenantId, db => files.reserve(db, tenantId, accountId, upload.content.length)),
    )
    const info = await files
      // Done without a connection, because checking a picture takes longer than the database work.
      .store(upload.content, uploadTypes)
      .then(stored => database.withTenant(tenantId, db => files.enter(db, tenantId, accountId, upload.name, stored)))
      .catch(async (error: unknown) => {
        await runOutsideEffect(() =>
          database.withTenant(tenantId, db => files.release(db, tenantId, reservation)),
        ).catch(err => services.log.warn({ err }, 'the reserved quota of a failed upload could not be released'))
        throw error
      })
    return new Answer(info, { fileName: info.id, url: info.url, newFileName: info.id, originalFilename: info.name })
  }),
  serve(uploadState, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, db => loadProgress(db, services.files, actor, query)),
  ),
  serve(uploadPiece, async ({ services, actor, query, request }) => {
    const { content, complete: isComplete } = await readPiece(request, limits.uploadPiece)
    const progress = await storePiece(services, actor, query, content)
    // The connection broke, so nobody receives this answer; the file is created when the client asks again.
    if (!isComplete) throw new Refusal('invalid')
    return progress.have < query.bytes || progress.file ? progress : finishPieces(services, actor, query, uploadTypes)
  }),
  serve(fileContent, async ({ services, params, query, request, reply }) => {
    const file = await services.files.open(params.id!, query.until, query.sign, true)
    if (request.headers['if-none-match'] === `"${file.etag}"`) return reply.code(304).send()
    const isInline =
      query.download === undefined &&
      /^(image\/(png|jpeg|webp|gif)|application\/pdf|video\/mp4|text\/plain)$/.test(file.type)
    return new FileAnswer(file.stream, file.type, file.name, {
      etag: `"${file.etag}"`,
      'cache-control': 'private, max-age=3600',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-disposition': contentDisposition(file.name, isInline),
    })
  }),
  serve(importProgress, async ({ services, actor, params }) =>
    getProgress(services.database, actor, params.name ?? ''),
  ),
  serve(ownFile, async ({ services, actor, query }) => {
    const row = await services.database.withTenant(actor.tenantId, db =>
      db.maybe<{ id: string; name: string; type: string; sha256: string; owner: string | null }>(
        sql`
          select id, name, type, sha256, owner from file_object
          where tenant_id = ${actor.tenantId} and id = ${query.fileName} and created_by = ${actor.accountId}`,
      ),
    )
    if (!row) throw new Refusal('notFound')
    const stream = await services.files.blobs.get(row.sha256)
    if (query.delete !== 'true' || row.owner !== null) return new FileAnswer(stream, row.type, row.name)
    const remove = () =>
      services.database
        .withTenant(actor.tenantId, db =>
          db.execute(
            sql`delete from file_object where tenant_id = ${actor.tenantId} and id = ${row.id} and owner is null`,
          ),
        )
        // The answer has been sent already, so the failure can only be logged.
        .catch(err => services.log.warn({ err }, 'a file could not be removed after its download'))
    return new FileAnswer(Readable.from(streamThen(stream, remove), { objectMode: false }), row.type, row.name)
  }),
]

/** Passes a stream on and runs `last` before its end, so that it is done once the client has everything. An interrupted stream skips it. */
async function* streamThen(stream: Readable, last: () => Promise<unknown>): AsyncGenerator<Buffer> {
  yield* stream
  await last()
}
