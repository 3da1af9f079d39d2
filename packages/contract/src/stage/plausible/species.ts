/** Wood has one species from the survey to the sale: refused where both Latin names are known, otherwise asked. */
import { codeOfLatin, latinNames } from '../cites.ts'
import { speciesChanged } from './goods.ts'
import type { ReportCase } from './known.ts'
import { fieldOf } from './papers.ts'
import { type Rule, type RuleResult, wordOf } from './rule.ts'

/** Fields with a value of the dictionary `tree_species`. */
const speciesFields = ['treeSpecies', 'inputSpecies', 'outputSpecies'] as const

const reads = { treeSpecies: null, inputSpecies: null, outputSpecies: null }

const isKnown = (code: string) => latinNames(code) !== undefined

/** Species fields that name none of the goods' species. */
function otherSpecies({ report, known: { species } }: ReportCase): { field: string; code: string }[] {
  if (species.length === 0) return []
  return speciesFields.flatMap(field => {
    const code = wordOf(report, field)
    return code === undefined || species.includes(code) ? [] : [{ field, code }]
  })
}

/** A scientific name written as text that is the Latin name of another species; an author may follow the two words. */
function otherScientificName({ report, known: { species } }: ReportCase): { field: string; code: string } | undefined {
  const field = 'speciesScientificName'
  const [genus = '', epithet = ''] = wordOf(report, field)?.trim().split(/\s+/) ?? []
  const code = codeOfLatin(genus, epithet)
  return code === undefined || species.length === 0 || species.includes(code) ? undefined : { field, code }
}

const contradiction = ({ field, code }: { field: string; code: string }, species: readonly string[]): RuleResult => ({
  field,
  params: { species: code, expected: species.join(','), name: latinText([code]), otherName: latinText(species) },
})

const latinText = (codes: readonly string[]) => codes.map(code => latinNames(code)?.join(' ') ?? code).join(', ')

/**
 * Refused: the Latin names are known, and they differ. A species of the goods that has none may be a synonym of the reported one:
 * then the reporter is asked.
 */
export const speciesContradicted: Rule<ReportCase> = {
  reads: { ...reads, speciesScientificName: null },
  judge(facts) {
    const { species } = facts.known
    if (!species.every(isKnown)) return undefined
    const other = otherSpecies(facts).find(({ code }) => isKnown(code)) ?? otherScientificName(facts)
    return other && contradiction(other, species)
  },
}

/** Asked: another species, of which the Latin names cannot be compared. */
export const speciesOther: Rule<ReportCase> = {
  reads,
  judge(facts) {
    const { species } = facts.known
    const other = otherSpecies(facts).find(({ code }) => !isKnown(code) || !species.every(isKnown))
    return other && { field: other.field, params: { species: other.code, expected: species.join(',') } }
  },
}

/** Refused: another species comes out than goes in, both by their Latin names. Without these `speciesChanged` asks. */
export const speciesReplaced: Rule<ReportCase> = {
  reads: speciesChanged.reads,
  judge(facts) {
    const changed = speciesChanged.judge(facts.report)
    if (!changed || speciesContradicted.judge(facts)?.field === changed.field) return undefined
    const [after, before] = [String(changed.params.species), String(changed.params.expected)]
    return isKnown(before) && isKnown(after)
      ? contradiction({ field: changed.field, code: after }, [before])
      : undefined
  },
}

/**
 * Refused: a paper names other species than the report; where that states none, than the goods. Of goods of several species one in the
 * paper is enough. Species without a Latin name are not judged.
 */
export const paperSpecies: Rule<ReportCase> = {
  reads,
  judge({ report, known: { species, papers } }) {
    const stated = speciesFields.flatMap(field => wordOf(report, field) ?? [])
    for (const paper of papers) {
      const named = paper.species
      if (!named || named.length === 0) continue
      const isOther = (code: string) => isKnown(code) && !named.includes(code)
      const other = stated.length > 0 ? stated.filter(isOther) : species.every(isOther) ? species : []
      if (other.length === 0) continue
      const { params } = contradiction({ field: '', code: other[0]! }, named)
      return { field: fieldOf(paper), params: { ...params, paper: paper.code } }
    }
    return undefined
  },
}
