import { Worker } from 'node:worker_threads'
import type { Language } from '@timbermark/contract'
import countries from 'i18n-iso-countries'
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import zh from 'i18n-iso-countries/langs/zh.json' with { type: 'json' }
import type { Geodata } from './geodata-worker.ts'
import { cityName } from './city-names.ts'
import { OutlineIndex } from './outline-index.ts'
import { provinceName } from './province-names.ts'

/** Where a point lies. Divisions are known inside China only, by their Chinese names. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string
  province: string | null
  city: string | null
  district: string | null
}

/** Where the package misspells a name, or gives another than the short one of ISO 3166. */
const spelled = {
  en: { CN: 'China', CI: 'Côte d’Ivoire', RE: 'Réunion', ST: 'São Tomé and Príncipe' },
  fr: {
    AE: 'Émirats arabes unis',
    CF: 'République centrafricaine',
    CI: 'Côte d’Ivoire',
    CZ: 'Tchéquie',
    DO: 'République dominicaine',
    SA: 'Arabie saoudite',
    SZ: 'Eswatini',
    US: 'États-Unis d’Amérique',
  },
}

countries.registerLocale(zh)
countries.registerLocale({ ...en, countries: { ...en.countries, ...spelled.en } })
countries.registerLocale({ ...fr, countries: { ...fr.countries, ...spelled.fr } })

/** Points off the coast, on a pier or a ship at anchor, belong to the land beside them; degrees of latitude. */
const offDistrict = 0.1
const offCountry = 0.5
/** Where no other country's outline is within this many degrees (some 30 km), the outlines are exact enough. */
const sureBorder = 0.3

/**
 * Names of places by WGS-84 coordinates, without asking any service. Chinese districts are exact to some 100 m, outlines of
 * other countries only to some 20 km: towns on two banks of a border river may be taken for each other.
 */
export class Places {
  readonly #data: Geodata
  readonly #districts: OutlineIndex
  readonly #countries: OutlineIndex
  #digits: Map<string, string> | undefined

  constructor(data: Geodata) {
    this.#data = data
    this.#districts = new OutlineIndex(data.districts)
    this.#countries = new OutlineIndex(data.countries)
  }

  /** Place of a point in degrees; null on the open sea. Takes microseconds. */
  placeOf(longitude: number, latitude: number): Place | null {
    const district = this.#districts.containing(longitude, latitude)
    if (district >= 0) return this.#division(district)
    const code = this.#country(this.#countries.containing(longitude, latitude))
    // Chinese outlines of the world map are coarser than those of the districts.
    if (code && code !== 'CN') return { country: code, province: null, city: null, district: null }
    const near = this.#districts.nearest(longitude, latitude, code === 'CN' ? offCountry : offDistrict)
    if (near >= 0) return this.#division(near)
    const country = code ?? this.#country(this.#countries.nearest(longitude, latitude, offCountry))
    return country ? { country, province: null, city: null, district: null } : null
  }

  /**
   * The only country that a point can be in, or lie off: the outlines are coarse, and none of another is near. Null at borders,
   * and far from every coast. `off`: too far out for the land that the outlines leave out.
   */
  sureCountry(longitude: number, latitude: number): { country: string; off: boolean } | null {
    const inside = this.#countries.containing(longitude, latitude)
    const near = this.#countries.within(longitude, latitude, inside >= 0 ? sureBorder : offCountry)
    const codes = new Set([...near, ...(inside >= 0 ? [inside] : [])].map(area => this.#country(area) ?? ''))
    const [country] = codes
    const off = inside < 0 && this.#countries.within(longitude, latitude, sureBorder).length === 0
    return codes.size === 1 && country ? { country, off } : null
  }

  /**
   * About where a division of China lies, by the digits of its code (GB/T 2260) that stand for it: two of a province, four of
   * a city, six of a district. Null where the outlines have none of that code.
   */
  centreOf(digits: string): { longitude: number; latitude: number } | null {
    const { codes } = this.#data.districts
    const centres = codes.flatMap((code, district) =>
      code.startsWith(digits) ? [this.#districts.middle(district)] : [],
    )
    if (digits === '' || centres.length === 0) return null
    const mean = (at: 0 | 1) => centres.reduce((sum, centre) => sum + centre[at], 0) / centres.length
    return { longitude: mean(0), latitude: mean(1) }
  }

  /** Digits of a province or of a city of China by the Chinese names that `placeOf` gives; undefined for any other. */
  digitsOf(province: string, city?: string): string | undefined {
    this.#digits ??= this.#readDigits()
    return this.#digits.get(city ? `${province} ${city}` : province)
  }

  #readDigits(): Map<string, string> {
    const { names, codes } = this.#data.districts
    const digits = new Map<string, string>()
    for (const [index, { province, city, district }] of names.entries()) {
      const code = codes[index]!
      digits.set(province, code.slice(0, 2))
      // A county that its province governs is its own city, and shares the first four digits with its like.
      const key = `${province} ${city}`
      if (!digits.has(key)) digits.set(key, district === null ? code : code.slice(0, 4))
    }
    return digits
  }

  #division(district: number): Place {
    return { country: 'CN', ...this.#data.districts.names[district]! }
  }

  #country(area: number): string | undefined {
    return (area >= 0 && this.#data.countries.names[area]) || undefined
  }
}

let loading: Promise<Places> | undefined

/** The places, read by a thread of its own when they are first asked for; about 4 MB stay in memory. */
export function loadPlaces(): Promise<Places> {
  loading ??= readGeodata()
    .then(data => new Places(data))
    .catch(error => {
      loading = undefined
      throw error
    })
  return loading
}

function readGeodata(): Promise<Geodata> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./geodata-worker.ts', import.meta.url), { name: 'geodata' })
    worker.once('message', (data: Geodata) => resolve(data))
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`The geodata could not be read (${code})`)))
  })
}

/** ISO 3166-1 alpha-2 code of a country by its Chinese name. */
export function countryCodeOf(chineseName: string): string | undefined {
  return countries.getAlpha2Code(chineseName, 'zh')
}

/** Name of a country in the reader's language; the code itself when it has none. */
export function countryName(code: string, language: Language): string {
  return countries.getName(code, language, { select: 'official' }) ?? code
}

/** Every country's name in the reader's language, by its ISO 3166-1 alpha-2 code. */
export const countryNames = (language: Language): Record<string, string> =>
  countries.getNames(language, { select: 'official' })

/** The place in one line, largest part first; a city that is its own province is said once. Districts have a Chinese name only. */
export function placeLabel(place: Partial<Place>, language: Language): string {
  const province = place.province && provinceName(place.province, language)
  const city = place.city && cityName(place.city, language)
  const divisions = [province, city, place.district].filter(
    (part, position, parts) => part && part !== parts[position - 1],
  )
  if (place.country === 'CN' && divisions.length > 0 && language === 'zh') return divisions.join('')
  return [place.country ? countryName(place.country, language) : '', ...divisions]
    .filter(Boolean)
    .join(language === 'zh' ? '' : ', ')
}
