import type { Language } from '@timbermark/contract'
import { cityName } from './city-names.ts'
import { countryName, type Place, placeLabel } from './places.ts'

/** Town and country in the reader's language; of a place whose town is not known the country. */
export function townLabel({ country, province, city }: Omit<Place, 'district'>, language: Language): string {
  if (language === 'zh') return placeLabel({ country, province, city }, language)
  return [city && cityName(city, language), countryName(country, language)].filter(Boolean).join(', ')
}
