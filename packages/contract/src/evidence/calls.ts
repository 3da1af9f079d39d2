import { z } from 'zod'
import { defineCall } from '../call.ts'
import { entityBody } from '../entity-body.ts'
import { count, fileInfo, moment, rowId } from '../wire/shapes.ts'
import { document } from './document.ts'

/** Everything of a version but its code, which names all of them. */
export const nextDocumentVersion = defineCall({
  method: 'POST',
  path: '/evidence/document/version',
  access: { permission: 'evidence:document:edit' },
  summary: 'Makes the next version of a certificate or form; what reports relied on stays as it was',
  body: entityBody(document, 'edit'),
  answer: z.strictObject({ id: rowId, version: z.number().int() }),
  labels: 'evidence.document',
  audit: { title: 'evidence.document', kind: 'edit' },
})

export const documentVersions = defineCall({
  method: 'GET',
  path: '/evidence/document/:id(^\\d+$)/versions',
  access: { permission: 'evidence:document:query' },
  summary: 'Earlier versions of a certificate or form, newest first, and how many records rely on each',
  answer: z.strictObject({
    /** Records that rely on the present version. */
    records: count,
    earlier: z.array(
      z.strictObject({
        version: z.number().int(),
        name: z.string(),
        records: count,
        replacedAt: moment,
        file: z.array(fileInfo),
      }),
    ),
  }),
})

export const evidenceCalls = [nextDocumentVersion, documentVersions] as const
