import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { count, moment, rowId } from '../wire/shapes.ts'

/** Steps back that are followed: batches on the way to a source of wood. */
export const mostOriginSteps = 40
/** Batches of one answer. */
export const mostOriginBatches = 1000
/** Plots of one answer of the page; a file has more. */
export const mostOriginPlots = 300
/** Characters of all outlines of one answer of the page. */
export const mostOriginOutlines = 2_000_000
/** Bytes of a file of plots: the limit of the European system. */
export const largestOriginFile = 25 * 1024 * 1024

/**
 * Why not all plots are known:
 *
 * - `felling`: fellings that name no plot
 * - `purchase`: wood that was bought, whose earlier holder is not on the platform
 * - `undeclared`: wood that was used without a reported source
 * - `noRecord`: a batch of which nobody has reported where its wood is from
 * - `notFollowed`: the walk back ended before this batch was asked about
 */
export const originGaps = ['felling', 'purchase', 'undeclared', 'noRecord', 'notFollowed'] as const
export type OriginGap = (typeof originGaps)[number]

const cubicMetres = z.string()

const originPlot = z.strictObject({
  /** Of a plot of the own enterprise. */
  id: rowId.nullable(),
  /** As the records named it. */
  number: z.string(),
  name: z.string(),
  /** ISO 3166, two letters. */
  country: z.string(),
  producer: z.string().nullable(),
  place: z.string().nullable(),
  kind: z.enum(['point', 'polygon']),
  /** Hectares of this version; of a point as the producer states them. */
  area: z.string().nullable(),
  /** Of the shape that the records named. */
  version: count,
  /** GeoJSON, longitude first; null where the answer would be too large: the file has it. */
  geometry: z.string().nullable(),
})
export type OriginPlot = z.output<typeof originPlot>

/** The fellings of one batch on one plot. */
const fellings = z.strictObject({
  /** Place in the list of plots. */
  plot: count,
  records: count,
  /** First and last day, in the time zone of the reader's enterprise. */
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  /** Of the logs; null where no record states one. */
  volume: cubicMetres.nullable(),
  /** Codes of the dictionary of species. */
  species: z.array(z.string()),
  /** All of them are of days after wood last went on from here: in the goods only if a day is wrong. */
  afterwards: z.boolean(),
})

const originBatch = z.strictObject({
  /** How many steps before the goods that were asked about; these are 0. */
  step: count,
  enterprise: z.string(),
  own: z.boolean(),
  /** A partner was invited to report; the goods stayed with their holder. */
  role: z.enum(['holder', 'partner']),
  /** Of the own enterprise and in the reader's data scope only. */
  batch: z.strictObject({ id: rowId, number: z.string() }).nullable(),
  /** How the wood went on to the next batch; null of the goods that were asked about. */
  passed: z.enum(['handover', 'transfer', 'invitation']).nullable(),
  /** When it was last handed over, or moved; null of the goods that were asked about. */
  passedAt: moment.nullable(),
  /** Its wood went into the next batch after that one had passed on: in the goods only if a time is wrong. */
  afterwards: z.boolean(),
  fellings: z.array(fellings),
  /** Plots that the reader may not see, and where the public records of their fellings say that it was. */
  withheld: z.strictObject({ plots: count, fellings: count, places: z.array(z.string()) }),
  gaps: z.array(
    z.strictObject({
      kind: z.enum(originGaps),
      /** Records; null where none are counted. */
      records: count.nullable(),
      /** Only of wood of the own enterprise. */
      volume: cubicMetres.nullable(),
    }),
  ),
})
export type OriginBatch = z.output<typeof originBatch>

const oneBatchOrCode = {
  /** A batch of the own enterprise; this or `code`. */
  batchId: z.coerce.number().pipe(rowId).optional(),
  /** Any code of the own enterprise: of a product, a package or a container. */
  code: z.string().trim().min(1).max(500).optional(),
}

export const woodOrigin = defineCall({
  method: 'GET',
  path: '/material/origin',
  access: { permission: 'material:origin:list' },
  scope: { row: 'catalog/batch', key: 'batchId' },
  summary:
    'The plots that the wood of a batch or of a code may come from, back through all batches and companies, with what is not known',
  query: z.object(oneBatchOrCode),
  labels: 'material.origin',
  answer: z.strictObject({
    /** Number of the batch, or the code as it is printed. */
    goods: z.string(),
    /** From the goods back, in the order of their steps. */
    batches: z.array(originBatch),
    /** Each plot once in each of its versions. */
    plots: z.array(originPlot),
    /** Different plots that their owners do not share with the reader. */
    withheld: count,
    /** Batches of which something is not known. */
    incomplete: count,
    /** Fellings without a plot. */
    fellingsWithoutPlot: count,
    /** More batches or plots exist than the answer has. */
    cut: z.boolean(),
  }),
})
export type WoodOrigin = AnswerOf<typeof woodOrigin>

export const originFormats = ['geojson', 'xlsx'] as const

export const exportOrigin = defineCall({
  method: 'GET',
  path: '/material/origin/export',
  access: { permission: 'material:origin:export' },
  scope: { like: 'GET /material/origin' },
  summary:
    'The plots that wood may come from: as GeoJSON for the European system, or as a workbook (xlsx) of plots and of what is not known',
  query: z.object({ ...oneBatchOrCode, format: z.enum(originFormats).default('geojson') }),
  labels: 'material.origin',
  file: ['application/geo+json', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  audit: { title: 'menu.material.origin', kind: 'export' },
})
