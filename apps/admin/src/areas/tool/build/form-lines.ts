import type { FormContent, FormField, FormGroup, FormKind, TextInEachLanguage } from '@timbermark/contract'

/** One line of a form as its maker sees it: the heading of a group, or a field of it. */
export type Line =
  | { id: string; kind: 'group'; group: number; of: FormGroup }
  | { id: string; kind: 'field'; group: number; at: number; of: FormField }

/** The form line by line. Fields are told apart by their keys, which are unique while a form is made. */
export function linesOf({ groups }: FormContent): Line[] {
  return groups.flatMap((of, group): Line[] => [
    { id: `group-${group}`, kind: 'group', group, of },
    ...of.fields.map((field, at): Line => ({ id: `field-${field.key}`, kind: 'field', group, at, of: field })),
  ])
}

/** The first place that a field can take: behind the heading of the first group. */
export const lowest = 1

const without = (groups: readonly FormGroup[], group: number, at: number): FormGroup[] =>
  groups.map((one, index) =>
    index === group ? { ...one, fields: one.fields.filter((_, place) => place !== at) } : one,
  )

const withField = (groups: readonly FormGroup[], group: number, at: number, field: FormField): FormGroup[] =>
  groups.map((one, index) => (index === group ? { ...one, fields: one.fields.toSpliced(at, 0, field) } : one))

/** Puts a field behind the line that stands at `place - 1`, whatever group that is in. */
export function insertedAt(content: FormContent, field: FormField, place: number): FormContent {
  const lines = linesOf(content)
  const before = lines[Math.min(Math.max(place, lowest), lines.length) - 1]!
  return {
    groups: withField(content.groups, before.group, before.kind === 'group' ? 0 : before.at + 1, field),
  }
}

/** Moves the field of one line to the place of another. */
export function movedTo(content: FormContent, from: number, to: number): FormContent {
  const line = linesOf(content)[from]
  if (line?.kind !== 'field' || to < lowest) return content
  return insertedAt({ groups: without(content.groups, line.group, line.at) }, line.of, to)
}

/** Takes a field out. */
export function removedAt(content: FormContent, group: number, at: number): FormContent {
  return { groups: without(content.groups, group, at) }
}

/** Takes a group out; its fields go to the group before it, or behind it. */
export function groupRemoved({ groups }: FormContent, group: number): FormContent {
  if (groups.length < 2) return { groups }
  const fields = groups[group]!.fields
  const heir = group === 0 ? 1 : group - 1
  return {
    groups: groups
      .map((one, index) =>
        index === heir
          ? { ...one, fields: group === 0 ? [...fields, ...one.fields] : [...one.fields, ...fields] }
          : one,
      )
      .filter((_, index) => index !== group),
  }
}

export function fieldChanged(content: FormContent, key: string, change: Partial<FormField>): FormContent {
  return {
    groups: content.groups.map(group => ({
      ...group,
      fields: group.fields.map(field => (field.key === key ? tidy({ ...field, ...change }) : field)),
    })),
  }
}

/** Without what was emptied. */
const tidy = (field: FormField) =>
  Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as unknown as FormField

/** A key that no field of the form has. */
export function freeKey({ groups }: FormContent, stem: string): string {
  const used = new Set(groups.flatMap(group => group.fields.map(field => field.key)))
  let n = 1
  while (used.has(`${stem}${n}`)) n++
  return `${stem}${n}`
}

/** A new field of a kind, called as its kind is. */
export function newField(content: FormContent, kind: FormKind, labels: TextInEachLanguage): FormField {
  return {
    key: freeKey(content, kind),
    kind,
    labels,
    width: kind === 'images' || kind === 'files' || kind === 'video' ? 24 : 12,
    ...(kind === 'text' && { max: 200 }),
    ...(kind === 'choice' && { options: [{ value: 'option1', labels }] }),
    ...(kind === 'dict' && { dict: 'sys_yes_no' }),
  }
}
