/** Does a CITES listing cover these goods? By population, and by the day of the act. */
import { citesOf, type CitesPopulation, type CitesTaxon } from './cites.ts'

const countries = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))

const africa =
  'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW'

/** Countries of each population, ISO 3166-1 alpha-2. */
const populations: Readonly<Record<CitesPopulation, ReadonlySet<string>>> = {
  africa: countries(africa),
  eastAfrica: countries('BI ET KE RW TZ UG'),
  madagascar: countries('MG'),
  asia: countries('AF BD BN BT CN HK ID IN JP KH KP KR LA LK MM MN MO MY NP PH PK RU SG TH TL TW VN'),
  // Mexico, Central and South America and the Caribbean.
  neotropics: countries(
    'AG AI AR AW BB BL BO BQ BR BS BZ CL CO CR CU CW DM DO EC FK GD GF GP GT GY HN HT JM KN KY LC MF MQ MS MX NI PA PE PR PY SR SV SX TC TT UY VC VE VG VI',
  ),
}

/**
 * The listing that covers goods of a species from a country on a day.
 * @param country of origin, ISO 3166-1 alpha-2; without one every population counts
 * @param day `YYYY-MM-DD`
 */
export function citesCover(
  [genus, species]: readonly [genus: string, species: string],
  country: string | undefined,
  day: string,
): CitesTaxon | undefined {
  const taxon = citesOf(genus, species)
  if (!taxon || (taxon.since !== undefined && day < taxon.since)) return undefined
  if (taxon.population && country !== undefined && !populations[taxon.population].has(country)) return undefined
  return taxon
}

/**
 * Annotations without exceptions for wood: none, and #4, which leaves out seeds and plants only. The others cover some forms of
 * the wood (#5 logs, sawn wood and veneer; #6 plywood too; #17 transformed wood too) or leave some goods out (#15: finished
 * products of up to 10 kg in a shipment).
 */
const everyForm: readonly string[] = ['', '#4']

/** Whether a listing covers the wood in every form, without exceptions. */
export const coversEveryForm = ({ annotation }: Pick<CitesTaxon, 'annotation'>): boolean =>
  everyForm.includes(annotation)
