import { Readable } from 'node:stream'
import { downloadMessagingCodes, platformCode } from '@timbermark/contract/calls'
import { platformRequest } from '@timbermark/contract'
import { lockRow } from '../../entity/write.ts'
import { FileAnswer, type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { accountOf } from './account.ts'
import { findCode } from './code-index.ts'
import { Marketcode } from './marketcode.ts'
import { tracePathOf } from './own-code.ts'
import { readOwn } from './parse-own-codes.ts'
import { asRefusal } from './refusals.ts'
import { platformRequestLifecycle } from './requests.ts'
import { openSegment, type RequestKey } from './segments.ts'

const heading = 'position,code,address,lattice\r\n'

/** Codes have no commas, but texts that a spreadsheet would calculate are quoted. */
const cell = (text: string) => (/^[A-Za-z0-9]+$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`)

/** The file of a range, one package at a time: 20,000,000 lines are never in memory together. */
async function* linesOf(services: Services, key: RequestKey, from: number, to: number, signal: AbortSignal) {
  yield heading
  for (let at = from; at <= to; ) {
    signal.throwIfAborted()
    const position = at
    const codes = await services.database.withTenant(key.tenantId, db =>
      openSegment(db, services.secrets, key, position),
    )
    if (!codes) throw new Error(`Package of position ${position} is not there`)
    const wanted = codes.filter(each => each.position >= from && each.position <= to)
    yield wanted
      .map(({ position, code, address, lattice }) => `${position},${cell(code)},${cell(address)},${lattice}\r\n`)
      .join('')
    at = codes.at(-1)!.position + 1
  }
}

export const messagingCodeRoutes: RouteSpec[] = [
  serve(downloadMessagingCodes, async call => {
    const { services, actor, params, query, signal } = call
    const id = Number(params.id)
    const row = await services.database.withTenant(actor.tenantId, async db => {
      const request = await lockRow(db, platformRequest, actor, id, 'download')
      if (request.status !== 'completed' && request.status !== 'downloaded') throw new Refusal('wechat.notFetched')
      await platformRequestLifecycle.move(db, call, 'download', id)
      return request
    })
    const last = Number(row.count) - 1
    const { from = 0, to = last } = query
    if (from > to || to > last) throw new Refusal('wechat.range', { last })
    const key = { tenantId: actor.tenantId, id }
    return new FileAnswer(
      Readable.from(linesOf(services, key, from, to, signal), { objectMode: false }),
      'text/csv; charset=utf-8',
      `platform-codes-${id}-${from}-${to}.csv`,
      { 'cache-control': 'private, no-store', 'content-encoding': 'identity' },
    )
  }),
  serve(platformCode, async ({ services, actor, params, query, language }) => {
    const id = Number(params.id)
    const stored = await services.database.withTenant(actor.tenantId, async db => {
      const request = await readOwn(db, actor, id)
      if (request.status !== 'completed' && request.status !== 'downloaded') throw new Refusal('wechat.notFetched')
      const position =
        query.position ??
        (query.code ? (await findCode(db, services.secrets, actor.tenantId, query.code, id))?.position : undefined)
      if (position === undefined) throw new Refusal('wechat.codeUnknown')
      if (position >= request.count) throw new Refusal('wechat.range', { last: request.count - 1 })
      const segment = await openSegment(db, services.secrets, { tenantId: actor.tenantId, id }, position)
      const code = segment?.find(each => each.position === position)
      if (!code) throw new Refusal('wechat.codeUnknown')
      const tracePath = await tracePathOf(db, services, actor.tenantId, request.requestId, position)
      return { request, code, tracePath }
    })
    const { position, code, address } = stored.code
    const answer = await asRefusal(language, async () =>
      new Marketcode(services, await accountOf(services, actor.tenantId)).ofPosition(
        stored.request.platformNumber!,
        position,
      ),
    )
    return {
      position,
      code,
      address,
      tracePath: stored.tracePath,
      active: answer && {
        activityName: answer.activityName,
        productBrand: answer.productBrand,
        productTitle: answer.productTitle,
        miniAppId: answer.miniAppId,
        miniPath: answer.miniPath,
        miniVersion: answer.miniVersion,
        from: answer.from,
        to: answer.to,
      },
    }
  }),
]
