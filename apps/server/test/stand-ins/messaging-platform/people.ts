import { randomBytes } from 'node:crypto'
import type { Platform } from './platform.ts'
import { type Answer, refused } from './refusal.ts'

/** A visitor at the consent page of the platform. */
export interface Person {
  openid: string
  nickname: string
  headimgurl: string
}

export interface LoginCode {
  person: Person
  scope: string
  snapshot: boolean
  madeAt: number
  used: boolean
}

const codeSeconds = 300

/** What a visitor can do at the consent page; `snapshot` looks on without being known. */
export const choices = ['agrees', 'refuses', 'snapshot'] as const
export type Choice = (typeof choices)[number]

/** The consent page for people. @param search query of its own address, to be asked again with the choice */
export const consentPage = (search: string): string =>
  choices.map(choice => `<p><a href="${search.replace(/["<>]/g, '')}&amp;as=${choice}">${choice}</a></p>`).join('')

/** Parameters of the authorize address, in the order that the platform insists on. */
const order = ['appid', 'redirect_uri', 'response_type', 'scope', 'state']

/**
 * The consent page: the address that the visitor's choice leads to. `null` with the number that its error page shows.
 * @param query as it is in the address
 */
export function authorize(platform: Platform, query: string, visitor: Choice): { to: string } | { error: number } {
  const params = new URLSearchParams(query)
  const names = [...params.keys()]
  if (order.some((name, place) => names[place] !== name)) return { error: 10_000 }
  const get = (name: string) => params.get(name) ?? ''
  if (get('appid') !== platform.appId) return { error: 10_012 }
  if (get('redirect_uri') === '') return { error: 10_011 }
  if (get('response_type') !== 'code') return { error: 10_000 }
  if (!/^snsapi_(base|userinfo)$/.test(get('scope'))) return { error: 10_010 }
  if (!/^[A-Za-z0-9]{1,128}$/.test(get('state'))) return { error: 10_013 }
  const target = new URL(get('redirect_uri'))
  if (target.hostname !== platform.callbackHost) return { error: 10_003 }
  if (visitor !== 'refuses') {
    const snapshot = visitor === 'snapshot'
    const person = snapshot ? { openid: 'snapshot-user', nickname: '微信用户', headimgurl: '' } : platform.person
    const code = randomBytes(16).toString('hex')
    platform.loginCodes.set(code, { person, scope: get('scope'), snapshot, madeAt: platform.now(), used: false })
    target.searchParams.set('code', code)
  }
  target.searchParams.set('state', get('state'))
  return { to: target.toString() }
}

function take(platform: Platform, codes: Map<string, LoginCode>, code: string | null): LoginCode {
  if (!code) throw refused(41008, 'missing code')
  const issued = codes.get(code)
  if (!issued || platform.now() - issued.madeAt > codeSeconds * 1000) throw refused(40029, 'invalid code')
  if (issued.used) throw refused(40163, 'code been used')
  issued.used = true
  return issued
}

function assertAccount(query: URLSearchParams, appId: string, secret: string): void {
  if (query.get('appid') !== appId) throw refused(40013, 'invalid appid')
  if (query.get('secret') !== secret) throw refused(40125, 'invalid appsecret')
}

/** Calls about one visitor, by page token or login code. Their successes carry no errcode. */
export function sns(platform: Platform, path: string, query: URLSearchParams): Answer {
  switch (path) {
    case '/sns/oauth2/access_token': {
      assertAccount(query, platform.appId, platform.secret)
      const { person, scope, snapshot } = take(platform, platform.loginCodes, query.get('code'))
      const access_token = randomBytes(24).toString('base64url')
      platform.pageTokens.set(access_token, { person, scope })
      return {
        access_token,
        expires_in: 7200,
        refresh_token: randomBytes(24).toString('base64url'),
        openid: person.openid,
        scope,
        ...(snapshot ? { is_snapshotuser: 1 } : {}),
      }
    }
    case '/sns/userinfo': {
      const known = platform.pageTokens.get(query.get('access_token') ?? '')
      if (!known || known.person.openid !== query.get('openid')) throw refused(40001, 'invalid credential')
      if (known.scope !== 'snsapi_userinfo') throw refused(48001, 'api unauthorized')
      return { ...known.person, sex: 0, language: '', city: '', province: '', country: '', privilege: [] }
    }
    case '/sns/jscode2session': {
      assertAccount(query, platform.miniAppId, platform.miniSecret)
      const { person } = take(platform, platform.miniCodes, query.get('js_code'))
      return { openid: `mini-${person.openid}`, session_key: randomBytes(16).toString('base64') }
    }
    default:
      throw refused(40066, 'invalid url')
  }
}

/** What the platform's app gives a mini-program that asks for a login. */
export function miniLoginCode(platform: Platform, person: Person = platform.person): string {
  const code = randomBytes(16).toString('hex')
  platform.miniCodes.set(code, { person, scope: '', snapshot: false, madeAt: platform.now(), used: false })
  return code
}
