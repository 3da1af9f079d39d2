import { proveConsistency, toBase64 } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import type { Db } from '../../../platform/database/database.ts'
import type { App } from '../../../platform/http/http.ts'
import type { Services } from '../../../platform/services.ts'
import { forEver, notFound, open } from './public-answer.ts'
import { newestHead, readTiles } from './store.ts'
import { TileTrees } from './tile-trees.ts'

/**
 * Proof that the log of `to` entries continues that of `from` (RFC 9162, 2.1.4.1), for those who keep a head and do not want
 * to put it together from tiles themselves: `checkHistory` takes it as it is. One hash a line, in base64; none when both are
 * of one size.
 */
export function registerConsistency(app: App, services: Services): void {
  const sizes = '/ledger/consistency/:from(^[1-9]\\d{0,14}$)/:to(^[1-9]\\d{0,14}$)'
  app.get<{ Params: { from: string; to: string } }>(sizes, async (request, reply) => {
    const from = Number(request.params.from)
    const to = Number(request.params.to)
    const proof = await services.database.withoutTenant(db => consistencyProof(db, from, to))
    if (!proof) return notFound(open(reply))
    return open(reply)
      .header('cache-control', forEver)
      .type('text/plain; charset=utf-8')
      .send(proof.map(hash => `${toBase64(hash)}\n`).join(''))
  })
}

/**
 * The proof between two sizes of the log as it is stored; undefined for sizes that it has not had, and for no entries at
 * all, which every log continues. Reads at most two tiles for each level.
 */
export async function consistencyProof(db: Db, from: number, to: number): Promise<Uint8Array[] | undefined> {
  if (from < 1 || from > to) return undefined
  const head = await newestHead(db)
  if (!head || to > head.size) return undefined
  // Its own trees: a tile that was read wrong must not be kept for the next proof.
  const read = new TileTrees().reader(to, tiles => readTiles(db, tiles))
  return proveConsistency(from, to, read, sha256)
}
