import { checkCode, countScan, traceCode, traceProof, traceRecords } from '@timbermark/contract/calls'
import { checkSecurityCode, normaliseSecurityCode } from '@timbermark/codes'
import { setTimeout as pause } from 'node:timers/promises'
import type { CheckAnswer, ScanAnswer, TraceWarning } from '@timbermark/contract/trace'
import { type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal, refusalBody } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import type { Visit } from '../visits/visit-counter.ts'
import { loadPlaces } from '../../place/places.ts'
import { makeCaptcha, solveCaptcha } from '../../system/identity/captcha.ts'
import { proofOf, recordsPage } from './answer.ts'
import { Busy } from '../../../platform/concurrency/admission-gate.ts'
import { firstPlaceOf } from '../visits/first-place.ts'
import { addressOf, originOf } from '../limits/guess-limits.ts'
import { clientLimits } from '../../system/identity/client-limits.ts'
import { paperRoutes } from './papers.ts'
import { isActive, type KnownCode, openForPublic } from '../limits/open-code.ts'
import { pageAskOf } from './page-query.ts'
import { readers, type Reading } from './page-admission.ts'
import { requestFacts } from './request-facts.ts'
import { markOfCheck, markOfScan } from '../visits/visit-answer.ts'
import { CallerGone } from '../../../platform/concurrency/abortable.ts'
import { makeWork, spendWork, workDone, type WorkFor } from '../limits/proof-of-work.ts'

/** Opens a code that has been handed out. @throws Refusal code.unknown, trace.notActivated, tooMany */
async function openActive(services: Services, text: string, ip: string): Promise<KnownCode> {
  const opened = await openForPublic(services, text, ip)
  if (!isActive(opened)) {
    // Nobody can hold such a code honestly: a label printed too early, or a leak.
    services.log.warn(
      { request: opened.entry.requestNumber, serial: opened.serial, ip },
      'a code was met before its activation',
    )
    throw new Refusal('trace.notActivated')
  }
  return opened
}

/** The visit as it is logged; half a position is none. */
async function visitOf(
  services: Services,
  { entry, serial }: KnownCode,
  body: { longitude?: number | null; latitude?: number | null },
  ip: string,
): Promise<Omit<Visit, 'device' | 'mark'>> {
  const { productId } = await requestFacts(services.database, entry)
  const { longitude, latitude } = body
  const given = typeof longitude === 'number' && typeof latitude === 'number' ? { longitude, latitude } : null
  const place = given && (await loadPlaces()).placeOf(given.longitude, given.latitude)
  return {
    tenantId: entry.tenantId,
    requestNumber: entry.requestNumber,
    serial,
    productId,
    longitude: given?.longitude ?? null,
    latitude: given?.latitude ?? null,
    country: place?.country ?? null,
    province: place?.province ?? null,
    city: place?.city ?? null,
    district: place?.district ?? null,
    ip: addressOf(ip),
  }
}

/** An answer waits no longer than this for what its own visit says of the code. */
const judgedMs = 2000

/**
 * Hands a visit that says where it was to the watch, and tells what is known of the code after it. Who is the first to meet a
 * code, or shares no position, waits for nothing.
 */
async function heard(
  services: Services,
  visit: Omit<Visit, 'mark'> & { genuine?: boolean },
  visits: number,
): Promise<TraceWarning[]> {
  const { longitude, tenantId, requestNumber, serial, genuine, ip, device, country, province, city } = visit
  if (longitude === null) return []
  const code = { tenantId, requestNumber, serial }
  const asked = visits > 1
  const by = [genuine ?? 'scan', ip, device, country, province, city].join(' ')
  const judged = services.cloneDetector.evaluateSoon(code, { wantsWarnings: asked, by })
  if (!asked) return []
  const told = await Promise.race([judged, pause(judgedMs, undefined, { ref: false })])
  return told ?? services.cloneDetector.warnings(code)
}

const placeOf = ({ entry, serial }: KnownCode) => ({ requestNumber: entry.requestNumber, serial })

/** First and last character of what was typed, enough to tell a slip from a guess; the code itself is never written down. */
export function hintOf(typed: string): string {
  const letters = Array.from(typed).map(letter => (/[\x21-\x7e]/.test(letter) ? letter : '?'))
  return letters.length < 6 ? '…' : `${letters[0]}…${letters.at(-1)}`
}

/** Uses the picture up, whatever comes of it. @throws Refusal auth.captchaWrong, auth.captchaExpired */
async function solve(services: Services, ip: string, captcha: { uuid: string; text: string }): Promise<void> {
  const refused = await services.database.acrossTenants('scan', async db => {
    try {
      await solveCaptcha(db, services.secrets, ip, captcha.uuid, captcha.text)
      return undefined
    } catch (error) {
      // Returned, not thrown: the picture is only used up when the transaction is kept.
      if (error instanceof Refusal) return error
      throw error
    }
  })
  if (refused) throw refused
}

/** Bits of work that were done for this try, of a task that was never used; 0 for what is none. */
async function paidBy(services: Services, work: { task: string; answer: string }, about: WorkFor): Promise<number> {
  const bits = workDone(services.secrets, work, about)
  if (bits === 0) return 0
  return (await services.database.acrossTenants('scan', db => spendWork(db, work.task))) ? bits : 0
}

/** Reads for a client when its turn comes; one that cannot be served soon is told so, with 503. */
async function inTurn<T>(
  { services, ip, signal, reply, language, requestId }: Call,
  serve: (reading: Reading) => Promise<T>,
) {
  try {
    return await readers(services).read(ip, signal, serve)
  } catch (error) {
    if (error instanceof Busy)
      return reply
        .code(503)
        .header('retry-after', '3')
        .send(refusalBody(language, new Refusal('trace.busy'), requestId))
    // Nobody is there to read it.
    if (error instanceof CallerGone) return reply.code(503).send()
    throw error
  }
}

export const traceRoutes: RouteSpec[] = [
  ...paperRoutes,
  serve(traceCode, async call => {
    const { services, params, language, ip } = call
    clientLimits(services).lookup(ip)
    const opened = await openForPublic(services, params.code ?? '', ip)
    return inTurn(call, reading => reading.trace(opened, language))
  }),
  serve(traceRecords, async call => {
    const { services, params, query, language, ip, signal } = call
    clientLimits(services).lookup(ip)
    const opened = await openForPublic(services, params.code ?? '', ip)
    return inTurn(call, ({ work }) => work(() => recordsPage(services, opened, language, pageAskOf(query), signal)))
  }),
  serve(traceProof, async call => {
    const { services, params, query, ip, signal } = call
    clientLimits(services).lookup(ip)
    const opened = await openForPublic(services, params.code ?? '', ip)
    const { records, stage, since, ...rest } = query
    const wanted = { since, ...(stage ? { page: pageAskOf({ stage, ...rest }) } : { records }) }
    return inTurn(call, ({ work }) => work(() => proofOf(services, opened, wanted, signal)))
  }),
  serve(countScan, async ({ services, body, ip }): Promise<ScanAnswer> => {
    clientLimits(services).scan(ip, body.device ?? null)
    const opened = await openActive(services, body.code, ip)
    const visit = { ...(await visitOf(services, opened, body, ip)), device: body.device ?? null }
    const mark = body.visit ? markOfScan(body.visit, placeOf(opened)) : null
    const { scans, firstAt, first } = await services.visits.scan({ ...visit, mark })
    const warnings = await heard(services, visit, scans)
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
    const mark = body.visit ? markOfCheck(services.secrets, body.visit, placeOf(opened), typed) : null
    // A check whose answer was lost has used its picture up.
    const paysAnew = (body.captcha || body.work) && !(mark && (await services.visits.known(mark)))
    if (paysAnew && body.captcha) await solve(services, ip, body.captcha)
    const origin = originOf(services.secrets, ip, body.device ?? null)
    const about = { requestNumber: entry.requestNumber, serial, device: origin.device }
    const worked = paysAnew && body.work ? await paidBy(services, body.work, about) : 0
    const attempt = {
      ...(await visitOf(services, opened, body, ip)),
      device: body.device ?? null,
      genuine,
      hint: hintOf(typed),
      origin,
      solved: body.captcha ? ('picture' as const) : worked,
      mark,
    }
    const { challenged, work, right, wrong, firstAt, firstRightAt, first } = await services.visits.check(attempt)
    if (!challenged) void heard(services, attempt, 1)
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
          ...(work ? { work: { task: makeWork(services.secrets, work, about), bits: work } } : {}),
        },
      }
    }
    if (!genuine) return { outcome: 'notGenuine', ...counts }
    const firstPlace = first || !firstRightAt ? null : await firstPlaceOf(services, opened, firstRightAt, language)
    return { outcome: 'genuine', ...counts, ...(firstPlace ? { firstPlace } : {}) }
  }),
]
