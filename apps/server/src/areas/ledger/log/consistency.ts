import { proveConsistency, toBase64 } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import type { Db } from '../../../platform/database/database.ts'
import type { App } from '../../../platform/http/http.ts'
import type { Services } from '../../../platform/services.ts'
import { immutableCache, sendDamaged, sendNotFound, allowAnyOrigin } from './public-answer.ts'
import { LedgerView } from './proofs.ts'
import { newestHead, readTiles } from './store.ts'
import { TileTrees } from './tile-trees.ts'

/**
 * Proof that the log of `to` entries extends the log of `from` entries (RFC 9162, 2.1.4.1), for clients that store a head and
 * do not want to build the proof from tiles: `checkHistory` accepts this format. One base64 hash per line; empty when both
 * sizes are equal.
 */
export function registerConsistency(app: App, services: Services): void {
  const sizes = '/ledger/consistency/:from(^[1-9]\\d{0,14}$)/:to(^[1-9]\\d{0,14}$)'
  app.get<{ Params: { from: string; to: string } }>(
    sizes,
    { errorHandler: sendDamaged(services) },
    async (request, reply) => {
      const from = Number(request.params.from)
      const to = Number(request.params.to)
      const proof = await services.database.withoutTenant(db => publicProof(db, from, to))
      if (!proof) return sendNotFound(allowAnyOrigin(reply))
      return allowAnyOrigin(reply)
        .header('cache-control', immutableCache)
        .type('text/plain; charset=utf-8')
        .send(proof.map(hash => `${hash}\n`).join(''))
    },
  )
}

/** Hashes in base64. Each reader of a page asks for the growth up to the newest head: those come from the cached, checked tiles. */
async function publicProof(db: Db, from: number, to: number): Promise<readonly string[] | null> {
  const view = await LedgerView.open(db)
  if (to === view.head?.size) return view.consistencyProof(from)
  return (await consistencyProof(db, from, to))?.map(toBase64) ?? null
}

/**
 * The proof between two sizes of the stored log; undefined for sizes that the log has not reached, and for size 0, which
 * every log extends. Reads at most two tiles per level.
 */
export async function consistencyProof(db: Db, from: number, to: number): Promise<Uint8Array[] | undefined> {
  if (from < 1 || from > to) return undefined
  const head = await newestHead(db)
  if (!head || to > head.size) return undefined
  // A cache of its own: a tile that was read wrong must not stay cached for the next proof.
  const read = new TileTrees().reader(to, tiles => readTiles(db, tiles))
  return proveConsistency(from, to, read, sha256)
}
