/** Spellings of the units of measure, lower case, in the three languages. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  mm: ['mm', 'millimetre', 'millimetres', 'millimeter', 'millimeters', 'millimètre', 'millimètres', '毫米', '㎜'],
  cm: [
    'cm',
    'centimetre',
    'centimetres',
    'centimeter',
    'centimeters',
    'centimètre',
    'centimètres',
    '厘米',
    '公分',
    '㎝',
  ],
  m: ['m', 'metre', 'metres', 'meter', 'meters', 'mètre', 'mètres', '米', '公尺'],
  m3: [
    ...['m3', 'm³', 'm^3', 'cbm', 'cubic metre', 'cubic metres', 'cubic meter', 'cubic meters', 'cu m', 'cu.m'],
    ...['mètre cube', 'mètres cubes', '立方米', '立方', '方', '立方公尺', '㎥'],
  ],
  dm3: ['dm3', 'dm³', 'l', 'litre', 'litres', 'liter', 'liters', '升'],
  g: ['g', 'gramme', 'grammes', 'gram', 'grams', '克', '公克'],
  kg: ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramme', 'kilogrammes', '千克', '公斤', '㎏'],
  t: [
    't',
    'ton',
    'tons',
    'tonne',
    'tonnes',
    'mt',
    'metric ton',
    'metric tons',
    'tonne métrique',
    'tonnes métriques',
    '吨',
    '公吨',
  ],
  m2: ['m2', 'm²', 'mètre carré', 'mètres carrés', 'square metre', 'square metres', 'square meters', '平方米', '㎡'],
  ha: ['ha', 'hectare', 'hectares', '公顷'],
  km2: ['km2', 'km²', '平方公里', '平方千米'],
  yuan: ['yuan', 'cny', 'rmb', '元', '人民币', '¥', '￥'],
  percent: ['%', 'percent', 'pour cent', 'pct'],
  pieces: [
    ...[
      'pieces',
      'piece',
      'pcs',
      'pc',
      'logs',
      'log',
      'boards',
      'pièces',
      'pièce',
      'grumes',
      'grume',
      'billes',
      'bille',
    ],
    ...['planches', '件', '根', '个', '片', '张', '支', '块', '条', '棵', '株'],
  ],
}

/** Decimal places between two units of one measure: 1 t is 10^3 kg. */
const powers: readonly Readonly<Record<string, number>>[] = [
  { mm: 0, cm: 1, m: 3 },
  { dm3: 0, m3: 3 },
  { g: 0, kg: 3, t: 6 },
  { m2: 0, ha: 4, km2: 6 },
]

const unitBySpelling = new Map(Object.entries(spellings).flatMap(([unit, words]) => words.map(word => [word, unit])))

/** The unit that a text names; undefined when it is none of them. */
export function unitOf(text: string): string | undefined {
  const spelling = text.toLowerCase().trim()
  return unitBySpelling.get(spelling) ?? unitBySpelling.get(spelling.replace(/\.$/, ''))
}

/** The places by which the decimal point moves from one unit to another; undefined when they measure different things. */
export function placesBetween(from: string, to: string): number | undefined {
  if (from === to) return 0
  const scale = powers.find(units => from in units && to in units)
  return scale && scale[from]! - scale[to]!
}

/** A decimal text times a power of ten, exactly. */
export function movePoint(decimal: string, places: number): string {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  const digits = whole + fraction
  const point = whole.length + places
  const padded = point <= 0 ? `${'0'.repeat(1 - point)}${digits}` : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const moved = `${padded.slice(0, at)}.${padded.slice(at)}`.replace(/^0+(?=\d)/, '')
  return `${minus}${moved.includes('.') ? moved.replace(/\.?0*$/, '') : moved}`
}

/** Currencies in front of or behind an amount; which one counts has a column of its own. */
export const currency =
  /^(?:(?:us|hk)?\$|[€£¥￥]|f ?cfa|usd|eur|cny|rmb|xaf|xof|gbp|hkd|euros?|dollars?|元|人民币|美元|欧元)\.?$/i
