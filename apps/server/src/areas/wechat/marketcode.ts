import type { MiniVersion } from '@timbermark/contract'
import type { Services } from '../../platform/services.ts'
import type { Account } from './account.ts'
import { MessagingError } from './answers.ts'
import { ask, type MessagingAnswer } from './platform-request.ts'
import { withToken } from './tokens.ts'

/** A package of 50,000 codes is some 8 MB and takes time. */
const packagePatience = 120_000
const packageLargest = 64 * 1024 * 1024

export interface Segment {
  first: number
  last: number
}

/** Product data of an activation. */
export interface Product {
  activityName: string
  productBrand: string
  productTitle: string
  productCode: string
  miniAppId: string
  miniPath: string
  miniVersion: MiniVersion
}

/** The platform's data about one code. */
export interface CodeAnswer {
  code: string
  applicationId: string
  activityName: string
  productBrand: string
  productTitle: string
  miniAppId: string
  miniPath: string
  miniVersion: MiniVersion | null
  from: number | null
  to: number | null
}

/** Here 1 means development and 2 trial, in another order than elsewhere at the platform. */
const versions: readonly MiniVersion[] = ['official', 'development', 'experience']

/** The six calls about codes (one item, one code), for one account. */
export class Marketcode {
  readonly #services: Services
  readonly #account: Account
  readonly #signal: AbortSignal | undefined

  constructor(services: Services, account: Account, signal?: AbortSignal) {
    this.#services = services
    this.#account = account
    this.#signal = signal
  }

  /** Applies for codes; the same own number means the same application. @returns the platform's number */
  async apply(ours: string, count: number): Promise<string> {
    const answer = await this.#call('applycode', { code_count: count, isv_application_id: ours })
    return digits(answer.application_id)
  }

  /** @returns whether the codes are made, and if so their packages */
  async query(applicationId: string, ours: string): Promise<{ status: string; segments: Segment[] }> {
    const answer = await this.#call('applycodequery', { application_id: applicationId, isv_application_id: ours })
    const list = Array.isArray(answer.code_generate_list) ? (answer.code_generate_list as MessagingAnswer[]) : []
    return {
      status: String(answer.status ?? ''),
      segments: list.map(one => ({ first: position(one?.code_start), last: position(one?.code_end) })),
    }
  }

  /** @returns the encrypted package, base64 */
  async download(applicationId: string, { first, last }: Segment): Promise<string> {
    const answer = await this.#call(
      'applycodedownload',
      { application_id: applicationId, code_start: first, code_end: last },
      { patience: packagePatience, largest: packageLargest },
    )
    if (typeof answer.buffer !== 'string' || answer.buffer === '')
      throw new MessagingError('wechat.garbage', { cure: 'later' })
    return answer.buffer
  }

  async activate(applicationId: string, { first, last }: Segment, product: Product): Promise<void> {
    await this.#call('codeactive', {
      application_id: applicationId,
      activity_name: product.activityName,
      product_brand: product.productBrand,
      product_title: product.productTitle,
      product_code: product.productCode,
      wxa_appid: product.miniAppId,
      wxa_path: product.miniPath,
      wxa_type: versions.indexOf(product.miniVersion),
      code_start: first,
      code_end: last,
    })
  }

  /** @returns null for a code that is not activated */
  async ofPosition(applicationId: string, index: number): Promise<CodeAnswer | null> {
    return parseCodeAnswer(await this.#call('codeactivequery', { application_id: applicationId, code_index: index }))
  }

  /** @param openid the person who scanned */
  async ofTicket(openid: string, ticket: string): Promise<CodeAnswer | null> {
    return parseCodeAnswer(await this.#call('tickettocode', { openid, code_ticket: ticket }))
  }

  #call(
    name: string,
    body: Record<string, unknown>,
    limits: { patience?: number; largest?: number } = {},
  ): Promise<MessagingAnswer> {
    return withToken(this.#services, this.#account, 'service', token =>
      ask({
        base: this.#services.settings.wechat.url,
        path: `/intp/marketcode/${name}`,
        query: { access_token: token },
        body,
        signal: this.#signal,
        ...limits,
      }),
    )
  }
}

function parseCodeAnswer(answer: MessagingAnswer): CodeAnswer | null {
  const text = (name: string) => (typeof answer[name] === 'string' ? (answer[name] as string) : '')
  // The answer for a code that is not activated is not documented; without a product it counts as not activated.
  if (text('code') === '' || text('wxa_appid') === '') return null
  const type = answer.wxa_type
  return {
    code: text('code'),
    applicationId: String(answer.application_id ?? ''),
    activityName: text('activity_name'),
    productBrand: text('product_brand'),
    productTitle: text('product_title'),
    miniAppId: text('wxa_appid'),
    miniPath: text('wxa_path'),
    miniVersion: type === undefined ? null : (versions[Number(type)] ?? null),
    from: answer.code_start === undefined ? null : position(answer.code_start),
    to: answer.code_end === undefined ? null : position(answer.code_end),
  }
}

function digits(value: unknown): string {
  const text = String(value ?? '')
  if (!/^\d{1,20}$/.test(text)) throw new MessagingError('wechat.garbage', { cure: 'later' })
  return text
}

function position(value: unknown): number {
  const number = Number(value)
  if (value === null || value === undefined || !Number.isSafeInteger(number) || number < 0)
    throw new MessagingError('wechat.garbage', { cure: 'later' })
  return number
}
