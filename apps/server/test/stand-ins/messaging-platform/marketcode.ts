import { randomBytes } from 'node:crypto'
import { codeAt, packageOf } from './codes.ts'
import type { Platform } from './platform.ts'
import { type Answer, refused } from './refusal.ts'

export interface Application {
  id: number
  ours: string
  count: number
  /** How often its state was requested. The state advances by this count, so that nothing sleeps. */
  requestCount: number
  activations: Activation[]
}

interface Activation {
  first: number
  last: number
  product: Record<string, unknown>
}

/** Errors whose number the documentation does not give: the stand-in's own. */
const ownNumber = 80300
/** Codes to a package, as the documentation's example has it. */
const packageSize = 50_000

const segmentsOf = ({ count }: Application) =>
  Array.from({ length: Math.ceil(count / packageSize) }, (_, nth) => ({
    code_start: nth * packageSize,
    code_end: Math.min(count, (nth + 1) * packageSize) - 1,
  }))

const statusOf = ({ requestCount }: Application) =>
  requestCount <= 1 ? 'INIT' : requestCount <= 2 ? 'PROCESSING' : 'FINISH'

const text = (body: Answer, name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')

/** The six calls of one item, one code. */
export function marketcode(platform: Platform, name: string, body: Answer): Answer {
  const { applications } = platform
  const known = () => {
    const application = applications.find(
      each =>
        (body.application_id !== undefined && String(each.id) === String(body.application_id)) ||
        (body.application_id === undefined && each.ours === text(body, 'isv_application_id')),
    )
    if (!application) throw refused(80301, 'application does not belong to this account')
    return application
  }
  switch (name) {
    case 'applycode': {
      const ours = text(body, 'isv_application_id')
      const count = Number(body.code_count)
      if (ours === '' || ours.length > 128) throw refused(ownNumber, 'isv_application_id missing')
      const before = applications.find(each => each.ours === ours)
      if (before && before.count !== count) throw refused(ownNumber, 'other code_count for the same application')
      if (before) return { application_id: before.id }
      if (!(count >= 10_000 && count <= 20_000_000 && count % 10_000 === 0))
        throw refused(ownNumber, 'code_count out of rule')
      const application = { id: 581_865_877 + applications.length, ours, count, requestCount: 0, activations: [] }
      applications.push(application)
      return { application_id: application.id }
    }
    case 'applycodequery': {
      const application = known()
      application.requestCount++
      const status = statusOf(application)
      return {
        status,
        isv_application_id: application.ours,
        application_id: application.id,
        create_time: 1_700_000_000,
        update_time: 1_700_000_001,
        ...(status === 'FINISH' ? { code_generate_list: segmentsOf(application) } : {}),
      }
    }
    case 'applycodedownload': {
      const application = known()
      const { code_start: first, code_end: last } = body as { code_start: number; code_end: number }
      if (statusOf(application) !== 'FINISH') throw refused(ownNumber, 'not finished')
      if (!segmentsOf(application).some(each => each.code_start === first && each.code_end === last))
        throw refused(ownNumber, 'no such segment')
      const cut = platform.fault === 'badSegment' ? 1 : 0
      const key = platform.fault === 'wrongKey' ? 'fedcba9876543210' : platform.codeKey
      return { buffer: packageOf(application.id, first, last - cut, key) }
    }
    case 'codeactive': {
      const application = known()
      const needed = ['activity_name', 'product_brand', 'product_title', 'product_code', 'wxa_appid', 'wxa_path']
      if (needed.some(field => text(body, field) === '')) throw refused(40097, 'invalid args')
      const type = body.wxa_type ?? 0
      const { code_start: first, code_end: last } = body as { code_start: number; code_end: number }
      if (![0, 1, 2].includes(type as number)) throw refused(40097, 'invalid wxa_type')
      if (statusOf(application) !== 'FINISH') throw refused(ownNumber, 'not finished')
      if (!(first >= 0 && first <= last && last < application.count)) throw refused(ownNumber, 'range')
      // Undocumented, so the strict way: a range lies within one package and is activated once.
      if (Math.floor(first / packageSize) !== Math.floor(last / packageSize)) throw refused(ownNumber, 'two segments')
      if (application.activations.some(each => each.first <= last && each.last >= first))
        throw refused(ownNumber, 'activated already')
      application.activations.push({ first, last, product: { ...body, wxa_type: type } })
      return {}
    }
    case 'codeactivequery': {
      if (body.application_id !== undefined) {
        if (body.code_index === undefined) throw refused(40097, 'code_index')
        return answerCode(known(), Number(body.code_index))
      }
      const place = placeOf(platform, text(body, 'code') || text(body, 'code_url'))
      if (!place) throw refused(ownNumber, 'unknown code')
      return answerCode(place.application, place.position)
    }
    case 'tickettocode': {
      const scan = platform.scans.get(text(body, 'code_ticket'))
      if (!scan || scan.openid !== body.openid) throw refused(40097, 'invalid args')
      return answerCode(scan.application, scan.position)
    }
    default:
      throw refused(40066, 'invalid url')
  }
}

function answerCode(application: Application, position: number): Answer {
  if (!(position >= 0 && position < application.count)) throw refused(40097, 'invalid args')
  const activation = application.activations.find(each => each.first <= position && each.last >= position)
  const { code } = codeAt(application.id, position)
  // What a code that is not activated answers is not documented: here its number without a product.
  if (!activation) return { code, application_id: application.id, isv_application_id: application.ours }
  const { activity_name, product_brand, product_title, product_code, wxa_appid, wxa_path, wxa_type } =
    activation.product
  return {
    code,
    application_id: application.id,
    isv_application_id: application.ours,
    activity_name,
    product_brand,
    product_title,
    product_code,
    wxa_appid,
    wxa_path,
    wxa_type,
    code_start: activation.first,
    code_end: activation.last,
  }
}

function placeOf({ applications }: Platform, wanted: string) {
  for (const application of applications)
    for (let position = 0; position < Math.min(application.count, 1000); position++) {
      const { code, address } = codeAt(application.id, position)
      if (code === wanted || address === wanted) return { application, position }
    }
  return undefined
}

/** A user scans a printed code: the address that the platform's app would open. Undefined for a code that is not activated. */
export function scan(platform: Platform, address: string, openid: string) {
  const place = placeOf(platform, address.replace(/^https?:\/\//, ''))
  const active = place?.application.activations.find(
    each => each.first <= place.position && each.last >= place.position,
  )
  if (!place || !active) return undefined
  const ticket = randomBytes(16).toString('hex')
  platform.scans.set(ticket, { ...place, openid })
  return {
    appId: active.product.wxa_appid,
    path: `${active.product.wxa_path}?code_ticket=${ticket}`,
    ticket,
    scene: 1124,
  }
}
