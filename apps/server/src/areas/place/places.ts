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

/** The place of a point. Divisions are known inside China only, by their Chinese names. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string
  province: string | null
  city: string | null
  district: string | null
}

/** Corrections of names that the package misspells, or where it differs from the short name of ISO 3166. */
const spellings = {
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
countries.registerLocale({ ...en, countries: { ...en.countries, ...spellings.en } })
countries.registerLocale({ ...fr, countries: { ...fr.countries, ...spellings.fr } })

/** Points off the coast, on a pier or a ship at anchor, belong to the nearest land within this distance; degrees of latitude. */
const offDistrict = 0.1
const offCountry = 0.5
/** If no other country's outline is within this many degrees (some 30 km), the outlines are exact enough. */
const borderTolerance = 0.3

/**
 * Finds places by WGS-84 coordinates, without an outside service. Chinese districts are exact to some 100 m, outlines of
 * other countries only to some 20 km: towns on the two banks of a border river can be confused.
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
   * The only country that a point can be in, or off whose coast it can be, despite the coarse outlines: no other country is near.
   * Null at borders, and far from every coast. `off`: too far out to be on land that the outlines omit.
   */
  certainCountry(longitude: number, latitude: number): { country: string; off: boolean } | null {
    const inside = this.#countries.containing(longitude, latitude)
    const near = this.#countries.findWithin(longitude, latitude, inside >= 0 ? borderTolerance : offCountry)
    const codes = new Set([...near, ...(inside >= 0 ? [inside] : [])].map(area => this.#country(area) ?? ''))
    const [country] = codes
    const off = inside < 0 && this.#countries.findWithin(longitude, latitude, borderTolerance).length === 0
    return codes.size === 1 && country ? { country, off } : null
  }

  /**
   * Approximate centre of a division of China by the significant digits of its code (GB/T 2260): two for a province, four for
   * a city, six for a district. Null when the outlines have no such code.
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
      // Counties directly below a province count as their own city, but share the first four digits with each other.
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

/** Loads the places in a worker thread on first use; about 4 MB stay in memory. */
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

/** The place in one line, largest part first; a city that is its own province appears once. Districts have a Chinese name only. */
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

/** Town and country in the reader's language; only the country when the town is unknown. */
export function townLabelOf({ country, province, city }: Omit<Place, 'district'>, language: Language): string {
  if (language === 'zh') return placeLabel({ country, province, city }, language)
  return [city && cityName(city, language), countryName(country, language)].filter(Boolean).join(', ')
}
