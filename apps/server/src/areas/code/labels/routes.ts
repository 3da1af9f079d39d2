import { chosenLabels, codeLabels, type LabelFormat, labelGlyphs } from '@timbermark/contract/calls'
import { countSerials, type SerialRange, serialsOf } from '@timbermark/codes'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type LabelDesign, type LabelPaper, type Language, limits } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { nameIn } from '../../../entity/names.ts'
import type { Actor } from '../../../platform/actor.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type Call, FileAnswer, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { keyFingerprint } from '@timbermark/ledger'
import { currentLog } from '../../ledger/log/log.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { printedCopy } from '../../../platform/files/images/images.ts'
import type { Services } from '../../../platform/services.ts'
import { deliverLabels } from '../label-life/deliver-labels.ts'
import { type FinishedRequest, loadFinishedRequest } from '../request/finished-request.ts'
import {
  assertReadable,
  type Label,
  type LabelsPdfOptions,
  labelsPdf,
  labelsZip,
  minLabelPixels,
  missingGlyphs,
  Unreadable,
} from './labels.ts'
import { toSerialRanges } from '../directory/selection.ts'

/** Accounts that are printing labels in this process. */
const accountsPrinting = new WeakMap<Services, Set<number>>()

/**
 * Labels are the most expensive answer, so each account can print only once at a time.
 * @throws Refusal code.labelsRunning
 */
function limitToOnePerAccount(
  { services, actor, signal }: Pick<Call, 'services' | 'actor' | 'signal'>,
  make: () => Readable,
): Readable {
  const busy = accountsPrinting.get(services) ?? new Set()
  accountsPrinting.set(services, busy)
  if (busy.has(actor.accountId)) throw new Refusal('code.labelsRunning')
  const labels = make()
  busy.add(actor.accountId)
  labels.once('close', () => busy.delete(actor.accountId))
  // A caller who disconnects before the first byte never reads the stream, which would stay open.
  if (signal.aborted) labels.destroy()
  else signal.addEventListener('abort', () => labels.destroy(), { once: true })
  return labels
}

async function sheetOptions(
  services: Services,
  title: string,
  language: Parameters<typeof phrase>[0],
): Promise<Parameters<typeof labelsPdf>[1]> {
  const { verifierKey } = await currentLog(services)
  return {
    title,
    publicUrl: services.settings.publicUrl,
    texts: {
      scratch: phrase(language, 'code.label.scratch'),
      page: phrase(language, 'code.label.page'),
      key: phrase(language, 'code.label.key', { key: keyFingerprint(verifierKey) }),
    },
  }
}

/** Side of a QR image when the call has no size. */
const defaultPixels = 300

/** Which labels of a request to print, and how. */
interface LabelOrder {
  /** Serial ranges; `to` is excluded. */
  ranges: readonly SerialRange[]
  format: LabelFormat
  size?: number
  paper?: LabelPaper
  layoutId?: number
  preview: boolean
}

/** Loads a saved layout with its logo. @throws Refusal invalid when the layout does not exist */
async function loadLayout(
  services: Services,
  actor: Actor,
  id: number,
): Promise<{ design: LabelDesign; logo?: Buffer }> {
  const row = await services.database.withTenant(actor.tenantId, db =>
    db.maybe<LabelDesign & { logo: string[] }>(sql`
      select paper, width, height, columns, rows, margin_top as "marginTop", margin_bottom as "marginBottom", margin_side as "marginSide",
             gap_x as "gapX", gap_y as "gapY", error_level as "errorLevel", dpi, show_product as "showProduct", show_batch as "showBatch",
             show_origin as "showOrigin", show_date as "showDate", show_code as "showCode", show_security as "showSecurity",
             show_heading as "showHeading", cut_marks as "cutMarks", logo
      from label_layout where tenant_id = ${actor.tenantId} and id = ${id}`),
  )
  if (!row) throw invalid([{ field: 'layoutId', error: 'referenceMissing' }])
  const { logo, ...design } = row
  return { design, ...(logo[0] ? { logo: await loadLogo(services, actor, logo[0]) } : {}) }
}

/** Longest side of a logo on a label, in pixels: sharp at any size that fits on a label. */
const logoPixels = 600

async function loadLogo({ database, files }: Services, actor: Actor, id: string): Promise<Buffer> {
  const { sha256 } = await database.withTenant(actor.tenantId, db =>
    db.one<{ sha256: string }>(sql`select sha256 from file_object where tenant_id = ${actor.tenantId} and id = ${id}`),
  )
  return printedCopy(await buffer(await files.blobs.get(sha256)), { maxPixels: logoPixels })
}

/** The text lines of the labels of a request. */
const linesOf = (language: Language, row: FinishedRequest): string[] => [
  nameIn(language, row.product_name, row.product_texts),
  `${phrase(language, 'catalog.batch')} ${row.batch_number}`,
  // No-break spaces keep the dot with the word before it, so that no row begins with a dot.
  `${row.country_code}\u00a0· ${row.factory_code}`,
  `${row.batch_date}\u00a0· ${row.species}`,
]

/** @throws Refusal invalid when phones could not read the symbols from paper */
function refuseUnreadable(options: LabelsPdfOptions, first: Label, field: 'layoutId' | 'paper'): void {
  try {
    assertReadable(options, first)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw invalid([{ field, error: 'code.labelTooSmall', params: { mm: error.least } }])
  }
}

/** Labels of a part of a request, as a streamed answer. */
async function printLabels(
  call: Pick<Call, 'services' | 'actor' | 'language' | 'signal'>,
  id: number,
  order: LabelOrder,
): Promise<FileAnswer> {
  const { services, actor, language } = call
  const { ranges, format, size, paper, layoutId, preview } = order
  if (size !== undefined && (size > limits.labelPixels || size < minLabelPixels))
    throw invalid([{ field: 'size', error: 'code.labelSize', params: { max: limits.labelPixels } }])
  const row = await services.database.withTenant(actor.tenantId, db => loadFinishedRequest(db, actor, id, 'print'))
  const count = countSerials(ranges)
  if (count < 1 || count > limits.labelsPerCall || ranges.some(({ from, to }) => from < 0 || to > row.count))
    throw invalid([
      { field: 'from', error: 'code.labelRange', params: { count: row.count, max: limits.labelsPerCall } },
    ])
  const entry = await services.directory.find(row.request_number)
  if (!entry) throw new Refusal('notFound')
  const codes = services.directory.codesOf(entry)
  const lines = linesOf(language, row)
  const labels = function* (): Generator<Label> {
    for (const serial of serialsOf(ranges)) {
      yield {
        code: codes.code(serial),
        ...(row.shows_security ? { security: codes.security(serial, entry.codeRule, entry.securityLength) } : {}),
        lines,
      }
    }
  }
  if (!preview) await deliverLabels(call, row.request_number, ranges)
  const name = `labels-${row.id}-${ranges[0]!.from + 1}-${ranges.at(-1)!.to}`
  if (format !== 'sheets') {
    const { publicUrl } = services.settings
    const stream = limitToOnePerAccount(call, () =>
      labelsZip(labels(), { format, size: size ?? defaultPixels, publicUrl }),
    )
    return new FileAnswer(stream, 'application/zip', `${name}.zip`)
  }
  const layout = layoutId === undefined ? {} : await loadLayout(services, actor, layoutId)
  const sheet = await sheetOptions(services, row.name, language)
  const options = { ...sheet, ...layout, count, paper, size, preview }
  refuseUnreadable(options, labels().next().value!, layoutId === undefined ? 'paper' : 'layoutId')
  const stream = limitToOnePerAccount(call, () => labelsPdf(labels(), options))
  return new FileAnswer(stream, 'application/pdf', `${name}.pdf`)
}

export const labelRoutes: RouteSpec[] = [
  serve(codeLabels, call => {
    const { from, to, format, size, paper, preview } = call.query
    return printLabels(call, Number(call.params.id), {
      ranges: from <= to ? [{ from: from - 1, to }] : [],
      format: format === 'pdf' ? 'sheets' : format,
      size,
      paper,
      preview: preview === 'true',
    })
  }),
  serve(labelGlyphs, async ({ services, actor, params, language }) => {
    const row = await services.database.withTenant(actor.tenantId, db =>
      loadFinishedRequest(db, actor, Number(params.id), 'print'),
    )
    return { missing: missingGlyphs([row.name, ...linesOf(language, row)]) }
  }),
  serve(chosenLabels, call => {
    const { spans, preview = false, ...order } = call.body
    if (spans.some(({ from, to }) => from > to)) throw invalid([{ field: 'spans', error: 'notOneOf' }])
    return printLabels(call, Number(call.params.id), { ...order, ranges: toSerialRanges(spans), preview })
  }),
]
