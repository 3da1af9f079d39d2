import { setTimeout as pause } from 'node:timers/promises'
import { decodeBundle, encodeBundle, HASH_SIZE, TILE_WIDTH, type TileName, tilePath } from '@timbermark/ledger'
import { FindingError, type LogFiles, type PageFiles } from '@timbermark/ledger/monitor'
import { readBodyWithin, abortAfter } from '../platform/http/response-limits.ts'
import { errorMessage } from '../platform/error-facts.ts'

const answerMs = 30_000
/** A busy log, or a broken connection, is tried this many times in all. */
const tries = 4
const mostText = 1_048_576
/** 256 entries of 65,535 bytes with their lengths. */
const mostBundle = TILE_WIDTH * 65_537
const mostTile = TILE_WIDTH * HASH_SIZE
/** A page or a script that is larger is refused where it exceeds this. */
const mostScript = 8_388_608

/** The URL of a log's files: `/ledger` of a server's URL, unless it ends so already. */
export function logAddress(url: URL): string {
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  return address.endsWith('/ledger') ? address : `${address}/ledger`
}

/** The public files of a log below a URL. A file that cannot be fetched is the finding `unreachable`. */
export function publicFiles(
  address: string,
  signal: AbortSignal,
): LogFiles & { key(): Promise<string>; checked(): Promise<string | null> } {
  const get = (path: string, most: number) => ask(`${address}/${path}`, most, signal)
  // The partial version of a tile that has become full need not be served any more (C2SP tlog-tiles).
  const tile = async (name: TileName, most: number, cut: (full: Uint8Array) => Uint8Array): Promise<Uint8Array> => {
    if (name.width === TILE_WIDTH) return new Uint8Array(await needed(tilePath(name), most))
    const partial = await get(tilePath(name), most)
    return partial ? new Uint8Array(partial) : cut(await tile({ ...name, width: TILE_WIDTH }, most, full => full))
  }
  const needed = async (path: string, most: number): Promise<Buffer> => {
    const bytes = await get(path, most)
    if (!bytes) throw new FindingError('unreachable', `${address}/${path} answers 404`)
    return bytes
  }
  return {
    key: async () => (await needed('key', mostText)).toString('utf8').trim(),
    checked: async () => (await get('checked', mostText))?.toString('utf8') ?? null,
    checkpoint: async () => (await needed('checkpoint', mostText)).toString('utf8'),
    breaks: async () => (await get('breaks', mostText))?.toString('utf8') ?? null,
    bundle: (index, width) =>
      tile({ level: 'entries', index, width }, mostBundle, full => firstEntries(full, index, width)),
    tiles: tiles => Promise.all(tiles.map(name => tile(name, mostTile, full => full.slice(0, name.width * HASH_SIZE)))),
  }
}

/**
 * The page that checks proofs, and its scripts.
 * @param page its address; without one, `/c` beside the log, which a copy of a log does not have
 */
export function publicPage(log: string, page: string | undefined, signal: AbortSignal): PageFiles {
  const address = page ?? log.replace(/ledger$/, 'c')
  const needed = (bytes: Buffer | undefined, of: string): Buffer => {
    if (!bytes) throw new FindingError('unreachable', `${of} answers 404`)
    return bytes
  }
  return {
    address,
    async page() {
      const bytes = await ask(address, mostScript, signal)
      return (page === undefined ? bytes : needed(bytes, address))?.toString('utf8') ?? null
    },
    script: async of => new Uint8Array(needed(await ask(of, mostScript, signal), of)),
  }
}

function firstEntries(full: Uint8Array, index: number, width: number): Uint8Array {
  try {
    return encodeBundle(decodeBundle(full, TILE_WIDTH).slice(0, width))
  } catch (error) {
    throw new FindingError('unreadable', `bundle ${index} of entries: ${errorMessage(error)}`)
  }
}

/** @returns undefined for 404 */
async function ask(address: string, most: number, signal: AbortSignal): Promise<Buffer | undefined> {
  for (let left = tries - 1; ; left--) {
    try {
      const response = await fetch(address, { signal: abortAfter(answerMs, signal), cache: 'no-cache' })
      if (response.ok) return await readBodyWithin(response, most)
      await response.body?.cancel()
      if (response.status === 404) return undefined
      if (left === 0 || (response.status !== 503 && response.status !== 429))
        throw new FindingError('unreachable', `${address} answers ${response.status}`)
      const seconds = Number(response.headers.get('retry-after') ?? 1)
      await pause(Math.min(seconds > 0 ? seconds : 1, 10) * 1000, undefined, { signal })
    } catch (error) {
      if (error instanceof FindingError) throw error
      signal.throwIfAborted()
      if (left === 0) throw new FindingError('unreachable', `${address} cannot be had: ${reasonOf(error as Error)}`)
      await pause(500, undefined, { signal })
    }
  }
}

/** `fetch` puts the reason into the cause. */
function reasonOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message
}
