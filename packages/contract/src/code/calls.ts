import { z } from 'zod'
import { defineCall } from '../call.ts'
import { entityBody } from '../entity-body.ts'
import { added, count, moment, rowId } from '../wire/shapes.ts'
import { certificationStates } from '../certification/states.ts'
import { labelPaperNames } from './label-paper.ts'
import { maxSelectedCodes, printedSerialRange } from './selection-calls.ts'
import { codeRequest } from './request.ts'

/**
 * Formats of a request's code file: `csv` (`CODE,SECURITY`, separated by a comma) and `txt` (fixed width) are for
 * printers and machines and include anti-counterfeit codes; `xlsx` is for people, in text cells that no spreadsheet
 * converts.
 */
export const codeFileFormats = ['csv', 'txt', 'xlsx'] as const
export type CodeFileFormat = (typeof codeFileFormats)[number]
const formats = z.enum(codeFileFormats)
const lineTypes = [
  'text/csv',
  'text/plain',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/zip',
] as const

/** One code with its facts. */
export const codeRow = z.strictObject({
  /** From 1, as printed in the file. */
  id: rowId,
  serial: rowId,
  code: z.string(),
  grouped: z.string(),
  /** Foreign code that this code stands for; null for an own code. */
  printed: z.string().nullable(),
  url: z.string(),
  /** Only for callers that may see it. */
  securityCode: z.string().optional(),
  codeType: z.string(),
  state: z.enum(['active', 'notActivated']),
  certification: z.enum(certificationStates.values),
  scanCount: count,
  firstScanTime: moment.nullable(),
  /** As in the check log: right and wrong ones. */
  checkCount: count,
  wrongCheckCount: count,
  firstCheckTime: moment.nullable(),
  parentCode: z.string().nullable(),
})
export type CodeRow = z.output<typeof codeRow>

const codeFacts = codeRow.extend({
  requestId: rowId,
  requestName: z.string(),
  batchNumber: z.string(),
  productName: z.string(),
})

export const addRequest = defineCall({
  method: 'POST',
  path: '/code/request',
  access: { permission: 'code:request:add' },
  summary: 'Add code/request',
  body: entityBody(codeRequest, 'add'),
  answer: added,
  labels: 'code.request',
  audit: { title: 'code.request', kind: 'add' },
})

export const downloadByLink = defineCall({
  method: 'GET',
  path: '/code/download/:token',
  changes: true,
  access: 'public',
  summary: 'Download by a one-time address; a broken download may be continued by Range for ten minutes',
  file: lineTypes,
  audit: { title: 'code.request', kind: 'export' },
})

export const downloadCodes = defineCall({
  method: 'GET',
  path: '/code/request/:id(^\\d+$)/download',
  changes: true,
  access: { permission: 'code:request:download' },
  summary:
    'Every code with its anti-counterfeit code, one fixed-width line each, for whoever may see these (csv, txt; honours Range); or in text cells of workbooks (xlsx, zip)',
  query: z.object({ format: formats.default('csv') }),
  file: lineTypes,
  audit: { title: 'code.request', kind: 'export' },
})

export const downloadLink = defineCall({
  method: 'POST',
  path: '/code/request/:id(^\\d+$)/downloadLink',
  access: { permission: 'code:request:download' },
  summary: 'A one-time address that the browser itself can download by, good for two minutes',
  body: z.strictObject({ format: formats }),
  answer: z.strictObject({ url: z.string() }),
  audit: { title: 'code.request', kind: 'export' },
})

export const codeLabels = defineCall({
  method: 'GET',
  path: '/code/request/:id(^\\d+$)/labels',
  // It locks the request's row, so that its state holds until the labels are ordered.
  reads: 'primary',
  access: { permission: 'code:request:print' },
  summary:
    'Labels from one serial to another: sheets or rolls as pdf (size at 300 pixels to the inch; three in a row without it), or a zip of png or svg pictures',
  query: z.object({
    from: z.coerce.number().int(),
    to: z.coerce.number().int(),
    format: z.enum(['pdf', 'png', 'svg']).default('pdf'),
    size: z.coerce.number().int().optional(),
    paper: z.enum(labelPaperNames).default('a4'),
    /** Only the first sheet, as a preview. */
    preview: z.literal('true').optional(),
  }),
  file: ['application/pdf', 'application/zip'],
  audit: { title: 'code.request', kind: 'export' },
})

export const labelGlyphs = defineCall({
  method: 'GET',
  path: '/code/request/:id(^\\d+$)/labelGlyphs',
  // It locks the request's row, as printing does.
  reads: 'primary',
  access: { permission: 'code:request:print' },
  summary:
    'Characters of the texts on the labels of a request that no font of the labels has, and that are printed as boxes',
  answer: z.strictObject({ missing: z.array(z.string()) }),
})

/** Output for selected codes: sheets or rolls to print, or a zip with one picture per code. */
export const labelFormats = ['sheets', 'png', 'svg', 'pdf'] as const
export type LabelFormat = (typeof labelFormats)[number]

export const chosenLabels = defineCall({
  method: 'POST',
  path: '/code/request/:id(^\\d+$)/labels',
  access: { permission: 'code:request:print' },
  summary:
    'Labels of chosen codes: sheets by a layout of the enterprise or a paper, or a zip of pictures of up to 1000 pixels (png, svg, pdf)',
  body: z.strictObject({
    spans: z.array(printedSerialRange).min(1).max(maxSelectedCodes),
    format: z.enum(labelFormats),
    size: z.number().int().optional(),
    paper: z.enum(labelPaperNames).optional(),
    layoutId: rowId.optional(),
    /** Only the first sheet, as a preview. */
    preview: z.boolean().optional(),
  }),
  file: ['application/pdf', 'application/zip'],
  labels: 'code.request',
  audit: { title: 'code.request', kind: 'export' },
})

export const codesOfRequest = defineCall({
  method: 'GET',
  path: '/code/qr/list',
  access: { permission: 'code:qr:list' },
  scope: { row: 'code/request', key: 'requestId' },
  summary: 'Codes of a request, made as they are asked for, with what is known of each',
  query: z.looseObject({ requestId: z.string(), certification: z.enum(certificationStates.values).optional() }),
  rows: codeRow,
})

export const oneCode = defineCall({
  method: 'GET',
  path: '/code/qr/:code',
  access: { anyOf: ['code:qr:query', 'code:qr:list'] },
  scope: { tested: 'a code of a request in scope', in: 'apps/server/test/code' },
  summary: 'One code with all that is known of it',
  answer: codeFacts,
})

export const codeCalls = [
  addRequest,
  downloadByLink,
  downloadCodes,
  downloadLink,
  codeLabels,
  labelGlyphs,
  chosenLabels,
  codesOfRequest,
  oneCode,
] as const
