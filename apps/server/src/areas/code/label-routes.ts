import { codeLabels } from '@timbermark/contract/calls'
import type { Readable } from 'node:stream'
import { codeRequest, limits, permissionOf } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { nameIn } from '../../crud/names.ts'
import { may } from '../../platform/actor.ts'
import { type Call, FileAnswer, type RouteSpec, serve } from '../../platform/http/http.ts'
import { keyFingerprint } from '@timbermark/ledger'
import { currentLog } from '../ledger/current-log.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { finished } from './finished.ts'
import { type Label, labelsPdf, labelsZip, minLabelPixels } from './labels.ts'

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

/** Labels of a part of a request. */
export const labelRoutes: RouteSpec[] = [
  serve(codeLabels, async ({ services, actor, params, query, language, signal }) => {
    if (query.size !== undefined && (query.size > limits.labelPixels || query.size < minLabelPixels))
      throw invalid([{ field: 'size', error: 'code.labelSize', params: { max: limits.labelPixels } }])
    const row = await services.database.withTenant(actor.tenantId, db =>
      finished(db, actor, Number(params.id), 'print'),
    )
    if (
      query.from < 1 ||
      query.to < query.from ||
      query.to > row.count ||
      query.to - query.from >= limits.labelsPerCall
    )
      throw invalid([
        { field: 'from', error: 'code.labelRange', params: { count: row.count, max: limits.labelsPerCall } },
      ])
    const entry = services.directory.get(row.request_number)
    if (!entry) throw new Refusal('notFound')
    const codes = services.directory.codesOf(entry)
    const withSecurity = may(actor, permissionOf(codeRequest, 'security'))
    const lines = [
      nameIn(language, row.product_name, row.product_texts),
      `${phrase(language, 'catalog.batch')} ${row.batch_number}`,
      // The dot stays with what stands before it: no row begins with one.
      `${row.country_code}\u00a0· ${row.factory_code}`,
      `${row.batch_date}\u00a0· ${row.species}`,
    ]
    const labels = function* (): Generator<Label> {
      for (let serial = query.from - 1; serial < query.to; serial++) {
        yield {
          code: codes.code(serial),
          ...(withSecurity ? { security: codes.security(serial, entry.codeRule, entry.securityLength) } : {}),
          lines,
        }
      }
    }
    const name = `labels-${row.id}-${query.from}-${query.to}`
    const { publicUrl } = services.settings
    const { format, size, paper } = query
    const preview = query.preview === 'true'
    const onSheets = (sheet: Awaited<ReturnType<typeof labelSheet>>) => () =>
      labelsPdf(labels(), { ...sheet, paper, size, preview })
    const make =
      format === 'pdf'
        ? onSheets(await labelSheet(services, row.name, language))
        : () => labelsZip(labels(), { format, size: size ?? usualPixels, publicUrl })
    const stream = oneAtATime({ services, actor, signal }, make)
    return format === 'pdf'
      ? new FileAnswer(stream, 'application/pdf', `${name}.pdf`)
      : new FileAnswer(stream, 'application/zip', `${name}.zip`)
  }),
]
