/** What is known of the goods fills in a report: the species of their codes, and the number of the next log. */
import type { StageKey } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { isEmpty, type ReportContent, speciesOf } from './report.ts'

const speciesKeyOf = (stage: StageKey): string | undefined =>
  stageByKey(stage).fields.find(field => field.type === 'dict' && 'dict' in field && field.dict === 'tree_species')?.key

/**
 * The content with the species of its codes, where nobody has entered one. A species that was filled in so changes with the
 * codes; one that a person chose stays, and the server asks about it when it contradicts them.
 */
export function fillSpecies(stage: StageKey, content: ReportContent): ReportContent {
  const key = speciesKeyOf(stage)
  if (key === undefined) return content
  const filled: string[] = []
  const isOpen = (at: string, value: unknown) => isEmpty(value as string) || content.fromBatch?.includes(at)
  if (content.rows) {
    const rows = content.rows.map(row => {
      const at = `rows.${row.key}.values.${key}`
      const species = row.check.state === 'good' ? row.check.species : undefined
      if (species === undefined || !isOpen(at, row.values[key]) || row.values[key] === species) return row
      filled.push(at)
      return { ...row, values: { ...row.values, [key]: species } }
    })
    return filled.length === 0 ? content : { ...content, rows, fromBatch: joined(content.fromBatch, filled) }
  }
  const at = `values.${key}`
  const species = speciesOf(content.codes)
  if (species === undefined || !isOpen(at, content.values[key]) || content.values[key] === species) return content
  return {
    ...content,
    values: { ...content.values, [key]: species },
    fromBatch: joined(content.fromBatch, [at]),
  }
}

const joined = (before: readonly string[] | undefined, more: readonly string[]) => [
  ...new Set([...(before ?? []), ...more]),
]

/** The species that a report names, the last one first. */
export function speciesIn(stage: StageKey, { values, rows = [] }: Pick<ReportContent, 'values' | 'rows'>): string[] {
  const key = speciesKeyOf(stage)
  if (key === undefined) return []
  const named = [...rows.map(row => row.values[key]), values[key]]
  return [...new Set(named.filter(value => typeof value === 'string' && value !== ''))].reverse() as string[]
}

/** The number after this one: its last digits count on, with their zeros. Undefined when it does not end in a digit. */
export function nextLogNumber(number: unknown): string | undefined {
  const [, head, digits] = (typeof number === 'string' && /^(.*?)(\d{1,15})$/s.exec(number.trim())) || []
  return digits === undefined ? undefined : `${head}${String(Number(digits) + 1).padStart(digits.length, '0')}`
}
