import { z } from 'zod'
import { defineCall } from '../call.ts'
import { entityBody } from '../entity-body.ts'
import { count, fileInfo, moment, rowId } from '../wire/shapes.ts'
import { paperUnits } from '../stage/drawn-quantity.ts'
import { stageKeys } from '../stage/keys.ts'
import { document } from './document.ts'

/** All fields of a version but the code, which all versions share. */
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

/** Consent to show a version of a paper to buyers, and whether it is still valid. */
const consent = z.strictObject({ givenAt: moment, endedAt: moment.nullable() })

export const setPaperConsent = defineCall({
  method: 'PUT',
  path: '/evidence/document/:id(^\\d+$)/consent',
  access: { permission: 'evidence:document:edit' },
  summary: 'Lets buyers open a version of a certificate or form, or no longer',
  body: z.strictObject({ version: z.number().int().positive(), open: z.boolean() }),
  /** Null when there never was a consent. */
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
    /** Records that rely on the current version. */
    records: count,
    version: z.number().int(),
    name: z.string(),
    /** May buyers open the present version? Null when there never was a consent. */
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

const drawnQuantity = { volume: z.string(), pieces: count }

export const documentAccount = defineCall({
  method: 'GET',
  path: '/evidence/document/:id(^\\d+$)/account',
  access: { permission: 'evidence:document:query' },
  summary:
    'Statement of account of a certificate or form: what it covers, and what the reports of each stage draw on it',
  answer: z.strictObject({
    /** Cubic metres as decimal text, and pieces; null where it limits nothing. */
    coveredVolume: z.string().nullable(),
    coveredPieces: count.nullable(),
    validUntil: z.string().nullable(),
    /** In the order of the stages. `draws` names the units that the stage has fields for. */
    stages: z.array(
      z.strictObject({
        stage: z.enum(stageKeys),
        records: count,
        ...drawnQuantity,
        draws: z.array(z.enum(paperUnits)),
      }),
    ),
    /** The newest reports that draw on it, as far as the reader may list records. */
    newest: z.array(
      z.strictObject({
        recordId: rowId,
        stage: z.enum(stageKeys),
        batchNumber: z.string(),
        happenedAt: moment,
        version: z.number().int(),
        ...drawnQuantity,
      }),
    ),
    /** Batches that left their country with it and have not been reported to arrive, as far as the reader may list batches. */
    underway: z.array(z.strictObject({ batchId: rowId, batchNumber: z.string(), exportedAt: moment })),
  }),
})

export const evidenceCalls = [nextDocumentVersion, setPaperConsent, documentVersions, documentAccount] as const

export type DocumentAccount = z.output<typeof documentAccount.answer>

export type PaperConsent = z.output<typeof consent>
