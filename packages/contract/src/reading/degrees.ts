import { type Answer, type Cell, quoteCell, type ReadBy, refuse, refuseError, textOf } from './cell.ts'
import { numberText, readNumber } from './number.ts'
import { plainSigns } from './plain-signs.ts'

export type Axis = 'longitude' | 'latitude'

const largest = { longitude: 180, latitude: 90 } as const

/** Words for the sides of the earth; `O` is the west of French readers only. */
const sides: readonly (readonly [pattern: RegExp, axis: Axis, sign: 1 | -1])[] = [
  [/^(?:n|north|nord|北纬|北)$/i, 'latitude', 1],
  [/^(?:s|south|sud|南纬|南)$/i, 'latitude', -1],
  [/^(?:e|east|est|东经|东)$/i, 'longitude', 1],
  [/^(?:w|west|ouest|西经|西)$/i, 'longitude', -1],
]

interface Degrees {
  value: string
  /** From the side that the text names. */
  axis?: Axis
}

const sidePattern =
  /^(北纬|南纬|东经|西经|north|nord|south|sud|east|est|west|ouest|[NSEWO])? ?(.*?) ?(north|nord|south|sud|east|est|west|ouest|[NSEWO北南东西])?$/iu
const sexagesimal =
  /^([+-]?)(\d{1,3}) ?[°º:d度] ?(?:(\d{1,2}(?:[.,]\d+)?) ?['′’m:分]? ?(?:(\d{1,2}(?:[.,]\d+)?) ?(?:["″”s秒]|'')?)?)?$/iu

/** Degrees as a decimal number or as degrees, minutes and seconds, with the side of the earth before or behind. */
function degreesIn(text: string, { language }: Pick<ReadBy, 'language'>): Degrees | undefined {
  const [, before, body = '', behind] = sidePattern.exec(text) ?? []
  if (before && behind) return undefined
  const named = before ?? behind
  const side = named === undefined ? undefined : sideOf(named, language)
  if (named !== undefined && !side) return undefined
  const number = decimalDegrees(body.trim(), language)
  if (number === undefined || (side && /^[+-]/.test(number))) return undefined
  const negative = side?.sign === -1 && Number(number) !== 0
  return { value: negative ? `-${number}` : number, ...(side && { axis: side.axis }) }
}

function sideOf(word: string, language: ReadBy['language']): { axis: Axis; sign: 1 | -1 } | undefined {
  if (/^o$/i.test(word)) return language === 'fr' ? { axis: 'longitude', sign: -1 } : undefined
  const side = sides.find(([pattern]) => pattern.test(word))
  return side && { axis: side[1], sign: side[2] }
}

function decimalDegrees(text: string, language: ReadBy['language']): string | undefined {
  const [, sign = '', degrees, minutes = '0', seconds = '0'] = sexagesimal.exec(text) ?? []
  if (degrees === undefined) {
    const read = readNumber(textOf(text.replace(/ ?°$/, '')), { language }, { kind: 'decimal', min: -180, max: 180 })
    return 'value' in read ? read.value.replace(/^\+/, '') : undefined
  }
  const [m, s] = [minutes, seconds].map(part => Number(part.replace(',', '.')))
  if (m! >= 60 || s! >= 60) return undefined
  const value = Number(degrees) + m! / 60 + s! / 3600
  return `${sign === '-' ? '-' : ''}${Number(value.toFixed(7))}`
}

/** Reads a longitude or latitude: `11.6281`, `11,6281` in French, `11.6281 E`, `0°44'7" S`, `东经11.6281`. */
export function readDegrees(cell: Cell, by: Pick<ReadBy, 'language'>, axis: Axis): Answer<string> {
  if (cell.is === 'error') return refuseError(cell)
  if (cell.is === 'number') {
    const text = cell.unit === undefined ? numberText(cell.number) : undefined
    return text === undefined ? refuse('notNumber', axis, cell) : within(cell, axis, text)
  }
  if (cell.is !== 'text') return refuse('notNumber', axis, cell)
  const read = degreesIn(plainSigns(cell.text), by)
  if (!read) return refuse('notNumber', axis, cell)
  if (read.axis !== undefined && read.axis !== axis) return refuse('notNumber', axis, cell)
  return within(cell, axis, read.value)
}

function within(cell: Cell, axis: Axis, value: string): Answer<string> {
  return Math.abs(Number(value)) <= largest[axis] ? { value } : refuse('notNumber', axis, cell)
}

/**
 * Reads a place as longitude and latitude, in this order as our own sheets write them, or in any order when the text names
 * the sides of the earth. A pair without them that can only be latitude and longitude is refused, not turned.
 */
export function readCoordinates(cell: Cell, by: Pick<ReadBy, 'language'>): Answer<readonly [string, string]> {
  if (cell.is === 'error') return refuseError(cell)
  if (cell.is !== 'text') return refuse('notNumber', 'coordinates', cell)
  const parts = splitPair(plainSigns(cell.text).replace(/^[([](.*)[)\]]$/, '$1'), by)
  if (!parts) return refuse('notNumber', 'coordinates', cell)
  const [first, second] = parts
  const named = first.axis !== undefined || second.axis !== undefined
  const turned = first.axis === 'latitude' || second.axis === 'longitude'
  if (named && (first.axis === undefined || second.axis === undefined || first.axis === second.axis))
    return refuse('notNumber', 'coordinates', cell)
  const [longitude, latitude] = turned ? [second.value, first.value] : [first.value, second.value]
  if (Math.abs(Number(longitude)) > largest.longitude || Math.abs(Number(latitude)) > largest.latitude)
    return refuse('notNumber', 'coordinates', cell)
  const as = `${longitude}, ${latitude}`
  return turned
    ? { value: [longitude, latitude], note: { said: 'number', params: { value: quoteCell(cell), as } } }
    : { value: [longitude, latitude] }
}

/** The only way to split a text into two values of degrees. */
function splitPair(text: string, by: Pick<ReadBy, 'language'>): readonly [Degrees, Degrees] | undefined {
  const pairs = new Map<string, readonly [Degrees, Degrees]>()
  for (const { index, 0: separator } of text.matchAll(/ ?[;/、] ?|, | |,/g)) {
    const [first, second] = [text.slice(0, index), text.slice(index + separator.length)].map(part =>
      /\d/.test(part) ? degreesIn(part.trim(), by) : undefined,
    )
    // A comma between digits may be a decimal sign of one of them, so the split must be the only one.
    if (first && second) pairs.set(`${first.value} ${second.value}`, [first, second])
  }
  return pairs.size === 1 ? [...pairs.values()][0] : undefined
}
