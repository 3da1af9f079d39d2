import { countryCodes } from '../kinds/countries.ts'
import { type Language, languages } from '../limits.ts'
import { type Answer, type Cell, quoteCell, type ReadBy, refuse, refuseError } from './cell.ts'
import { alpha3Codes } from './countries-alpha3.ts'
import { nearestNames } from './nearest.ts'
import { Names } from './names.ts'
import { plainSigns } from './plain-signs.ts'

/** Names in use next to those of `Intl.DisplayNames`, in the three languages. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  BN: ['Brunei Darussalam', 'Brunéi Darussalam', '文莱达鲁萨兰国'],
  BO: ['Bolivia', 'Bolivie', 'Plurinational State of Bolivia', 'État plurinational de Bolivie'],
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
    'Congo DR',
    'Congo RDC',
    'Zaire',
    '刚果民主共和国',
    '刚果（金）',
    '刚果金',
  ],
  CF: ['CAR', 'RCA', 'Central African Republic', 'République centrafricaine', 'Centrafrique', '中非'],
  CG: [
    'Congo',
    'Republic of the Congo',
    'Republic of Congo',
    'République du Congo',
    'Congo-Brazzaville',
    'Congo (Brazzaville)',
    'Congo-Brazza',
    '刚果共和国',
    '刚果（布）',
    '刚果布',
  ],
  CI: ["Côte d'Ivoire", "Republic of Côte d'Ivoire", 'Ivory Coast', 'RCI', '科特迪瓦', '象牙海岸'],
  CM: ['Cameroun', 'Kamerun', 'Republic of Cameroon', 'République du Cameroun'],
  CN: [
    'PRC',
    'RPC',
    "People's Republic of China",
    'République populaire de Chine',
    '中华人民共和国',
    'Mainland China',
    'PR China',
    'China PR',
    '中国大陆',
  ],
  CV: ['Cape Verde', 'Cap-Vert', 'Cabo Verde'],
  CZ: ['Czech Republic', 'République tchèque'],
  GA: ['Gabonese Republic', 'République gabonaise'],
  FK: ['Falkland Islands (Malvinas)', 'Îles Malouines'],
  FM: ['Federated States of Micronesia', 'États fédérés de Micronésie'],
  GB: [
    'UK',
    'United Kingdom of Great Britain and Northern Ireland',
    "Royaume-Uni de Grande-Bretagne et d'Irlande du Nord",
    'Great Britain',
    'Grande-Bretagne',
    'England',
    'Angleterre',
  ],
  GF: ['Guyane'],
  GQ: ['Guinée équatoriale', 'Equatorial Guinea', '赤几'],
  HK: ['Hong Kong', 'Hongkong', '香港', '中国香港'],
  ID: ['印尼'],
  IR: ['Iran', 'Islamic Republic of Iran', "République islamique d'Iran"],
  KP: [
    'North Korea',
    'Corée du Nord',
    'DPRK',
    "Democratic People's Republic of Korea",
    'République populaire démocratique de Corée',
  ],
  KR: ['South Korea', 'Korea', 'Corée du Sud', 'Republic of Korea', 'République de Corée', '南韩'],
  LA: ['Laos', 'Lao PDR', "Lao People's Democratic Republic", 'République démocratique populaire lao', '老挝'],
  MD: ['Republic of Moldova', 'République de Moldova'],
  MK: ['Macedonia'],
  MM: ['Myanmar', 'Burma', 'Birmanie'],
  MO: ['Macau', 'Macao', '澳门', '中国澳门'],
  NL: ['Kingdom of the Netherlands', 'Royaume des Pays-Bas', 'Holland', 'Hollande', 'The Netherlands'],
  NZ: ['纽西兰'],
  PS: ['Palestine', 'State of Palestine', 'État de Palestine'],
  RU: ['Russian Federation', 'Fédération de Russie', '俄罗斯联邦', '俄国'],
  SZ: ['Swaziland'],
  SY: ['Syria', 'Syrian Arab Republic', 'République arabe syrienne'],
  TR: ['Turkey', 'Turquie', 'Türkiye'],
  TW: ['Taiwan', 'Taïwan', 'Taiwan, Province of China', 'Taïwan (Province de Chine)', '中国台湾'],
  TZ: ['Tanzania', 'Tanzanie', 'United Republic of Tanzania', 'République-Unie de Tanzanie'],
  US: ['USA', 'United States of America', "États-Unis d'Amérique", 'États-Unis', 'America'],
  VA: ['Vatican', 'Holy See', 'Saint-Siège'],
  VE: ['Bolivarian Republic of Venezuela', 'République bolivarienne du Venezuela'],
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
  for (const language of languages) for (const [code, name] of countryNames(language)) known.add(code, keyed(name))
  for (const [code, names] of Object.entries(otherNames)) for (const name of names) known.add(code, keyed(name), true)
  for (const [place, code] of countryCodes.entries()) known.add(code, code, true).add(code, alpha3Codes[place]!, true)
  return known
}

/** Every name and code by which a country is known, by its code. */
export function namesOfCountries(): ReadonlyMap<string, readonly string[]> {
  const byCode = new Map<string, string[]>()
  for (const [name, code] of countries().labelled(code => code)) byCode.set(code, [...(byCode.get(code) ?? []), name])
  return byCode
}

/** A name without the signs of abbreviations and of inverted order. */
const keyed = (name: string) =>
  name
    .replace(/[.,()（）]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
const article = /^(?:the|les?|la) |^l['’]/i
/** Congo (the Democratic Republic of the); Tanzania, United Republic of; Congo (la République démocratique du). */
const inverted = /^([^,(]+?) ?[,(] ?(.+?)\)?$/

/** The spellings under which a country may be known: as it is written, without articles, in its natural order. */
function* spellingsOf(text: string): Generator<string> {
  const plain = plainSigns(text)
  yield plain
  yield keyed(plain)
  // U.S.A., P.R. China
  yield keyed(plain.replace(/\./g, ''))
  const [, name, before] = inverted.exec(plain) ?? []
  if (name !== undefined && before !== undefined) {
    const joint = /['’]$/.test(before) ? '' : ' '
    yield keyed(`${before}${joint}${name}`.replace(article, ''))
    // Gabon (the), Gabon (le)
    if (/^(?:the|les?|la|l['’])$/i.test(before)) yield keyed(name)
  }
  yield keyed(plain.replace(article, ''))
  yield plain.replace(/(.)共和国$/, '$1')
}

/** Reads a country by its ISO 3166-1 code of two or three letters, or by a name in one of the three languages. */
export function readCountry(cell: Cell, { language }: Pick<ReadBy, 'language'>): Answer<string> {
  if (cell.is === 'error') return refuseError(cell)
  if (cell.is !== 'text') return refuse('notOneOf', 'country', cell)
  for (const spelling of spellingsOf(cell.text)) {
    const match = countries().find(spelling)
    if (match.length === 1) return { value: match[0]! }
  }
  const labels = countryNames(language)
  const nearest = nearestNames(
    cell.text,
    countries().labelled(code => labels.get(code)),
  )
  return nearest.length > 0
    ? { fault: { error: 'notOneOf', params: { said: 'near', value: quoteCell(cell), choices: nearest.join(', ') } } }
    : refuse('notOneOf', 'country', cell)
}
