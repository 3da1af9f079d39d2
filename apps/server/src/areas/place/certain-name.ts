import type { Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { countryName, type Places, placeLabel, townLabelOf } from './places.ts'
import { portNear } from './ports.ts'
import { seaOf } from './seas.ts'

/**
 * A name of a point that is certain: its division in China, a port, the country if no other is near, the country off whose
 * coast it lies, or a sea. Null when none is certain: a wrong country at a border would be a false statement about the wood.
 */
export function certainNameOf(
  places: Places,
  longitude: number,
  latitude: number,
): ((language: Language) => string) | null {
  const place = places.placeOf(longitude, latitude)
  // Divisions have Chinese names only, cities also Latin ones.
  if (place?.country === 'CN') return language => (language === 'zh' ? placeLabel : townLabelOf)(place, language)
  const port = portNear(longitude, latitude)
  if (port) {
    const [, country, latin, zh] = port
    return language =>
      language === 'zh' ? `${countryName(country, language)}${zh}` : `${latin}, ${countryName(country, language)}`
  }
  const sure = places.certainCountry(longitude, latitude)
  if (sure)
    return language => {
      const country = countryName(sure.country, language)
      return sure.off ? phrase(language, 'trace.place.offCoast', { country }) : country
    }
  const sea = place ? undefined : seaOf(longitude, latitude)
  return sea ? language => phrase(language, `trace.place.${sea}`) : null
}
