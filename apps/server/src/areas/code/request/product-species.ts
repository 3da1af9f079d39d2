import { codeOfLatin, latinNames } from '@timbermark/contract/cites'
import { invalid } from '../../../platform/refusal.ts'

/** The Latin names of a product. */
export interface ProductSpecies {
  genus: string
  epithet: string
}

/**
 * Refuses a species that is not that of the product: wood of one species under the name of another. Where the dictionary
 * lacks the Latin names of either, nothing is known to contradict.
 * @param species code of the dictionary `tree_species`
 * @throws Refusal invalid, on the field `species`
 */
export function assertSpeciesOf({ genus, epithet }: ProductSpecies, species: unknown): void {
  const expected = codeOfLatin(genus, epithet)
  const names = latinNames(String(species))
  if (expected === undefined || names === undefined || species === expected) return
  const params = { species: names.join(' '), expected: `${genus} ${epithet}` }
  throw invalid([{ field: 'species', error: 'catalog.otherSpecies', params }])
}
