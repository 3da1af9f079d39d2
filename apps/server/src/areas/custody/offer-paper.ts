import type { Language, Texts } from '@timbermark/contract'
import { codeLevels, type CodeType } from '@timbermark/contract'
import { type OfferPaper, offerPaper } from '@timbermark/contract/calls'
import { phrase } from '@timbermark/phrases/all'
import { formatDay, formatMoment, formatNumber } from '@timbermark/phrases/format'
import { locales } from '@timbermark/phrases/locales'
import { nameIn } from '../../entity/names.ts'
import type { Actor } from '../../platform/actor.ts'
import { TokenBuckets } from '../../platform/concurrency/token-buckets.ts'
import { sql } from '../../platform/database/sql.ts'
import { FileAnswer, type RouteSpec, serve, timeZoneOf } from '../../platform/http/http.ts'
import { traceAddress } from '../../platform/qr.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { groupCode } from '../code/labels/text-lines.ts'
import {
  describeRanges,
  loadHandedRanges,
  loadOfferedRanges,
  type PrintedRange,
  rangesWithout,
} from './offered-ranges.ts'
import { type OfferedProduct, offersInScope } from './offers.ts'
import { type Fact, type Paper, paperPdf, paperWidth, type SignatureLine, type Table } from './paper-pdf.ts'
import { loadPaperPictures } from './receipt-files.ts'

interface OfferRow {
  id: number
  giverId: number
  giver: string
  receiver: string
  product: OfferedProduct & { nameTexts: Texts }
  batchNumber: string
  status: 'open' | 'accepted' | 'declined' | 'withdrawn'
  codes: number
  acceptedCodes: number | null
  /** Exact decimals, as all measures here. */
  volume: string | null
  receivedVolume: string | null
  volumeDifference: string | null
  weight: string | null
  receivedWeight: string | null
  weightDifference: string | null
  difference: string | null
  deliveryNote: string | null
  place: string | null
  terms: string | null
  sharesPlots: boolean
  /** `YYYY-MM-DD`, the UTC day. */
  expiresOn: string | null
  offeredAt: Date
  settledAt: Date | null
  receiverId: number
  photos: string[]
  signature: string | null
  signedBy: string | null
  signedAt: Date | null
}

/** What a paper is made of. */
interface PaperFacts {
  row: OfferRow
  /** The codes that the paper is about: the offered ones, or those that were taken over. */
  ranges: PrintedRange[]
  /** Offered codes that were not taken over; only in a receipt. */
  remaining: PrintedRange[]
  /** What the receiver added to the receipt. */
  pictures?: { photos: Buffer[]; signature: Buffer | undefined }
}

/** Papers that an account draws at once, and then in a minute: each scales its photos and may have hundreds of ranges. */
const papersPerMinute = 30
/** Rate limit of papers by account, held by each process. */
const paperLimits = new WeakMap<Services, TokenBuckets>()

/** @throws Refusal tooMany */
function limitPapers(services: Services, { accountId }: Actor): void {
  let buckets = paperLimits.get(services)
  if (!buckets) {
    buckets = new TokenBuckets(papersPerMinute, papersPerMinute)
    paperLimits.set(services, buckets)
  }
  if (!buckets.take(String(accountId), performance.now()))
    throw new Refusal('tooMany', { seconds: 60 / papersPerMinute })
}

/** @throws Refusal custody.noDeliveryNote, custody.noReceipt */
function assertHasPaper(kind: OfferPaper, status: OfferRow['status']): void {
  if (kind === 'receipt' && status !== 'accepted') throw new Refusal('custody.noReceipt')
  if (status !== 'open' && status !== 'accepted') throw new Refusal('custody.noDeliveryNote')
}

/** @throws Refusal notFound, custody.noDeliveryNote, custody.noReceipt */
async function loadFacts(services: Services, actor: Actor, id: number, kind: OfferPaper): Promise<PaperFacts> {
  const { row, offered, handed } = await services.database.withTenant(actor.tenantId, async db => {
    const row = await db.maybe<OfferRow>(sql`
      select t.id, t.tenant_id as "giverId", t.giver, t.receiver, t.product, t.batch_number as "batchNumber", t.status, t.codes,
        t.accepted_codes as "acceptedCodes", t.volume, t.received_volume as "receivedVolume",
        t.received_volume - t.volume as "volumeDifference", t.weight, t.received_weight as "receivedWeight",
        t.received_weight - t.weight as "weightDifference", t.difference, t.delivery_note as "deliveryNote", t.place, t.terms,
        t.shares_plots as "sharesPlots", to_char(t.expires_on, 'YYYY-MM-DD') as "expiresOn", t.offered_at as "offeredAt", t.settled_at as "settledAt",
        t.receiver_tenant_id as "receiverId", t.photos, t.signature, t.signed_by as "signedBy", t.signed_at as "signedAt"
      from custody_offer t where t.id = ${id} and ${offersInScope(actor, 'list')}`)
    if (!row) throw new Refusal('notFound')
    assertHasPaper(kind, row.status)
    const offer = { giver: row.giverId, id }
    return {
      row,
      offered: await loadOfferedRanges(db, offer),
      handed: kind === 'receipt' ? await loadHandedRanges(db, offer) : [],
    }
  })
  if (kind === 'deliveryNote')
    return { row, ranges: await describeRanges(services, row.giverId, offered), remaining: [] }
  return {
    row,
    ranges: await describeRanges(services, row.giverId, handed),
    remaining: await describeRanges(services, row.giverId, rangesWithout(offered, handed)),
    pictures: await loadPaperPictures(services, row),
  }
}

interface Wording {
  language: Language
  timeZone: string
  publicUrl: string
}

/** Measures are set with all decimals that are stored, so that they align. */
const measureDigits = 3

/** The paper of an offer in the reader's words. */
function composePaper(kind: OfferPaper, { row, ranges, remaining, pictures }: PaperFacts, wording: Wording): Paper {
  const { language, timeZone, publicUrl } = wording
  const t = (key: Parameters<typeof phrase>[1], params?: Parameters<typeof phrase>[2]) => phrase(language, key, params)
  const moment = (at: Date) => formatMoment(at, language, timeZone)
  const { product } = row
  const parties: [Fact, Fact] = [
    { caption: t('custody.paper.giver'), value: row.giver },
    { caption: t('custody.paper.receiver'), value: row.receiver },
  ]
  const names = [nameIn(language, product.name, product.nameTexts), product.chineseName, product.foreignName]
  const scientific = `${product.latinGenus} ${product.latinSpecies}`.trim()
  const title = t(`custody.paper.${kind}`)
  const number = t('custody.paper.number', { n: row.id })
  const first = ranges.find(({ codeType }) => codeType === 'item')?.first
  const captions = {
    name: t('custody.paper.signName'),
    date: t('custody.paper.signDate'),
    signature: t('custody.paper.signature'),
  }
  const emptyLines = [{ caption: captions.name }, { caption: captions.date }, { caption: captions.signature }]
  const signedLines = (drawing: Buffer): SignatureLine[] => [
    { caption: captions.name, value: row.signedBy ?? '' },
    { caption: captions.date, value: row.signedAt ? moment(row.signedAt) : '' },
    { caption: captions.signature, drawing },
  ]
  return {
    title,
    locale: locales[language],
    numbers: [number, ...(row.deliveryNote ? [t('custody.paper.noteNumber', { n: row.deliveryNote })] : [])],
    ...(first && {
      symbol: { address: traceAddress(publicUrl, first), lines: [t('custody.paper.trace'), groupCode(first)] },
    }),
    parties,
    facts: [
      { caption: t('custody.offer.offeredAt'), value: moment(row.offeredAt) },
      ...(row.expiresOn
        ? [
            {
              caption: t('custody.offer.expiresOn'),
              value: t('custody.paper.utcDay', { day: formatDay(row.expiresOn, language) }),
            },
          ]
        : []),
      ...(row.settledAt ? [{ caption: t('custody.paper.takenOver'), value: moment(row.settledAt) }] : []),
      ...(row.place ? [{ caption: t('custody.offer.place'), value: row.place }] : []),
      { caption: t('catalog.batch.batchNumber'), value: row.batchNumber },
      ...(scientific ? [{ caption: t('custody.paper.scientificName'), value: scientific, oblique: true }] : []),
      {
        caption: t('custody.offer.productId'),
        value: [...new Set(names)].filter(Boolean).join(' / '),
        wide: true,
      },
      ...(row.terms ? [{ caption: t('custody.offer.terms'), value: row.terms, wide: true }] : []),
      // A printed paper says how it was then: the giver may grant it later, and end it.
      ...(kind === 'deliveryNote' && row.sharesPlots
        ? [{ caption: t('custody.offer.sharesPlots'), value: t('custody.paper.plotsShared'), wide: true }]
        : []),
    ],
    quantities: quantitiesOf(kind, row, language),
    notes:
      row.difference && kind === 'receipt'
        ? [{ caption: t('custody.offer.difference'), value: row.difference, wide: true }]
        : [],
    ranges: [
      rangeTable(t(kind === 'receipt' ? 'custody.paper.taken' : 'custody.paper.goods'), ranges, language),
      ...(remaining.length > 0 ? [rangeTable(t('custody.paper.left'), remaining, language)] : []),
    ],
    ...(pictures &&
      pictures.photos.length > 0 && {
        pictures: { title: t('custody.offer.photos'), contents: pictures.photos },
      }),
    signatures: [
      { party: parties[0], lines: emptyLines },
      { party: parties[1], lines: pictures?.signature ? signedLines(pictures.signature) : emptyLines },
    ],
    statement: t(`custody.paper.proof.${kind}`),
    foot: [title, number, t('custody.paper.printed', { moment: moment(new Date()) })].join(' – '),
    page: t('code.label.page'),
  }
}

const none = '–'

/** What was offered; in a receipt also what arrived, and the difference. */
function quantitiesOf(kind: OfferPaper, row: OfferRow, language: Language): Table {
  const digits = { minimumFractionDigits: measureDigits }
  const measure = (value: string | null, absent = none) =>
    value === null ? absent : formatNumber(value, language, digits)
  const difference = (value: string | number | null, options: Intl.NumberFormatOptions = {}) =>
    value === null ? none : formatNumber(value, language, { ...options, signDisplay: 'exceptZero' })
  const notMeasured = phrase(language, 'custody.paper.notMeasured')
  const accepted = row.acceptedCodes ?? 0
  const rows = [
    [
      phrase(language, 'custody.offer.codes'),
      formatNumber(row.codes, language),
      formatNumber(accepted, language),
      difference(accepted - row.codes),
    ],
    [
      phrase(language, 'custody.offer.volume'),
      measure(row.volume),
      measure(row.receivedVolume, notMeasured),
      difference(row.volumeDifference, digits),
    ],
    [
      phrase(language, 'custody.offer.weight'),
      measure(row.weight),
      measure(row.receivedWeight, notMeasured),
      difference(row.weightDifference, digits),
    ],
  ]
  const measured = ['offered', 'received', 'difference'] as const
  const titles = kind === 'receipt' ? measured : measured.slice(0, 1)
  const width = 110
  const columns = [
    { title: '', width: paperWidth - titles.length * width },
    ...titles.map(name => ({ title: phrase(language, `custody.paper.${name}`), width, right: true })),
  ]
  const title = phrase(language, 'custody.paper.quantities')
  return { title, continued: title, columns, rows }
}

const codeTypes = Object.keys(codeLevels) as CodeType[]

function rangeTable(title: string, ranges: readonly PrintedRange[], language: Language): Table {
  const t = (key: Parameters<typeof phrase>[1]) => phrase(language, key)
  const number = (value: number) => formatNumber(value, language)
  const sumOf = (its: readonly PrintedRange[]) => its.reduce((sum, { count }) => sum + count, 0)
  const sum = (word: string, its: readonly PrintedRange[]) => ['', word, '', '', number(sumOf(its))]
  const types = codeTypes.filter(type => ranges.some(({ codeType }) => codeType === type))
  const sumsByType = types.map(type =>
    sum(
      t(`code.request.codeType.${type}`),
      ranges.filter(({ codeType }) => codeType === type),
    ),
  )
  return {
    title,
    continued: phrase(language, 'custody.paper.continued', { title }),
    columns: [
      { title: '#', width: 36, right: true },
      { title: t('code.request.codeType'), width: 84 },
      { title: t('custody.paper.first'), width: (paperWidth - 180) / 2, code: true },
      { title: t('custody.paper.last'), width: (paperWidth - 180) / 2, code: true },
      { title: t('custody.paper.count'), width: 60, right: true },
    ],
    rows: ranges.map(({ codeType, first, last, count }, at) => [
      number(at + 1),
      t(`code.request.codeType.${codeType}`),
      groupCode(first),
      groupCode(last),
      number(count),
    ]),
    sums: [...(types.length > 1 ? sumsByType : []), sum(t('custody.paper.total'), ranges)],
  }
}

const fileNames = { deliveryNote: 'delivery-note', receipt: 'receipt' } as const

export const offerPaperRoutes: RouteSpec[] = [
  serve(offerPaper, async ({ services, actor, params, query, language, request }) => {
    limitPapers(services, actor)
    const { kind } = query
    const facts = await loadFacts(services, actor, Number(params.id), kind)
    const { publicUrl } = services.settings
    const paper = composePaper(kind, facts, { language, timeZone: timeZoneOf(request), publicUrl })
    return new FileAnswer(paperPdf(paper), 'application/pdf', `${fileNames[kind]}-${facts.row.id}.pdf`)
  }),
]
