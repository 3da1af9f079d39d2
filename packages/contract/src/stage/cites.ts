import { treeSpecies } from './species.ts'

/** Populations of a listing; empty means all. */
export type CitesPopulation = 'africa' | 'neotropics' | 'madagascar' | 'asia' | 'eastAfrica'

/** A listing: appendix, annotation (which goods are meant) and the day on which that wording came into force. */
export interface CitesTaxon {
  appendix: 'I' | 'II' | 'III'
  annotation: string
  genus: string
  /** Undefined: the complete genus. */
  species?: string
  population?: CitesPopulation
  since?: string
}

/**
 * The authority for listings, and the date of the listings below. Appendices change: what relies on this list says of which
 * day it is.
 */
export const citesSource = { name: 'Species+ (CITES)', address: 'https://speciesplus.net', asOf: '2026-11-20' } as const

const transformed = { appendix: 'II', annotation: '#17' } as const

/** Timber in the appendices of CITES; a named species goes before its genus. */
export const citesTaxa: readonly CitesTaxon[] = [
  { genus: 'Pericopsis', species: 'elata', ...transformed, since: '2019-11-26' },
  { genus: 'Afzelia', population: 'africa', ...transformed, since: '2023-02-23' },
  { genus: 'Khaya', population: 'africa', ...transformed, since: '2023-02-23' },
  { genus: 'Pterocarpus', species: 'santalinus', appendix: 'II', annotation: '#7' },
  { genus: 'Pterocarpus', population: 'africa', ...transformed, since: '2023-02-23' },
  { genus: 'Guibourtia', species: 'demeusei', appendix: 'II', annotation: '#15', since: '2017-01-02' },
  { genus: 'Guibourtia', species: 'pellegriniana', appendix: 'II', annotation: '#15', since: '2017-01-02' },
  { genus: 'Guibourtia', species: 'tessmannii', appendix: 'II', annotation: '#15', since: '2017-01-02' },
  { genus: 'Dalbergia', species: 'nigra', appendix: 'I', annotation: '' },
  { genus: 'Dalbergia', appendix: 'II', annotation: '#15', since: '2017-01-02' },
  { genus: 'Diospyros', population: 'madagascar', appendix: 'II', annotation: '#5' },
  { genus: 'Swietenia', species: 'macrophylla', population: 'neotropics', appendix: 'II', annotation: '#6' },
  { genus: 'Swietenia', species: 'mahagoni', appendix: 'II', annotation: '#5' },
  { genus: 'Swietenia', species: 'humilis', appendix: 'II', annotation: '#4' },
  { genus: 'Cedrela', population: 'neotropics', appendix: 'II', annotation: '#6' },
  { genus: 'Handroanthus', ...transformed, since: '2024-11-25' },
  { genus: 'Roseodendron', ...transformed, since: '2024-11-25' },
  { genus: 'Tabebuia', ...transformed, since: '2024-11-25' },
  { genus: 'Dipteryx', ...transformed, since: '2024-11-25' },
  { genus: 'Gonystylus', appendix: 'II', annotation: '#4' },
  { genus: 'Aquilaria', appendix: 'II', annotation: '#14' },
  { genus: 'Gyrinops', appendix: 'II', annotation: '#14' },
  { genus: 'Prunus', species: 'africana', appendix: 'II', annotation: '#4' },
  { genus: 'Osyris', species: 'lanceolata', population: 'eastAfrica', appendix: 'II', annotation: '#2' },
  { genus: 'Paubrasilia', species: 'echinata', appendix: 'II', annotation: '#10' },
  { genus: 'Caesalpinia', species: 'echinata', appendix: 'II', annotation: '#10' },
  { genus: 'Guaiacum', appendix: 'II', annotation: '#2' },
  { genus: 'Bulnesia', species: 'sarmientoi', appendix: 'II', annotation: '#11' },
  { genus: 'Aniba', species: 'rosaeodora', appendix: 'II', annotation: '#12' },
  { genus: 'Platymiscium', species: 'parviflorum', appendix: 'II', annotation: '#4' },
  { genus: 'Taxus', population: 'asia', appendix: 'II', annotation: '#2' },
  { genus: 'Abies', species: 'guatemalensis', appendix: 'I', annotation: '' },
  { genus: 'Araucaria', species: 'araucana', appendix: 'I', annotation: '' },
  { genus: 'Fitzroya', species: 'cupressoides', appendix: 'I', annotation: '' },
]

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** CITES listing of a species, by its Latin names; undefined when unknown. Case-insensitive. */
export function citesOf(genus: string, species: string): CitesTaxon | undefined {
  const ofGenus = citesTaxa.filter(taxon => same(taxon.genus, genus))
  return (
    ofGenus.find(taxon => taxon.species !== undefined && same(taxon.species, species)) ??
    ofGenus.find(taxon => taxon.species === undefined)
  )
}

const latinOf = new Map<string, readonly [string, string]>(treeSpecies.map(({ value, latin }) => [value, latin]))

/** Latin names of a delivered code of the species dictionary. */
export function latinNames(code: string | null | undefined): readonly [genus: string, species: string] | undefined {
  return code ? latinOf.get(code) : undefined
}

/** CITES listing of a code of the species dictionary. */
export function citesOfCode(code: string | null | undefined): CitesTaxon | undefined {
  const names = latinNames(code)
  return names && citesOf(...names)
}

/** The delivered code of the species dictionary with these Latin names. Case-insensitive. */
export function codeOfLatin(genus: string, species: string): string | undefined {
  return treeSpecies.find(({ latin }) => same(latin[0], genus) && same(latin[1], species))?.value
}
