import type { Issue } from '@timbermark/contract'

/** Name of a form field as the form knows it: `['attributes', 0, 'label']`. */
export type FieldPath = readonly (string | number)[]

export const pathOf = (field: string): FieldPath =>
  field.split(/[.[\]]+/).flatMap(part => (part === '' ? [] : [/^\d+$/.test(part) ? Number(part) : part]))

/**
 * Splits a refusal: issues next to a field that the form shows (the nearest one, for a part of a value), and issues
 * above the form.
 */
export function placeInForm(issues: readonly Issue[], known: readonly FieldPath[]) {
  const byName = new Map(known.map(path => [path.join('.'), path]))
  const placed = new Map<string, { name: FieldPath; issues: Issue[] }>()
  const rest: Issue[] = []
  for (const issue of issues) {
    const path = pathOf(issue.field)
    const lengths = path.map((_, index) => path.length - index)
    const name = lengths.map(length => path.slice(0, length).join('.')).find(part => byName.has(part))
    const known = name === undefined ? undefined : byName.get(name)
    if (name === undefined || !known) {
      rest.push(issue)
      continue
    }
    const entry = placed.get(name) ?? { name: known, issues: [] }
    entry.issues.push(issue)
    placed.set(name, entry)
  }
  return { placed: [...placed.values()], rest }
}
