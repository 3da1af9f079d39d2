import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { toRequestListener } from '../../../../../scripts/request-handler.ts'
import { type Application, marketcode } from './marketcode.ts'
import { authorize, type Choice, choices, consentPage, type LoginCode, type Person, sns } from './people.ts'
import { type Answer, Refused, refused } from './refusal.ts'
import { verifierPage } from './script.ts'

/** The fault of every call of a kind, until it is undefined again. */
export type Fault =
  | 'down'
  | 'slow'
  | 'garbage'
  | 'busy'
  | 'rateLimit'
  | 'notListed'
  | 'notAllowed'
  | 'badSegment'
  | 'wrongKey'

/**
 * The messaging platform as its documentation says, with what clients have observed. What is documented nowhere is marked
 * where it is decided (marketcode.ts), so that nobody takes it for the platform's own behaviour.
 */
export interface Platform {
  url: string
  appId: string
  secret: string
  miniAppId: string
  miniSecret: string
  codeKey: string
  /** Host that may be redirected to, and whose pages may use the script. */
  callbackHost: string
  fault: Fault | undefined
  /** The calls that the fault concerns, by the end of their path; all of them when empty. */
  faultAt: string
  /** How often the fault still occurs; for ever when undefined. */
  faultTimes: number | undefined
  /** The delay of a slow answer, ms. */
  slowMs: number
  /** What visitors do at the consent page; `asks` shows it to a person who tries it by hand. */
  visitor: Choice | 'asks'
  person: Person
  applications: Application[]
  scans: Map<string, { application: Application; position: number; openid: string }>
  loginCodes: Map<string, LoginCode>
  miniCodes: Map<string, LoginCode>
  pageTokens: Map<string, { person: Person; scope: string }>
  /** Every call, in order. */
  calls: { path: string; body: Answer }[]
  /** Its clock, ms: tests set it forward. */
  ahead: number
  now(): number
  /** Ends every token at once, as a change of secret does. */
  endTokens(): void
  ticket(): string
  stop(): Promise<void>
}

interface Token {
  value: string
  kind: 'service' | 'mini'
  until: number
}

const tokenSeconds = 7200

/** Starts it on a free port, or on the given one. */
export async function startMessagingPlatform({
  port = 0,
  callbackHost = 'localhost',
}: {
  port?: number
  callbackHost?: string
} = {}): Promise<Platform> {
  const tokens: Token[] = []
  let ticket = { value: '', until: 0 }

  const stableToken = (body: Answer): Answer => {
    if (body.grant_type !== 'client_credential') throw refused(40002, 'invalid grant_type')
    if (!body.appid) throw refused(41002, 'appid missing')
    if (!body.secret) throw refused(41004, 'appsecret missing')
    const kind = body.appid === self.appId ? 'service' : body.appid === self.miniAppId ? 'mini' : undefined
    if (!kind) throw refused(40013, 'invalid appid')
    if (body.secret !== (kind === 'service' ? self.secret : self.miniSecret)) throw refused(40125, 'invalid appsecret')
    const present = tokens.findLast(token => token.kind === kind && token.until - self.now() > 300_000)
    if (present && body.force_refresh !== true) return tokenAnswer(present)
    if (present) present.until = 0
    const token: Token = { value: randomBytes(48).toString('base64url'), kind, until: self.now() + tokenSeconds * 1000 }
    tokens.push(token)
    return tokenAnswer(token)
  }
  const tokenAnswer = ({ value, until }: Token) => ({
    access_token: value,
    expires_in: Math.floor((until - self.now()) / 1000),
  })
  const assertToken = (value: string | null, kind: Token['kind']) => {
    if (!value) throw refused(41001, 'access_token missing')
    if (!/^[\w-]{20,512}$/.test(value)) throw refused(40014, 'invalid access_token')
    const issued = tokens.find(token => token.value === value)
    if (!issued) throw refused(40001, 'invalid credential, access_token is invalid or not latest')
    if (issued.until <= self.now()) throw refused(42001, 'access_token expired')
    if (issued.kind !== kind) throw refused(48001, 'api unauthorized')
  }

  const answered = (method: string, path: string, query: URLSearchParams, body: () => Answer): Answer => {
    if (path === '/cgi-bin/stable_token') {
      if (method !== 'POST') throw refused(43002, 'require POST method')
      return stableToken(body())
    }
    if (path === '/cgi-bin/ticket/getticket') {
      assertToken(query.get('access_token'), 'service')
      if (query.get('type') !== 'jsapi') throw refused(40097, 'invalid args')
      return { ticket: self.ticket(), expires_in: Math.floor((ticket.until - self.now()) / 1000) }
    }
    if (path.startsWith('/intp/marketcode/')) {
      if (method !== 'POST') throw refused(43002, 'require POST method')
      assertToken(query.get('access_token'), 'service')
      return marketcode(self, path.split('/').at(-1)!, body())
    }
    if (path.startsWith('/sns/')) return sns(self, path, query)
    throw refused(40066, 'invalid url')
  }

  const faultOf = (path: string): Fault | undefined => {
    if (!self.fault || !path.endsWith(self.faultAt)) return undefined
    if (self.faultTimes === undefined) return self.fault
    if (self.faultTimes === 0) return undefined
    self.faultTimes--
    return self.fault
  }

  const server = createServer(
    toRequestListener(async (request, response) => {
      const address = new URL(request.url ?? '', self.url)
      const path = address.pathname
      if (path === '/connect/oauth2/authorize') {
        const choice =
          self.visitor === 'asks' ? choices.find(one => one === address.searchParams.get('as')) : self.visitor
        if (!choice) return response.writeHead(200, { 'content-type': 'text/html' }).end(consentPage(address.search))
        const result = authorize(self, address.search.slice(1), choice)
        self.calls.push({ path, body: Object.fromEntries(address.searchParams) })
        if ('error' in result)
          return response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>${result.error}</h1>`)
        return response.writeHead(302, { location: result.to }).end()
      }
      if (path === '/jweixin.js' || path === '/verify') return verifierPage(self, address, response)
      const raw = await text(request)
      const fault = faultOf(path)
      if (fault === 'down') return request.socket.destroy()
      if (fault === 'slow') await new Promise(done => setTimeout(done, self.slowMs))
      if (fault === 'garbage') return response.end('<html>maintenance</html>')
      // Some of its answers are called plain text.
      const type = path.startsWith('/sns/') ? 'text/plain' : 'application/json; encoding=utf-8'
      const send = (answer: Answer) => response.writeHead(200, { 'content-type': type }).end(JSON.stringify(answer))
      let parsed: Answer = {}
      try {
        const errors = {
          busy: [-1, 'system error'],
          rateLimit: [45011, 'minute limit'],
          notListed: [40164, 'invalid ip'],
          notAllowed: [48001, 'api unauthorized'],
        } as const
        const error = fault && fault in errors ? errors[fault as keyof typeof errors] : undefined
        if (error) throw refused(error[0], error[1])
        const answer = answered(request.method ?? 'GET', path, address.searchParams, () => {
          if (raw === '') throw refused(44002, 'empty post data')
          try {
            parsed = JSON.parse(raw) as Answer
          } catch {
            throw refused(47001, 'data format error')
          }
          return parsed
        })
        self.calls.push({ path, body: parsed })
        const bare = path.startsWith('/sns/') || path.endsWith('stable_token')
        send(bare ? answer : { errcode: 0, errmsg: 'ok', ...answer })
      } catch (error) {
        self.calls.push({ path, body: parsed })
        if (!(error instanceof Refused)) throw error
        send({ errcode: error.errcode, errmsg: `${error.message} rid: 6789-${self.calls.length}` })
      }
    }),
  )

  const self: Platform = {
    url: '',
    appId: 'wx0000000000000001',
    secret: 'stand-in-secret-of-the-service-account',
    miniAppId: 'wx0000000000000002',
    miniSecret: 'stand-in-secret-of-the-mini-program',
    codeKey: '0123456789abcdef',
    callbackHost,
    fault: undefined,
    faultAt: '',
    faultTimes: undefined,
    slowMs: 300,
    visitor: 'agrees',
    person: { openid: 'person-1', nickname: '林中客 🌲', headimgurl: '' },
    applications: [],
    scans: new Map(),
    loginCodes: new Map(),
    miniCodes: new Map(),
    pageTokens: new Map(),
    calls: [],
    ahead: 0,
    now: () => Date.now() + self.ahead,
    endTokens() {
      for (const token of tokens) token.until = 0
    },
    ticket() {
      if (ticket.until <= self.now())
        ticket = { value: randomBytes(30).toString('base64url'), until: self.now() + tokenSeconds * 1000 }
      return ticket.value
    },
    stop: () =>
      new Promise<void>(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return self
}
