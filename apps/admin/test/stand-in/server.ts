/**
 * A stand-in for the server, for viewing the shell and for its tests: answers sign-in, session and menu from made-up
 * data on a loopback port, serves the built pages, and can simulate faults. It has no rule of the product.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { extname, join, normalize } from 'node:path'
import { isSignInPath } from '@timbermark/contract'
import type { ListView } from '@timbermark/contract/calls'
import { toRequestListener } from '../../../../scripts/request-handler.ts'
import { addNetworkJitter } from '../../../../scripts/network-jitter.ts'
import { notices, type Person, people } from './data.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const captcha = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="60"><rect width="160" height="60" fill="#fbf8f2"/><path d="M8 44C50 8 96 66 152 18" stroke="#b9a88e" fill="none" stroke-width="2"/><text x="80" y="42" font-family="Georgia,serif" font-size="34" letter-spacing="8" text-anchor="middle" fill="#5b4228">7 + 2</text></svg>`

export interface Call {
  method: string
  path: string
  query: string
  headers: IncomingMessage['headers']
  body: unknown
}

/** An answer instead of the usual one; null never answers the call. */
export type Fault = { code: number; msg?: string; message?: string; error?: string } | { status: number } | null

export interface StandIn {
  origin: string
  calls: Call[]
  /** By `METHOD /path`. */
  faults: Map<string, Fault>
  /** Opens a session without the sign-in page and returns its token. */
  openSession(account: string): string
  /** Ends every session, as a restart or a forced logout would. */
  endSessions(): void
  /** Answers calls that the shell itself does not make; undefined means unknown. */
  more?: (call: Call) => unknown
  /** Saved views of every list. */
  views: ListView[]
  filing: string
  sideTheme: string
  /** Whether strong passwords are required. */
  strongPassword: boolean
  /** Whether registration is open. */
  registering: boolean
  /** Account that needs a second factor to sign in; its code is 123456. */
  owesFactor: string | undefined
  /** Nickname of the messaging platform's identity that the browser has brought; null without one. */
  identity: string | null
  /** Identities bound to the signed-in account. */
  bound: { id: number; nickname: string; appId: string; boundAt: string; usedAt: string | null }[]
  stop(): Promise<void>
}

/** What the stand-in remembers. */
interface State {
  options: StandIn
  sessions: Map<string, Person>
  /** Ids of people who have changed their initial password. */
  changed: Set<number>
  /** Notices read, by `account notice`. */
  read: Set<string>
  count: number
}

const ok = (data?: unknown) => ({ code: 200, msg: 'ok', data })
const refuse = (code: number, error: string, msg: string) => ({ code, error, msg })

/** Answers calls that need no session; undefined leaves a call to the session's answers. */
function publicAnswer(state: State, { method, path, body }: Call, token: string): unknown {
  switch (`${method} ${path}`) {
    case 'GET /system/config/configKey/sys.site.filing':
      return ok(state.options.filing)
    case 'GET /system/config/configKey/sys.index.sideTheme':
      return ok(state.options.sideTheme)
    case 'GET /system/config/configKey/sys.account.strongPassword':
      return ok(String(state.options.strongPassword))
    case 'GET /system/config/configKey/sys.account.registerUser':
      return ok(String(state.options.registering))
    case 'GET /captchaImage':
      return ok({
        captchaEnabled: true,
        uuid: `picture-${++state.count}`,
        img: Buffer.from(captcha).toString('base64'),
      })
    case 'POST /login': {
      const { username, password, code } = body as Record<string, string>
      if (code !== '9') return refuse(500, 'auth.captchaWrong', 'The verification code is wrong')
      const person = people.find(person => person.userName === username && person.password === password)
      if (!person) return refuse(500, 'auth.badCredentials', 'User does not exist or wrong password')
      if (state.options.owesFactor === username) return ok({ ticket: `half-${username}` })
      const fresh = `token-${++state.count}`
      state.sessions.set(fresh, person)
      return ok({ token: fresh, url: person.userType === 2 ? '/h5' : '/index' })
    }
    case 'POST /login/secondFactor': {
      const { ticket, code } = body as Record<string, string>
      const person = people.find(person => ticket === `half-${person.userName}`)
      if (!person || code !== '123456')
        return {
          ...refuse(500, 'auth.secondFactorWrong', 'The code is wrong'),
          data: { issues: [{ field: 'code', error: 'auth.secondFactorWrong' }] },
        }
      const fresh = `token-${++state.count}`
      state.sessions.set(fresh, person)
      return ok({ token: fresh, url: person.userType === 2 ? '/h5' : '/index', device: 'known-here' })
    }
    case 'GET /wechat/identity':
      return ok({ available: true, inside: true, nickname: state.options.identity })
    case 'POST /wechat/identity/signIn':
      return state.options.identity === null
        ? refuse(500, 'wechat.identityExpired', 'The identity has expired')
        : ok({ bind: true })
    case 'DELETE /wechat/identity':
      state.options.identity = null
      return ok()
    case 'POST /register':
      return ok()
    case 'POST /logout':
      state.sessions.delete(token)
      return ok()
  }
  return undefined
}

/** Answers calls of a session. */
function sessionAnswer(state: State, call: Call, me: Person): unknown {
  const { method, path, query, body } = call
  const mustChange = me.mustChangePassword === true && !state.changed.has(me.userId)
  switch (`${method} ${path}`) {
    case 'GET /getInfo':
      if (me.userName === 'ghost') return ok({ user: null, roles: [], permissions: [] })
      return ok({
        user: {
          userId: me.userId,
          userName: me.userName,
          nickName: me.nickName,
          avatar: me.avatar,
          userType: me.userType,
          enterpriseName: me.enterpriseName,
        },
        roles: me.roles,
        permissions: me.permissions,
        mustChangePassword: mustChange,
      })
    case 'PUT /system/user/profile/updatePwd':
      if ((body as { oldPassword?: string }).oldPassword !== me.password)
        return refuse(500, 'auth.oldPasswordWrong', 'Old password wrong')
      state.changed.add(me.userId)
      return ok()
  }
  switch (`${method} ${path.replace(/\d+$/, ':ids')}`) {
    case 'GET /system/user/profile/identities':
      return ok(state.options.bound)
    case 'POST /system/user/profile/identities':
      state.options.identity = null
      return ok({ path: '/catalog/product' })
    case 'DELETE /system/user/profile/identities/:ids':
      state.options.bound = []
      return ok({ removed: 1 })
  }
  if (mustChange) return refuse(403, 'auth.initialPassword', 'Change the initial password first')
  const marked = notices.map(notice => ({ ...notice, isRead: state.read.has(`${me.userId} ${notice.noticeId}`) }))
  const opened = marked.find(notice => `GET /system/notice/${notice.noticeId}` === `${method} ${path}`)
  if (opened) return ok(opened)
  switch (`${method} ${path}`) {
    case 'GET /system/notice/listTop':
      return { ...ok(marked), unreadCount: marked.filter(notice => !notice.isRead).length }
    case 'POST /system/notice/markRead':
      state.read.add(`${me.userId} ${new URLSearchParams(query).get('noticeId')}`)
      return ok()
    case 'POST /system/message/markRead':
      return ok({ marked: 0 })
    case 'POST /system/notice/markReadAll':
      for (const notice of notices) state.read.add(`${me.userId} ${notice.noticeId}`)
      return ok({ marked: notices.length })
    case 'POST /common/upload': {
      const id = `file-${++state.count}`
      return ok({ id, name: `${id}.png`, url: `/stand-in/${id}.png`, size: 100, type: 'image/png' })
    }
    case 'GET /system/list-view':
      return ok(state.options.views)
    case 'GET /search':
      return ok({ code: null, groups: [] })
    case 'GET /getRouters':
      return ok(me.routers)
    case 'GET /rows/list':
      return {
        code: 200,
        msg: 'ok',
        rows: Array.from({ length: 60 }, (_, i) => ({ id: i + 1, name: `Row ${i + 1}` })),
        total: 60,
      }
  }
  return state.options.more?.(call) ?? refuse(404, 'notFound', 'The resource accessed does not exist')
}

function sendFile(dist: string, path: string, response: ServerResponse) {
  const wanted = join(dist, normalize(decodeURIComponent(path)))
  const file =
    wanted.startsWith(dist) && existsSync(wanted) && statSync(wanted).isFile()
      ? wanted
      : join(dist, isSignInPath(path) ? 'sign-in.html' : 'index.html')
  response
    .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    .end(readFileSync(file))
}

export async function startStandIn(dist: string, port = 0): Promise<StandIn> {
  const sessions = new Map<string, Person>()
  const self: StandIn = {
    origin: '',
    calls: [],
    faults: new Map(),
    openSession: account => {
      const token = `token-${++state.count}`
      sessions.set(token, people.find(person => person.userName === account)!)
      return token
    },
    endSessions: () => sessions.clear(),
    views: [],
    filing: '',
    sideTheme: 'theme-dark',
    strongPassword: false,
    registering: true,
    owesFactor: undefined,
    identity: null,
    bound: [],
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  const state: State = { options: self, sessions, changed: new Set(), read: new Set(), count: 0 }

  function answer(call: Call): unknown {
    const token = call.headers.authorization?.replace('Bearer ', '') ?? ''
    const answered = publicAnswer(state, call, token)
    if (answered !== undefined) return answered
    const me = sessions.get(token)
    if (!me) return refuse(401, 'unauthenticated', 'Authentication failed, unable to access system resources')
    return sessionAnswer(state, call, me)
  }

  const server = createServer(
    toRequestListener(async (request, response) => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://own.invalid')
      if (pathname === '/healthz')
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}')
      // The other programs of the site; the shell only needs to know that they are other pages.
      if (/^\/(h5|c)(\/|$)/.test(pathname)) {
        return void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<title>next door</title><h1>next door</h1>`)
      }
      if (!pathname.startsWith('/api/')) return sendFile(dist, pathname, response)

      const text = await textOf(request)
      const call: Call = {
        method: request.method ?? '',
        path: pathname.slice('/api'.length),
        query: search,
        headers: request.headers,
        body: text && request.headers['content-type']?.includes('json') ? JSON.parse(text) : text,
      }
      self.calls.push(call)
      const fault = self.faults.get(`${call.method} ${call.path}`)
      if (fault === null) return
      if (fault && 'status' in fault) return void response.writeHead(fault.status).end('fault')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(fault ?? answer(call)))
    }),
  )
  addNetworkJitter(server)
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  self.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return self
}
