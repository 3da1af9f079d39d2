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
  scope: { row: 'evidence/document' },
  summary: 'Makes the next version of a certificate or form; what reports relied on stays as it was',
  body: entityBody(document, 'edit'),
  answer: z.strictObject({ id: rowId, version: z.number().int() }),
  labels: 'evidence.document',
  audit: { title: 'evidence.document', kind: 'edit' },
})

/** That buyers may open a version of a paper, and whether they still may. */
const consent = z.strictObject({ givenAt: moment, endedAt: moment.nullable() })

export const setPaperConsent = defineCall({
  method: 'PUT',
  path: '/evidence/document/:id(^\\d+$)/consent',
  access: { permission: 'evidence:document:edit' },
  summary: 'Lets buyers open a version of a certificate or form, or no longer',
  body: z.strictObject({ version: z.number().int().positive(), open: z.boolean() }),
  /** Null where they never could. */
  answer: consent.nullable(),
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
    version: z.number().int(),
    name: z.string(),
    /** May buyers open the present version? Null where they never could. */
    consent: consent.nullable(),
    earlier: z.array(
      z.strictObject({
        version: z.number().int(),
        name: z.string(),
        records: count,
        consent: consent.nullable(),
        replacedAt: moment,
        file: z.array(fileInfo),
      }),
    ),
  }),
})

export const evidenceCalls = [nextDocumentVersion, setPaperConsent, documentVersions] as const

export type PaperConsent = z.output<typeof consent>
