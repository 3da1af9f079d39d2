import { countryCodes } from '../kinds/countries.ts'
import { type Language, languages } from '../limits.ts'
import { type Answer, type Cell, quoteCell, type ReadBy, refuse, refuseError } from './cell.ts'
import { alpha3Codes } from './countries-alpha3.ts'
import { nearestNames } from './nearest.ts'
import { Names } from './names.ts'

/** Names in use next to those of `Intl.DisplayNames`, in the three languages. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  BO: ['Bolivia', 'Bolivie'],
  CD: [
    'DRC',
    'DR Congo',
    'RDC',
    'RD Congo',
    'Democratic Republic of the Congo',
    'Democratic Republic of Congo',
    'République démocratique du Congo',
    'Congo-Kinshasa',
    'Congo (Kinshasa)',
    'Zaire',
    '刚果民主共和国',
    '刚果（金）',
    '刚果金',
  ],
  CF: ['CAR', 'RCA', 'Central African Republic', 'République centrafricaine', '中非'],
  CG: [
    'Congo',
    'Republic of the Congo',
    'Republic of Congo',
    'République du Congo',
    'Congo-Brazzaville',
    'Congo (Brazzaville)',
    '刚果共和国',
    '刚果（布）',
    '刚果布',
  ],
  CI: ["Côte d'Ivoire", 'Ivory Coast', '科特迪瓦', '象牙海岸'],
  CM: ['Cameroun', 'Republic of Cameroon', 'République du Cameroun'],
  CN: ['PRC', 'RPC', "People's Republic of China", 'République populaire de Chine', '中华人民共和国', 'Mainland China'],
  CV: ['Cape Verde', 'Cap-Vert'],
  CZ: ['Czech Republic', 'République tchèque'],
  GA: ['Gabonese Republic', 'République gabonaise'],
  GB: ['UK', 'Great Britain', 'Grande-Bretagne', 'England', 'Angleterre'],
  GQ: ['Guinée équatoriale', 'Equatorial Guinea'],
  HK: ['Hong Kong', 'Hongkong', '香港'],
  IR: ['Iran'],
  KP: ['North Korea', 'Corée du Nord', 'DPRK'],
  KR: ['South Korea', 'Korea', 'Corée du Sud', 'Republic of Korea', '南韩'],
  LA: ['Laos', '老挝'],
  MK: ['Macedonia'],
  MM: ['Burma', 'Birmanie'],
  MO: ['Macau', 'Macao', '澳门'],
  NL: ['Holland', 'Hollande', 'The Netherlands'],
  PS: ['Palestine'],
  RU: ['Russian Federation', 'Fédération de Russie'],
  SZ: ['Swaziland'],
  SY: ['Syria'],
  TR: ['Turkey', 'Turquie', 'Türkiye'],
  TW: ['Taiwan', 'Taïwan'],
  TZ: ['Tanzania', 'Tanzanie'],
  US: ['USA', 'United States of America', "États-Unis d'Amérique", 'États-Unis', 'America'],
  VA: ['Vatican'],
  VN: ['Viet Nam', 'Vietnam'],
}

/** Names of all countries in a language, by code. */
export function countryNames(language: Language): Map<string, string> {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return new Map(countryCodes.map(code => [code, names.of(code) ?? code]))
}

// Built when the first country is read: 249 names in three languages, the same for everybody.
let known: Names<string> | undefined

function countries(): Names<string> {
  if (known) return known
  known = new Names<string>()
  for (const language of languages) for (const [code, name] of countryNames(language)) known.add(code, name)
  for (const [code, names] of Object.entries(otherNames)) for (const name of names) known.add(code, name, true)
  for (const [place, code] of countryCodes.entries()) known.add(code, code, true).add(code, alpha3Codes[place]!, true)
  return known
}

/** Reads a country by its ISO 3166-1 code of two or three letters, or by a name in one of the three languages. */
export function readCountry(cell: Cell, { language }: Pick<ReadBy, 'language'>): Answer<string> {
  if (cell.is === 'error') return refuseError(cell)
  if (cell.is !== 'text') return refuse('notOneOf', 'country', cell)
  const match = countries().find(cell.text)
  if (match.length === 1) return { value: match[0]! }
  const nearest = nearestNames(cell.text, countryNames(language).values())
  return nearest.length > 0
    ? { fault: { error: 'notOneOf', params: { said: 'near', value: quoteCell(cell), choices: nearest.join(', ') } } }
    : refuse('notOneOf', 'country', cell)
}
