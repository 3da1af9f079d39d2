/** QR symbols (ISO/IEC 18004) of trace addresses: the address to encode, its modules, and an SVG picture. */
import type { ErrorLevel } from '@timbermark/contract'
import { encodeQR } from 'qr'

/** White modules that ISO/IEC 18004 section 6.3.8 requires on every side of a symbol. */
export const quietZone = 4

/** The modules of a QR symbol without its quiet zone. */
export interface QrMatrix {
  /** Modules per side: 21 to 177. */
  readonly size: number
  /** Row by row from the top left, one byte per module: 1 is dark, 0 is light. */
  readonly modules: Uint8Array
}

/**
 * The address that a label's QR picture holds: `HTTPS://HOST/C/CODE`.
 * Host names ignore case and the server reads `/C/` like `/c/`, so the address is written in capitals, which lets the
 * symbol use alphanumeric mode: 45 characters then need 29 modules a side where bytes would need 33, and larger modules
 * survive rough wood and wet paper better. A foreign code with small letters, or a public address below a path, keeps
 * its spelling and is encoded as bytes.
 * @param publicUrl absolute http(s) address of the trace page's site, for example `https://trace.example.com`
 * @throws TypeError when `publicUrl` is not an absolute http(s) address
 */
export function traceAddress(publicUrl: string, code: string): string {
  const url = new URL(publicUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError('The public address must be http or https')
  const base = url.pathname.replace(/\/+$/, '')
  const path = encodeURIComponent(code)
  if (base === '' && !/[a-z]/.test(code)) return `${url.origin.toUpperCase()}/C/${path}`
  return `${url.origin}${base}/c/${path}`
}

const levels = ['high', 'quartile', 'medium'] as const
type Level = (typeof levels)[number]

/** The level depends on the length of the text alone, so codes of one request compute it once. */
const knownLevels = new Map<string, Level>()
const mostKnown = 1000

const lengthKey = (text: string) => {
  const mode = /^\d*$/.test(text) ? 'n' : /^[\dA-Z $%*+\-./:]*$/.test(text) ? 'a' : 'b'
  return `${mode}${mode === 'b' ? Buffer.byteLength(text) : text.length}`
}

/** The encoder requires a border of at least one module. */
const encoded = (text: string, ecc: Exclude<ErrorLevel, 'auto'>) => encodeQR(text, 'raw', { ecc, border: 1 })

/** The modules at the highest level that needs no larger symbol than level M does. */
function rowsOf(text: string): boolean[][] {
  const key = lengthKey(text)
  const level = knownLevels.get(key)
  if (level) return encoded(text, level)
  const medium = encoded(text, 'medium')
  for (const higher of levels) {
    let rows: boolean[][]
    try {
      rows = higher === 'medium' ? medium : encoded(text, higher)
    } catch {
      continue
    }
    if (rows.length > medium.length) continue
    if (knownLevels.size < mostKnown) knownLevels.set(key, higher)
    return rows
  }
  return medium
}

/**
 * Encodes a text in the most compact mode that fits it (numeric, alphanumeric, else UTF-8 bytes), at the highest error
 * correction that fits the symbol size which level M needs: at least 15 % of the symbol may be lost, 25 % at level Q,
 * 30 % at level H.
 * @param level a fixed error correction instead, 7 % (L) to 30 % (H)
 * @throws RangeError when the text does not fit the largest symbol (3391 alphanumeric characters, 2331 bytes)
 */
export function qrMatrix(text: string, level: ErrorLevel = 'auto'): QrMatrix {
  let rows: boolean[][]
  try {
    rows = level === 'auto' ? rowsOf(text) : encoded(text, level)
  } catch (error) {
    throw new RangeError('The text does not fit a QR symbol', { cause: error })
  }
  // Removes the border.
  const size = rows.length - 2
  const modules = new Uint8Array(size * size)
  for (let y = 0; y < size; y++) {
    const row = rows[y + 1]!
    for (let x = 0; x < size; x++) if (row[x + 1]) modules[y * size + x] = 1
  }
  return { size, modules }
}

/** A horizontal run of dark modules: column and row of its first module, and its length. */
export type Run = readonly [x: number, y: number, length: number]

/** The dark modules as horizontal runs, top to bottom: what vector formats draw. */
export function* darkRuns({ size, modules }: QrMatrix): Generator<Run> {
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!modules[y * size + x]) continue
      const start = x
      while (x < size && modules[y * size + x]) x++
      yield [start, y, x - start]
    }
  }
}

/**
 * The QR picture of a text as SVG, quiet zone included.
 * @param size width and height in CSS pixels; without it the picture has only a view box and scales to its container
 */
export function qrSvg(text: string, size?: number): string {
  const matrix = qrMatrix(text)
  const side = matrix.size + 2 * quietZone
  const dimensions = size === undefined ? '' : ` width="${size}" height="${size}"`
  let path = ''
  for (const [x, y, length] of darkRuns(matrix)) path += `M${x + quietZone} ${y + quietZone}h${length}v1h-${length}z`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg"${dimensions} viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`
  )
}
