import { hashLeaves } from '@timbermark/ledger/node'
import { encodeBundle, FormatError, parseTilePath, TILE_WIDTH, type TileName } from '@timbermark/ledger'
import type { Db } from '../../platform/database/database.ts'
import type { App } from '../../platform/http/http.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { Busy, AdmissionGate } from '../../platform/concurrency/admission-gate.ts'
import { networkOf } from '../../platform/http/network.ts'
import { CallerGone, signalWhenCallerLeaves } from '../../platform/concurrency/abortable.ts'
import { breaksText } from './log/breaks-text.ts'
import { readBreaks } from './log/breaks.ts'
import { lastCheckText } from './log/faults.ts'
import { registerConsistency } from './log/consistency.ts'
import { withCosignatures } from './witnesses/cosignatures.ts'
import { readKeyChanges } from './log/key-changes.ts'
import { ledgerLog, logOf } from './log/log.ts'
import { immutableCache, sendDamaged, sendNotFound, allowAnyOrigin } from './log/public-answer.ts'
import { LedgerView, tileTreesOf } from './log/proofs.ts'
import { requestSubjects } from './log/request-subjects.ts'
import { noteServedHead } from './log/served-heads.ts'
import { checkpointOf, newestHead } from './log/store.ts'
import { TilesDamaged } from './log/damage.ts'

/** `cache-control` of partial tiles and other files that change: clients stop asking for a partial tile once it is full. */
const partialTileCache = 'public, max-age=300'

/** Registers the public files of the ledger (C2SP tlog-tiles): checkpoint, tiles, entry bundles, verifier key, key of request numbers, declared breaks. */
export function registerLedger(app: App, services: Services): void {
  // Elsewhere a slash at the end is ignored; a file of the log has one address.
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (path.startsWith('/ledger/') && path.endsWith('/')) return sendNotFound(allowAnyOrigin(reply))
  })
  // Creates the cache, so that operators see it from the start, before the first proof.
  tileTreesOf(services.database)
  // A bundle of entries may be 16 MB, so that few are in memory at once.
  const tiles = new AdmissionGate({
    atOnce: 4,
    atOnceOfClient: 4,
    waiting: 200,
    waitingOfClient: 200,
    maxWaitMs: 4000,
  })
  const read = <T>(work: (db: Db) => Promise<T>) => services.database.withoutTenant(work)
  const whenDamaged = { errorHandler: sendDamaged(services) }

  app.get('/ledger/checkpoint', whenDamaged, async (_request, reply) => {
    const head = await read(async db => {
      const newest = await newestHead(db)
      if (newest) checkpointOf(newest)
      noteServedHead(db.database, newest)
      return newest && withCosignatures(db, newest)
    })
    allowAnyOrigin(reply).header('cache-control', 'no-cache')
    if (!head) return reply.code(404).type('text/plain; charset=utf-8').send('The log has no checkpoint yet\n')
    return reply.type('text/plain; charset=utf-8').send(head)
  })

  // An earlier head, as it was signed.
  app.get<{ Params: { size: string } }>('/ledger/checkpoint/:size(^\\d{1,15}$)', async (request, reply) => {
    const note = await read(db => noteOfSize(db, Number(request.params.size)))
    allowAnyOrigin(reply)
    if (!note) return sendNotFound(reply)
    return reply.header('cache-control', immutableCache).type('text/plain; charset=utf-8').send(note)
  })

  app.get('/ledger/key', async (_request, reply) => {
    const head = await read(newestHead)
    allowAnyOrigin(reply).header('cache-control', 'public, max-age=300')
    return reply.type('text/plain; charset=utf-8').send(`${logOf(services, head?.note ?? null).verifierKey}\n`)
  })

  // The same under every name of the log; readers pin it beside the key of the log.
  app.get('/ledger/request-key', async (_request, reply) => {
    allowAnyOrigin(reply).header('cache-control', 'public, max-age=300')
    return reply.type('text/plain; charset=utf-8').send(`${requestSubjects(services.secrets).key}\n`)
  })

  app.get('/ledger/breaks', async (_request, reply) => {
    const [breaks, changes] = await read(async db => [await readBreaks(db), await readKeyChanges(db)] as const)
    allowAnyOrigin(reply).header('cache-control', 'no-cache')
    return reply.type('text/plain; charset=utf-8').send(breaksText(ledgerLog(services), breaks, changes))
  })

  // Result of the server's own nightly check, which covers more than a monitor can see.
  app.get('/ledger/checked', async (_request, reply) => {
    const text = await read(lastCheckText)
    allowAnyOrigin(reply).header('cache-control', 'no-cache')
    return text ? reply.type('text/plain; charset=utf-8').send(text) : sendNotFound(reply)
  })

  app.get<{ Params: { '*': string } }>('/ledger/tile/*', whenDamaged, async (request, reply) => {
    const tile = parseTile(request.params['*'])
    if (!tile) return sendNotFound(allowAnyOrigin(reply))
    let bytes: Buffer | undefined
    try {
      const readBytes = (db: Db) => (tile.level === 'entries' ? bundle(db, tile) : tileBytes(db, tile))
      bytes = await tiles.run(networkOf(request.ip), signalWhenCallerLeaves(reply), () => read(readBytes))
    } catch (error) {
      // Monitors retry by themselves (C2SP tlog-tiles leaves the pace to the log).
      if (error instanceof Busy)
        return allowAnyOrigin(reply).code(503).header('retry-after', '3').type('text/plain').send('Busy\n')
      if (error instanceof CallerGone) return reply.code(503).send()
      throw error
    }
    allowAnyOrigin(reply)
    if (!bytes) return sendNotFound(reply)
    return reply
      .header('cache-control', tile.width === TILE_WIDTH ? immutableCache : partialTileCache)
      .type('application/octet-stream')
      .send(bytes)
  })

  registerConsistency(app, services)

  // Any other path answers 404: a monitor must not take an HTML page for a tile.
  app.get('/ledger/*', async (_request, reply) => sendNotFound(allowAnyOrigin(reply)))
}

async function noteOfSize(db: Db, size: number): Promise<string | undefined> {
  return (await db.maybe<{ note: string }>(sql`select note from ledger_checkpoint where size = ${size}`))?.note
}

function parseTile(path: string): TileName | undefined {
  try {
    return parseTilePath(`tile/${path}`)
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

/** Tiles only grow, so that a narrower tile is a prefix of the stored one. @throws TilesDamaged */
async function tileBytes(db: Db, { level, index, width }: TileName): Promise<Buffer | undefined> {
  if (level === 'entries' || level > 6) return undefined
  const hashes = await (await LedgerView.open(db)).tile(level, index)
  return hashes && hashes.length >= width * 32 ? Buffer.from(hashes.subarray(0, width * 32)) : undefined
}

/** Entries as they were hashed, checked against their tile. @throws TilesDamaged */
async function bundle(db: Db, { index, width }: TileName): Promise<Buffer | undefined> {
  const first = index * TILE_WIDTH
  if (!Number.isSafeInteger(first + width)) return undefined
  const hashes = await (await LedgerView.open(db)).tile(0, index)
  if (!hashes || hashes.length < width * 32) return undefined
  const rows = await db.query<{ text: string }>(
    sql`select text from ledger_entry where index >= ${first} and index < ${first + width} order by index`,
  )
  const entries = rows.map(row => Buffer.from(row.text, 'utf8'))
  if (Buffer.compare(hashLeaves(entries), hashes.subarray(0, width * 32)) !== 0)
    throw new TilesDamaged(`The entries from ${first} on are not those that tile 0/${index} names`)
  return Buffer.from(encodeBundle(entries))
}
