import { chosenLabels, codeLabels, type LabelFormat } from '@timbermark/contract/calls'
import { countSerials, type SerialRange, serialsOf } from '@timbermark/codes'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type LabelDesign, type LabelPaper, limits } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { nameIn } from '../../../entity/names.ts'
import type { Actor } from '../../../platform/actor.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type Call, FileAnswer, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { keyFingerprint } from '@timbermark/ledger'
import { currentLog } from '../../ledger/log/current-log.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { printedCopy } from '../../../platform/files/images/images.ts'
import type { Services } from '../../../platform/services.ts'
import { finished } from '../request/finished-request.ts'
import { type Label, labelsPdf, labelsZip, minLabelPixels } from './labels.ts'
import { serialsOfSpans } from '../directory/selection.ts'

/** Accounts for whom labels are being made, kept in each process by itself. */
const labelling = new WeakMap<Services, Set<number>>()

/**
 * Labels are the dearest thing that a request asks for: an account has them made once at a time.
 * @throws Refusal code.labelsRunning
 */
function oneAtATime(
  { services, actor, signal }: Pick<Call, 'services' | 'actor' | 'signal'>,
  make: () => Readable,
): Readable {
  const busy = labelling.get(services) ?? new Set()
  labelling.set(services, busy)
  if (busy.has(actor.accountId)) throw new Refusal('code.labelsRunning')
  const labels = make()
  busy.add(actor.accountId)
  labels.once('close', () => busy.delete(actor.accountId))
  // Whoever has gone before the first byte never reads the stream, which would stay open.
  if (signal.aborted) labels.destroy()
  else signal.addEventListener('abort', () => labels.destroy(), { once: true })
  return labels
}

async function labelSheet(
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

/** Side of a QR picture that nobody asked for in a size. */
const usualPixels = 300

/** What somebody wants of the codes of a request. */
interface Order {
  /** Serials; the last one excluded. */
  ranges: readonly SerialRange[]
  format: LabelFormat
  size?: number
  paper?: LabelPaper
  layoutId?: number
  preview: boolean
}

/** How the enterprise prints, with the picture beside its symbols. @throws Refusal invalid when there is no such layout */
async function readLayout(
  services: Services,
  actor: Actor,
  id: number,
): Promise<{ design: LabelDesign; logo?: Buffer }> {
  const found = await services.database.withTenant(actor.tenantId, db =>
    db.maybe<LabelDesign & { logo: string[] }>(sql`
      select paper, width, height, columns, rows, margin_top as "marginTop", margin_bottom as "marginBottom", margin_side as "marginSide",
             gap_x as "gapX", gap_y as "gapY", error_level as "errorLevel", show_product as "showProduct", show_batch as "showBatch",
             show_origin as "showOrigin", show_date as "showDate", show_code as "showCode", show_security as "showSecurity",
             show_heading as "showHeading", cut_marks as "cutMarks", logo
      from label_layout where tenant_id = ${actor.tenantId} and id = ${id}`),
  )
  if (!found) throw invalid([{ field: 'layoutId', error: 'referenceMissing' }])
  const { logo, ...design } = found
  return { design, ...(logo[0] ? { logo: await logoOf(services, actor, logo[0]) } : {}) }
}

/** Longest side of a logo on a label, in pixels: sharp at any size that a label has room for. */
const logoPixels = 600

async function logoOf({ database, files }: Services, actor: Actor, id: string): Promise<Buffer> {
  const { sha256 } = await database.withTenant(actor.tenantId, db =>
    db.one<{ sha256: string }>(sql`select sha256 from file_object where tenant_id = ${actor.tenantId} and id = ${id}`),
  )
  return printedCopy(await buffer(await files.blobs.get(sha256)), { maxPixels: logoPixels })
}

/** Labels of a part of a request, as an answer that is made while it is read. */
async function labelsOf(
  call: Pick<Call, 'services' | 'actor' | 'language' | 'signal'>,
  id: number,
  order: Order,
): Promise<FileAnswer> {
  const { services, actor, language } = call
  const { ranges, format, size, paper, layoutId, preview } = order
  if (size !== undefined && (size > limits.labelPixels || size < minLabelPixels))
    throw invalid([{ field: 'size', error: 'code.labelSize', params: { max: limits.labelPixels } }])
  const row = await services.database.withTenant(actor.tenantId, db => finished(db, actor, id, 'print'))
  const count = countSerials(ranges)
  if (count < 1 || count > limits.labelsPerCall || ranges.some(({ from, to }) => from < 0 || to > row.count))
    throw invalid([
      { field: 'from', error: 'code.labelRange', params: { count: row.count, max: limits.labelsPerCall } },
    ])
  const entry = services.directory.get(row.request_number)
  if (!entry) throw new Refusal('notFound')
  const codes = services.directory.codesOf(entry)
  const lines = [
    nameIn(language, row.product_name, row.product_texts),
    `${phrase(language, 'catalog.batch')} ${row.batch_number}`,
    // The dot stays with what stands before it: no row begins with one.
    `${row.country_code}\u00a0· ${row.factory_code}`,
    `${row.batch_date}\u00a0· ${row.species}`,
  ]
  const labels = function* (): Generator<Label> {
    for (const serial of serialsOf(ranges)) {
      yield {
        code: codes.code(serial),
        ...(row.shows_security ? { security: codes.security(serial, entry.codeRule, entry.securityLength) } : {}),
        lines,
      }
    }
  }
  const name = `labels-${row.id}-${ranges[0]!.from + 1}-${ranges.at(-1)!.to}`
  if (format !== 'sheets') {
    const { publicUrl } = services.settings
    const stream = oneAtATime(call, () => labelsZip(labels(), { format, size: size ?? usualPixels, publicUrl }))
    return new FileAnswer(stream, 'application/zip', `${name}.zip`)
  }
  const layout = layoutId === undefined ? {} : await readLayout(services, actor, layoutId)
  const sheet = await labelSheet(services, row.name, language)
  const stream = oneAtATime(call, () => labelsPdf(labels(), { ...sheet, ...layout, count, paper, size, preview }))
  return new FileAnswer(stream, 'application/pdf', `${name}.pdf`)
}

/** Labels of a part of a request. */
export const labelRoutes: RouteSpec[] = [
  serve(codeLabels, call => {
    const { from, to, format, size, paper, preview } = call.query
    return labelsOf(call, Number(call.params.id), {
      ranges: from <= to ? [{ from: from - 1, to }] : [],
      format: format === 'pdf' ? 'sheets' : format,
      size,
      paper,
      preview: preview === 'true',
    })
  }),
  serve(chosenLabels, call => {
    const { spans, preview = false, ...order } = call.body
    if (spans.some(({ from, to }) => from > to)) throw invalid([{ field: 'spans', error: 'notOneOf' }])
    return labelsOf(call, Number(call.params.id), { ...order, ranges: serialsOfSpans(spans), preview })
  }),
]
