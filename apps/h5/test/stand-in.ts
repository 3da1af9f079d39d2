/**
 * A stand-in for the server, for viewing the page during development: it stores everything in memory, answers the calls
 * that the page makes, and can be made to fail. Never shipped, never part of a check against the real server.
 *
 *     node apps/h5/test/stand-in.ts 9310
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { toRequestListener } from '../../../scripts/request-handler.ts'
import { encodeCode } from '@timbermark/codes'
import { stageKeys } from '@timbermark/contract'
import { dictionaries } from '@timbermark/contract/stages'

const dist = join(import.meta.dirname, '../dist')
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
}

/** Codes with a fixed meaning, so that every kind of answer can be shown. */
export const codes = {
  good: [1, 2, 3, 4, 5, 6].map(n => encodeCode({ request: 21, hidden: 1_234_567 * n, tag: 98_765_432_101 * n })),
  linked: encodeCode({ request: 22, hidden: 77, tag: 7777 }),
  tooHigh: encodeCode({ request: 23, hidden: 78, tag: 7778 }),
  forged: encodeCode({ request: 24, hidden: 79, tag: 7779 }),
  parent: encodeCode({ request: 25, hidden: 80, tag: 7780 }),
}

interface Report {
  reportId: string
  stage: string
  codes: string[]
  values: Record<string, unknown>
  documentCode: string
  operator: string
  time: string
  longitude?: number
  latitude?: number
}

export interface StandIn {
  server: Server
  /** Bodies of all accepted reports, by `reportId`. */
  reports: Map<string, Report & { recordId: number; recordedAt: string }>
  /** Number of calls of each kind, accepted or not. */
  calls: { report: number; upload: number; signature: number }
  faults: { status?: number; drop?: boolean; dropAfter?: boolean; signedOut?: boolean; refuse?: boolean }
}

export function startStandIn(port: number): Promise<StandIn> {
  const state: StandIn = {
    server: createServer(toRequestListener(answer)),
    reports: new Map(),
    calls: { report: 0, upload: 0, signature: 0 },
    faults: {},
  }
  const files = new Map<string, { name: string; type: string; content: Buffer }>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://localhost:${port}`)
    if (!url.pathname.startsWith('/api/')) return servePage(url.pathname, response)
    const body = await buffer(request)
    if (state.faults.drop) return void request.socket.destroy()
    if (state.faults.status) return void response.writeHead(state.faults.status).end('fault')
    const path = url.pathname.slice(4)
    const send = (answer: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    const ok = (data: unknown) => send({ code: 200, msg: 'ok', data })
    const refuse = (error: string, msg: string, data?: unknown, code = 500) => send({ code, msg, error, data })
    if (state.faults.signedOut) return void refuse('unauthenticated', '登录已过期', undefined, 401)

    if (path === '/getInfo') return void ok({ user, roles: ['fieldReporter'], permissions: ['stage:record:report'] })
    if (path === '/logout') return void ok(null)
    if (path === '/stage/authorized') return void ok(authorized)
    const dict = /^\/system\/dict\/data\/type\/(\w+)$/.exec(path)?.[1]
    if (dict) return void ok(dictEntries(dict, request.headers['accept-language'] ?? 'zh'))
    const code = /^\/stage\/code\/(.+)$/.exec(path)?.[1]
    if (code) return void ok(aboutCode(decodeURIComponent(code)))
    if (path === '/evidence/document/lookup')
      return url.searchParams.get('code') === 'DOC-1'
        ? void ok({ code: 'DOC-1', name: '采伐许可证 2026-014', type: 'certificate' })
        : void refuse('stage.documentMissing', '证书或表单文件缺失，请输入正确的编号')
    if (path === '/common/upload') return void ok(storeFile(body, request.headers['content-type'] ?? ''))
    const file = /^\/file\/(.+)$/.exec(path)?.[1]
    if (file) return void serveFile(response, files.get(file))
    if (path === '/stage/report') return storeReport(JSON.parse(body.toString()) as Report)
    if (path === '/stage/record/mine') return void send({ code: 200, msg: 'ok', ...listRecords(url) })
    const record = /^\/stage\/record\/(\d+)$/.exec(path)?.[1]
    if (record) return void ok(fullRecord(Number(record)))
    return void refuse('notFound', 'Not found', undefined, 404)

    function storeReport(report: Report): void {
      state.calls.report++
      const before = state.reports.get(report.reportId)
      // The answer is lost: the report is stored, but the phone does not know it.
      if (before && state.faults.dropAfter) return void request.socket.destroy()
      if (before) return void ok({ recordId: before.recordId, accepted: before.codes, refused: [] })
      const bad = report.codes.filter(one => aboutCode(one).refusal)
      if (state.faults.refuse || bad.length > 0) {
        const refused = (bad.length > 0 ? bad : report.codes.slice(0, 1)).map(one => ({
          code: one,
          error: 'stage.notCertified',
          message: `二维码 ${one} 未通过第三方认证，已被拦截，请联系管理员`,
        }))
        return void refuse('stage.notCertified', refused[0]!.message, { accepted: [], refused })
      }
      const recordId = 1000 + state.reports.size
      state.reports.set(report.reportId, { ...report, recordId, recordedAt: new Date().toISOString() })
      if (state.faults.dropAfter) return void request.socket.destroy()
      ok({ recordId, accepted: report.codes, refused: [] })
    }
  }

  function storeFile(body: Buffer, contentType: string) {
    state.calls.upload++
    const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? ''
    const text = body.toString('latin1')
    const name = /filename="([^"]*)"/.exec(text)?.[1] ?? 'file'
    const type =
      /Content-Type: ([^\r]+)/i.exec(text.slice(text.indexOf('filename=')))?.[1] ?? 'application/octet-stream'
    const from = text.indexOf('\r\n\r\n', text.indexOf('filename=')) + 4
    const content = body.subarray(from, text.indexOf(`\r\n--${boundary}`, from))
    const id = randomUUID()
    files.set(id, { name, type, content })
    return { id, name, type, size: content.length, url: `/api/file/${id}` }
  }

  function listRecords(url: URL) {
    const servePage = Number(url.searchParams.get('page') ?? 1)
    const limit = Number(url.searchParams.get('limit') ?? 20)
    const rows = [...state.reports.values()].reverse().map(rowOf)
    return { rows: rows.slice((servePage - 1) * limit, servePage * limit), total: rows.length }
  }

  function fullRecord(id: number) {
    const report = [...state.reports.values()].find(one => one.recordId === id)!
    const values = Object.entries(report.values).map(([key, value]) => ({
      key,
      type: Array.isArray(value) && typeof value[0] === 'string' ? 'images' : 'text',
      group: 'media',
      value:
        Array.isArray(value) && typeof value[0] === 'string'
          ? value.map(one => ({
              id: one,
              name: files.get(one)?.name,
              type: files.get(one)?.type,
              size: 1,
              url: `/api/file/${one}`,
            }))
          : value,
    }))
    const { documentCode, operator, longitude, latitude } = report
    return { ...rowOf(report), documentCode, operator, longitude, latitude, values, codeList: report.codes }
  }

  return new Promise(resolve => state.server.listen(port, '127.0.0.1', () => resolve(state)))
}

const user = {
  userId: 42,
  userName: 'reporter01',
  nickName: '示例上报员',
  userType: 2,
  deptName: '采伐一队',
  enterpriseName: '示例林业（演示）',
}

const authorized = stageKeys.map(stage => ({
  stage,
  templates: [
    {
      id: 1,
      name: '标准模板',
      version: 1,
      attributes:
        stage === 'felling'
          ? [
              { key: 'crew', label: '班组编号', input: 'text', required: true },
              { key: 'sketch', label: '现场草图', input: 'image' },
              { key: 'stumpCode', label: '树桩码', input: 'code' },
            ]
          : [],
    },
  ],
  circulations: [
    { id: 11, name: '出口流程（海运）', before: [] },
    { id: 12, name: '国内流程', before: [] },
  ].slice(0, stage === 'felling' ? 2 : 1),
  parameters:
    stage === 'felling' ? [{ id: 5, name: '三号采伐区', values: { countryOrRegion: 'GA', yardName: '三号堆场' } }] : [],
}))

function dictEntries(type: string, language: string) {
  const dictionary = dictionaries.find(one => one.type === type)
  return (dictionary?.entries ?? []).map(entry => ({
    dictLabel: `${entry.value.toUpperCase()} (${language.slice(0, 2)})`,
    dictValue: entry.value,
  }))
}

function aboutCode(code: string) {
  const about = {
    code,
    known: true,
    level: 1,
    batchNumber: 'B2026-001',
    productName: '奥古曼原木',
    alreadyReported: false,
  }
  if (code === codes.linked) return { ...about, alreadyReported: true, refusal: 'stage.alreadyLinked' }
  if (code === codes.tooHigh) return { ...about, level: 3, refusal: 'stage.levelTooHigh' }
  if (code === codes.parent) return { ...about, level: 2, refusal: null }
  if (!codes.good.includes(code)) return { code, known: false, refusal: 'stage.foreignCode' }
  return { ...about, refusal: null }
}

function rowOf(report: Report & { recordId: number; recordedAt: string }) {
  return {
    recordId: report.recordId,
    reportId: report.reportId,
    stage: report.stage,
    batchNumber: 'B2026-001',
    productName: '奥古曼原木',
    codes: report.codes.length,
    firstCode: report.codes[0],
    time: report.time,
    recordedAt: report.recordedAt,
    status: 'current',
    version: 1,
    ledger: report.recordId % 2 === 0 ? 'logged' : 'queued',
  }
}

function serveFile(response: ServerResponse, file: { type: string; content: Buffer } | undefined): void {
  if (!file) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': file.type }).end(file.content)
}

function servePage(path: string, response: ServerResponse): void {
  if (path === '/login') return void response.writeHead(200, { 'content-type': types.html }).end('<h1>login</h1>')
  const file = join(dist, path.replace(/^\/h5\/?/, ''))
  const existing = path.startsWith('/h5/') && existsSync(file) && statSync(file).isFile() ? file : null
  if (!existing && (!path.startsWith('/h5') || /\.\w+$/.test(path)))
    return void response.writeHead(404).end('Not found')
  const served = existing ?? join(dist, 'index.html')
  const type = types[served.split('.').pop()!] ?? 'application/octet-stream'
  const headers: Record<string, string> = { 'content-type': type, 'cache-control': 'no-cache' }
  if (served.endsWith('sw.js')) headers['service-worker-allowed'] = '/h5'
  response.writeHead(200, headers).end(readFileSync(served))
}

if (import.meta.main) {
  const port = Number(process.argv[2] ?? 9310)
  await startStandIn(port)
  console.log(`http://127.0.0.1:${port}/h5 - set localStorage['admin-token'] to anything`)
  console.log(codes)
}
