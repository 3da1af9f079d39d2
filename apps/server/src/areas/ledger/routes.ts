import { encodeBundle, FormatError, parseTilePath, TILE_WIDTH, type TileName } from '@timbermark/ledger'
import type { FastifyReply } from 'fastify'
import type { Db } from '../../platform/database/database.ts'
import type { App } from '../../platform/http/http.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { Busy, Gate } from '../../platform/gate.ts'
import { networkOf } from '../../platform/http/network.ts'
import { Abandoned, goneOf } from '../../platform/watched.ts'
import { breaksText } from './breaks-text.ts'
import { readBreaks } from './breaks.ts'
import { readKeyChanges } from './key-changes.ts'
import { ledgerLog, logOf } from './log.ts'
import { newestHead } from './store.ts'

const forEver = 'public, max-age=31536000, immutable'
/** A partial tile is no longer asked for once it is full. */
const forAWhile = 'public, max-age=300'

/** The ledger for monitors and witnesses (C2SP tlog-tiles): checkpoint, tiles, entry bundles, verifier key, declared breaks. */
export function registerLedger(app: App, services: Services): void {
  // A bundle of entries may be 16 MB: few are held in memory at once.
  const tiles = new Gate({ atOnce: 4, atOnceOfClient: 4, waiting: 200, waitingOfClient: 200, patienceMs: 4000 })
  const reading = <T>(work: (db: Db) => Promise<T>) => services.database.withoutTenant(work)
  const open = (reply: FastifyReply) =>
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')

  app.get('/ledger/checkpoint', async (_request, reply) => {
    const head = await reading(newestHead)
    open(reply).header('cache-control', 'no-cache')
    if (!head) return reply.code(404).type('text/plain; charset=utf-8').send('The log has no checkpoint yet\n')
    return reply.type('text/plain; charset=utf-8').send(head.note)
  })

  // A head that somebody kept, as it was signed then.
  app.get<{ Params: { size: string } }>('/ledger/checkpoint/:size(^\\d{1,15}$)', async (request, reply) => {
    const note = await reading(db => noteOfSize(db, Number(request.params.size)))
    open(reply)
    if (!note) return notFound(reply)
    return reply.header('cache-control', forEver).type('text/plain; charset=utf-8').send(note)
  })

  app.get('/ledger/key', async (_request, reply) => {
    const head = await reading(newestHead)
    open(reply).header('cache-control', 'public, max-age=300')
    return reply.type('text/plain; charset=utf-8').send(`${logOf(services, head?.note ?? null).verifierKey}\n`)
  })

  app.get('/ledger/breaks', async (_request, reply) => {
    const [breaks, changes] = await reading(async db => [await readBreaks(db), await readKeyChanges(db)] as const)
    open(reply).header('cache-control', 'no-cache')
    return reply.type('text/plain; charset=utf-8').send(breaksText(ledgerLog(services), breaks, changes))
  })

  app.get<{ Params: { '*': string } }>('/ledger/tile/*', async (request, reply) => {
    const tile = tileNamed(request.params['*'])
    if (!tile) return notFound(open(reply))
    let bytes: Buffer | undefined
    try {
      const read = (db: Db) => (tile.level === 'entries' ? bundle(db, tile) : tileBytes(db, tile))
      bytes = await tiles.run(networkOf(request.ip), goneOf(reply), () => reading(read))
    } catch (error) {
      // Monitors ask again by themselves (C2SP tlog-tiles leaves the pace to the log).
      if (error instanceof Busy)
        return open(reply).code(503).header('retry-after', '3').type('text/plain').send('Busy\n')
      if (error instanceof Abandoned) return reply.code(503).send()
      throw error
    }
    open(reply)
    if (!bytes) return notFound(reply)
    return reply
      .header('cache-control', tile.width === TILE_WIDTH ? forEver : forAWhile)
      .type('application/octet-stream')
      .send(bytes)
  })

  // Nothing else lives here: a monitor must not take some page for a tile.
  app.get('/ledger/*', async (_request, reply) => notFound(open(reply)))
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send('Not found\n')
}

async function noteOfSize(db: Db, size: number): Promise<string | undefined> {
  return (await db.maybe<{ note: string }>(sql`select note from ledger_checkpoint where size = ${size}`))?.note
}

function tileNamed(path: string): TileName | undefined {
  try {
    return parseTilePath(`tile/${path}`)
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

/** Tiles only grow, so that a narrower one is the beginning of what is stored. */
async function tileBytes(db: Db, { level, index, width }: TileName): Promise<Buffer | undefined> {
  if (level === 'entries' || level > 6) return undefined
  const row = await db.maybe<{ hashes: Buffer }>(
    sql`
      select substring(hashes from 1 for ${width * 32}::int) as hashes from ledger_tile
      where level = ${level} and index = ${index} and width >= ${width}`,
  )
  return row?.hashes
}

async function bundle(db: Db, { index, width }: TileName): Promise<Buffer | undefined> {
  const first = index * TILE_WIDTH
  if (!Number.isSafeInteger(first + width)) return undefined
  const rows = await db.query<{ text: string }>(
    sql`select text from ledger_entry where index >= ${first} and index < ${first + width} order by index`,
  )
  if (rows.length !== width) return undefined
  return Buffer.from(encodeBundle(rows.map(row => Buffer.from(row.text, 'utf8'))))
}
