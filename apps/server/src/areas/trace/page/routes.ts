import { checkCode, countScan, traceCode, traceProof, traceRecords } from '@timbermark/contract/calls'
import { isNoFix } from '@timbermark/contract'
import { checkSecurityCode, normaliseSecurityCode } from '@timbermark/codes'
import { setTimeout as pause } from 'node:timers/promises'
import type { CheckAnswer, ScanAnswer, TraceWarning } from '@timbermark/contract/trace'
import { type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { refusalBody } from '../../../platform/refusal-body.ts'
import type { Services } from '../../../platform/services.ts'
import type { Visit } from '../visits/visit-counter.ts'
import { reportDamage, StoredDamage } from '../../ledger/log/damage.ts'
import { loadPlaces } from '../../place/places.ts'
import { makeCaptcha, solveCaptcha } from '../../system/identity/captcha.ts'
import { loadProof, loadRecordsPage } from './answer.ts'
import { Busy } from '../../../platform/concurrency/admission-gate.ts'
import { firstPlaceOf } from '../visits/first-place.ts'
import { addressOf, originOf } from '../limits/guess-limits.ts'
import { clientLimits } from '../../system/identity/client-limits.ts'
import { paperRoutes } from './papers.ts'
import { isActive, type KnownCode, openForPublic } from '../limits/open-code.ts'
import { toPageRequest } from './page-query.ts'
import { pageAdmission, type PageReader } from './page-admission.ts'
import { requestFacts } from './request-facts.ts'
import { markOfCheck, marksOfScan } from '../visits/visit-answer.ts'
import { CallerGone } from '../../../platform/concurrency/abortable.ts'
import { createWorkTask, markWorkSpent, verifyWork, type WorkBinding } from '../limits/proof-of-work.ts'

/** Whether a browser announces that nobody looks at the page yet: it loads what may be opened next. */
const isPrefetch = (headers: Call['request']['headers']): boolean =>
  [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']].some(value =>
    /\bprefetch\b|\bpreview\b/i.test(String(value ?? '')),
  )

/** Opens an active code. @throws Refusal code.unknown, trace.notActivated, tooMany */
async function openActive(services: Services, text: string, ip: string): Promise<KnownCode> {
  const opened = await openForPublic(services, text, ip)
  if (!isActive(opened)) {
    // Nobody can have such a code honestly: a label was printed too early, or codes leaked.
    services.log.warn(
      { request: opened.entry.requestNumber, serial: opened.serial, ip },
      'a code was scanned or checked before its activation',
    )
    throw new Refusal('trace.notActivated')
  }
  return opened
}

/** The visit to log; half a position counts as none, and so does that of a device without a fix. */
async function visitOf(
  services: Services,
  { entry, serial }: KnownCode,
  body: { longitude?: number | null; latitude?: number | null },
  ip: string,
): Promise<Omit<Visit, 'device' | 'mark'>> {
  const { productId } = await requestFacts(services.database, entry)
  const { longitude, latitude } = body
  const isMeasured = typeof longitude === 'number' && typeof latitude === 'number' && !isNoFix(longitude, latitude)
  const position = isMeasured ? { longitude, latitude } : null
  const place = position && (await loadPlaces()).placeOf(position.longitude, position.latitude)
  return {
    tenantId: entry.tenantId,
    requestNumber: entry.requestNumber,
    serial,
    productId,
    longitude: position?.longitude ?? null,
    latitude: position?.latitude ?? null,
    country: place?.country ?? null,
    province: place?.province ?? null,
    city: place?.city ?? null,
    district: place?.district ?? null,
    ip: addressOf(ip),
  }
}

/** Longest wait of an answer for clone detection to judge its visit. */
const judgeWaitMs = 2000

/**
 * Reports a visit with a position to clone detection, and answers the warnings about the code. The first visit of a code, and
 * a visit without a position, do not wait.
 */
async function reportSighting(
  services: Services,
  visit: Omit<Visit, 'mark'> & { genuine?: boolean },
  visits: number,
): Promise<TraceWarning[]> {
  const { longitude, tenantId, requestNumber, serial, genuine, ip, device, country, province, city } = visit
  if (longitude === null) return []
  const code = { tenantId, requestNumber, serial }
  const wantsWarnings = visits > 1
  const by = [genuine ?? 'scan', ip, device, country, province, city].join(' ')
  const judged = services.cloneDetector.evaluateSoon(code, { wantsWarnings, by })
  if (!wantsWarnings) return []
  const warnings = await Promise.race([judged, pause(judgeWaitMs, undefined, { ref: false })])
  return warnings ?? services.cloneDetector.warnings(code)
}

const serialOf = ({ entry, serial }: KnownCode) => ({ requestNumber: entry.requestNumber, serial })

/** First and last character of the typed code, enough to tell a slip from a guess; the code itself is never stored. */
export function hintOf(typed: string): string {
  const letters = Array.from(typed).map(letter => (/[\x21-\x7e]/.test(letter) ? letter : '?'))
  return letters.length < 6 ? '…' : `${letters[0]}…${letters.at(-1)}`
}

/** Redeems a captcha; it is used up even when wrong. @throws Refusal auth.captchaWrong, auth.captchaExpired */
async function redeemCaptcha(services: Services, ip: string, captcha: { uuid: string; text: string }): Promise<void> {
  const refused = await services.database.acrossTenants('scan', async db => {
    try {
      await solveCaptcha(db, services.secrets, ip, captcha.uuid, captcha.text)
      return undefined
    } catch (error) {
      // Returned, not thrown: the captcha is only used up when the transaction commits.
      if (error instanceof Refusal) return error
      throw error
    }
  })
  if (refused) throw refused
}

/** Redeems proof of work for this attempt. @returns its bits; 0 for an invalid or used task */
async function redeemWork(
  services: Services,
  work: { task: string; answer: string },
  about: WorkBinding,
): Promise<number> {
  const bits = verifyWork(services.secrets, work, about)
  if (bits === 0) return 0
  return (await services.database.acrossTenants('scan', db => markWorkSpent(db, work.task))) ? bits : 0
}

/** Reads for a client once admitted; answers 503 when that takes too long. */
async function whenAdmitted<T>(
  { services, ip, signal, reply, language, requestId }: Call,
  serve: (reader: PageReader) => Promise<T>,
) {
  try {
    return await pageAdmission(services).read(ip, signal, serve)
  } catch (error) {
    if (error instanceof Busy)
      return reply
        .code(503)
        .header('retry-after', '3')
        .send(refusalBody(language, new Refusal('trace.busy'), requestId))
    // The client is gone.
    if (error instanceof CallerGone) return reply.code(503).send()
    // It says nothing about the item, only that nothing can be proven now.
    if (error instanceof StoredDamage) {
      reportDamage(services, error)
      const refusal = new Refusal('trace.ledgerDamaged', {}, { data: { part: error.part } })
      return reply.code(503).send(refusalBody(language, refusal, requestId))
    }
    throw error
  }
}

export const traceRoutes: RouteSpec[] = [
  ...paperRoutes,
  serve(traceCode, async call => {
    const { services, params, language, ip } = call
    clientLimits(services).lookup(ip)
    const opened = await openForPublic(services, params.code ?? '', ip)
    return whenAdmitted(call, reader => reader.trace(opened, language))
  }),
  serve(traceRecords, async call => {
    const { services, params, query, language, ip, signal } = call
    clientLimits(services).lookup(ip)
    const opened = await openForPublic(services, params.code ?? '', ip)
    return whenAdmitted(call, ({ work }) =>
      work(() => loadRecordsPage(services, opened, language, toPageRequest(query), signal)),
    )
  }),
  serve(traceProof, async call => {
    const { services, params, query, ip, signal } = call
    clientLimits(services).lookup(ip)
    const opened = await openForPublic(services, params.code ?? '', ip)
    const { records, stage, since, entries, ...rest } = query
    const wanted = { since, entries, ...(stage ? { page: toPageRequest({ stage, ...rest }) } : { records }) }
    return whenAdmitted(call, ({ work }) => work(() => loadProof(services, opened, wanted, signal)))
  }),
  serve(countScan, async ({ services, body, ip, request }): Promise<ScanAnswer> => {
    if (isPrefetch(request.headers)) throw new Refusal('trace.prefetch')
    clientLimits(services).scan(ip, body.device ?? null)
    const opened = await openActive(services, body.code, ip)
    const device = body.device ?? null
    const visit = { ...(await visitOf(services, opened, body, ip)), device }
    const marks = marksOfScan({ device, visit: body.visit ?? null }, serialOf(opened))
    const { scans, firstAt, first } = await services.visits.scan({ ...visit, ...marks })
    const warnings = await reportSighting(services, visit, scans)
    return { scans, firstScanAt: firstAt.toISOString(), first, ...(warnings.length > 0 ? { warnings } : {}) }
  }),
  serve(checkCode, async ({ services, body, language, ip }): Promise<CheckAnswer> => {
    clientLimits(services).lookup(ip)
    const opened = await openActive(services, body.code, ip)
    const { codes, serial, entry } = opened
    if (entry.foreign) throw new Refusal('trace.noSecurityCode')
    const genuine = checkSecurityCode(
      codes.security(serial, entry.codeRule, entry.securityLength),
      body.securityCode,
      entry.codeRule,
    )
    const typed = normaliseSecurityCode(body.securityCode, entry.codeRule)
    const mark = body.visit ? markOfCheck(services.secrets, body.visit, serialOf(opened), typed) : null
    // A repeated check whose first answer was lost has used its captcha already.
    const paysAnew = (body.captcha || body.work) && !(mark && (await services.visits.known(mark)))
    if (paysAnew && body.captcha) await redeemCaptcha(services, ip, body.captcha)
    const origin = originOf(services.secrets, ip, body.device ?? null)
    const about = { requestNumber: entry.requestNumber, serial, device: origin.device }
    const workBits = paysAnew && body.work ? await redeemWork(services, body.work, about) : 0
    const attempt = {
      ...(await visitOf(services, opened, body, ip)),
      device: body.device ?? null,
      genuine,
      hint: hintOf(typed),
      origin,
      solved: body.captcha ? ('picture' as const) : workBits,
      mark,
    }
    const { challenged, work, right, wrong, firstAt, firstRightAt, first } = await services.visits.check(attempt)
    if (!challenged) void reportSighting(services, attempt, 1)
    const counts = {
      checks: right + wrong,
      wrongChecks: wrong,
      firstCheckAt: firstAt?.toISOString() ?? null,
      firstRightAt: firstRightAt?.toISOString() ?? null,
      first,
    }
    if (challenged) {
      const { uuid, img } = await makeCaptcha(services, ip)
      return {
        outcome: 'notJudged',
        ...counts,
        challenge: {
          uuid,
          image: img,
          ...(work ? { work: { task: createWorkTask(services.secrets, work, about), bits: work } } : {}),
        },
      }
    }
    if (!genuine) return { outcome: 'notGenuine', ...counts }
    const firstPlace = first || !firstRightAt ? null : await firstPlaceOf(services, opened, firstRightAt, language)
    return { outcome: 'genuine', ...counts, ...(firstPlace ? { firstPlace } : {}) }
  }),
]
