import type { FormContent, FormField, FormGroup, FormKind, TextInEachLanguage } from '@timbermark/contract'

/** One line of a form in the designer: the heading of a group, or a field of it. */
export type Line =
  | { id: string; kind: 'group'; group: number; of: FormGroup }
  | { id: string; kind: 'field'; group: number; at: number; of: FormField }

/** The form line by line. Fields are identified by their keys, which are unique while a form is edited. */
export function linesOf({ groups }: FormContent): Line[] {
  return groups.flatMap((of, group): Line[] => [
    { id: `group-${group}`, kind: 'group', group, of },
    ...of.fields.map((field, at): Line => ({ id: `field-${field.key}`, kind: 'field', group, at, of: field })),
  ])
}

/** The lowest index of a field: after the heading of the first group. */
export const firstFieldLine = 1

const withoutField = (groups: readonly FormGroup[], group: number, at: number): FormGroup[] =>
  groups.map((one, index) =>
    index === group ? { ...one, fields: one.fields.filter((_, place) => place !== at) } : one,
  )

const withField = (groups: readonly FormGroup[], group: number, at: number, field: FormField): FormGroup[] =>
  groups.map((one, index) => (index === group ? { ...one, fields: one.fields.toSpliced(at, 0, field) } : one))

/** Inserts a field after the line at `place - 1`, in that line's group. */
export function insertField(content: FormContent, field: FormField, place: number): FormContent {
  const lines = linesOf(content)
  const before = lines[Math.min(Math.max(place, firstFieldLine), lines.length) - 1]!
  return {
    groups: withField(content.groups, before.group, before.kind === 'group' ? 0 : before.at + 1, field),
  }
}

/** Moves the field of one line to the place of another. */
export function moveField(content: FormContent, from: number, to: number): FormContent {
  const line = linesOf(content)[from]
  if (line?.kind !== 'field' || to < firstFieldLine) return content
  return insertField({ groups: withoutField(content.groups, line.group, line.at) }, line.of, to)
}

/** Removes a field. */
export function removeField(content: FormContent, group: number, at: number): FormContent {
  return { groups: withoutField(content.groups, group, at) }
}

/** Removes a group; its fields go to the group before it, or to the one after it. */
export function removeGroup({ groups }: FormContent, group: number): FormContent {
  if (groups.length < 2) return { groups }
  const fields = groups[group]!.fields
  const target = group === 0 ? 1 : group - 1
  return {
    groups: groups
      .map((one, index) =>
        index === target
          ? { ...one, fields: group === 0 ? [...fields, ...one.fields] : [...one.fields, ...fields] }
          : one,
      )
      .filter((_, index) => index !== group),
  }
}

export function changeField(content: FormContent, key: string, change: Partial<FormField>): FormContent {
  return {
    groups: content.groups.map(group => ({
      ...group,
      fields: group.fields.map(field => (field.key === key ? withoutUndefined({ ...field, ...change }) : field)),
    })),
  }
}

/** Without emptied properties. */
const withoutUndefined = (field: FormField) =>
  Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as unknown as FormField

/** A key that no field of the form has. */
export function unusedKey({ groups }: FormContent, stem: string): string {
  const used = new Set(groups.flatMap(group => group.fields.map(field => field.key)))
  let n = 1
  while (used.has(`${stem}${n}`)) n++
  return `${stem}${n}`
}

/** A new field of a kind, with the kind's name as its label. */
export function createField(content: FormContent, kind: FormKind, labels: TextInEachLanguage): FormField {
  return {
    key: unusedKey(content, kind),
    kind,
    labels,
    width: kind === 'images' || kind === 'files' || kind === 'video' ? 24 : 12,
    ...(kind === 'text' && { max: 200 }),
    ...(kind === 'choice' && { options: [{ value: 'option1', labels }] }),
    ...(kind === 'dict' && { dict: 'sys_yes_no' }),
  }
}
