import type { Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { countryName, type Places, placeLabel } from './places.ts'
import { portNear } from './ports.ts'
import { seaOf } from './seas.ts'
import { townLabel } from './town-label.ts'

/**
 * What a point can be called without doubt: its division in China, a port, the country where no other is near, the country
 * off whose coast it lies, or a sea. Null where none of these is sure: a country named wrongly at a border would be a false
 * statement about the wood.
 */
export function sureName(places: Places, longitude: number, latitude: number): ((language: Language) => string) | null {
  const place = places.placeOf(longitude, latitude)
  // Divisions are known by their Chinese names, cities by names in Latin letters too.
  if (place?.country === 'CN') return language => (language === 'zh' ? placeLabel : townLabel)(place, language)
  const port = portNear(longitude, latitude)
  if (port) {
    const [, country, latin, zh] = port
    return language =>
      language === 'zh' ? `${countryName(country, language)}${zh}` : `${latin}, ${countryName(country, language)}`
  }
  const sure = places.sureCountry(longitude, latitude)
  if (sure)
    return language => {
      const country = countryName(sure.country, language)
      return sure.off ? phrase(language, 'trace.place.offCoast', { country }) : country
    }
  const sea = place ? undefined : seaOf(longitude, latitude)
  return sea ? language => phrase(language, `trace.place.${sea}`) : null
}
