import type { FieldGroup, StageField, StageKey } from '@timbermark/contract'
import { fieldsOf, formGroups, type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import { type AttributeDraft, isOwnField } from './attributes.ts'

/** One line of a form in the editor: the heading of a group, a field of the stage, or an attribute. */
export type Line =
  | { id: string; kind: 'group'; group: FieldGroup }
  | { id: string; kind: 'field'; field: StageField }
  /** @property at index among the drafts. */
  | { id: string; kind: 'attribute'; at: number }

const idOf = (at: number) => `attribute-${at}`

/** The drafts under unique keys: a new draft has no key yet. */
const withKeys = (stage: StageKey, drafts: readonly AttributeDraft[]): StageAttribute[] =>
  drafts.map(({ labelTexts: _, ...draft }, at) => ({
    ...draft,
    key: isOwnField(stage, draft?.key) ? draft.key! : idOf(at),
  }))

/** The fields of the form, the drafts among them, in the phone's order and groups. */
export function groupsOf(stage: StageKey, drafts: readonly AttributeDraft[]) {
  return formGroups([...fieldsOf(stageByKey(stage), withKeys(stage, drafts)).values()])
}

/** The form line by line; attributes without a place among the stage's fields are in the first group, which is always listed. */
export function linesOf(stage: StageKey, drafts: readonly AttributeDraft[]): Line[] {
  const places = new Map(drafts.map((_, at) => [idOf(at), at]))
  const lines = groupsOf(stage, drafts).flatMap(({ key, fields }): Line[] => [
    { id: `group-${key}`, kind: 'group', group: key },
    ...fields.map((field): Line => {
      const at = places.get(field.key)
      return at === undefined || isOwnField(stage, field.key)
        ? { id: `field-${field.key}`, kind: 'field', field }
        : { id: idOf(at), kind: 'attribute', at }
    }),
  ])
  const first = lines[0]
  return first?.kind === 'group' && first.group === 'template'
    ? lines
    : [{ id: 'group-template', kind: 'group', group: 'template' }, ...lines]
}

/** The lowest index an attribute may move to: below the first heading. */
export const firstAttributeLine = 1

/**
 * The drafts after the line `from` was moved to the line `to`; the moved draft takes its place from the line before it.
 * @returns the drafts, and the index of the moved one among them
 */
export function moveLine(
  stage: StageKey,
  drafts: readonly AttributeDraft[],
  from: number,
  to: number,
): { drafts: AttributeDraft[]; at: number } {
  const lines = linesOf(stage, drafts)
  const moved = lines[from]
  if (moved?.kind !== 'attribute') return { drafts: [...drafts], at: -1 }
  const rest = lines.filter(line => line !== moved)
  const target = Math.min(Math.max(to, firstAttributeLine), rest.length)
  const before = rest[target - 1]!
  const { place: _, ...plain } = drafts[moved.at]!
  const place = placeAfter(before, drafts)
  const draft: AttributeDraft = place ? { ...plain, place } : plain
  const order = [...rest.slice(0, target), moved, ...rest.slice(target)]
  const sorted = order.flatMap(line => (line.kind === 'attribute' ? [line === moved ? draft : drafts[line.at]!] : []))
  const required = drafts.filter(one => isOwnField(stage, one?.key))
  return { drafts: [...sorted, ...required], at: sorted.indexOf(draft) }
}

function placeAfter(line: Line, drafts: readonly AttributeDraft[]): AttributeDraft['place'] {
  if (line.kind === 'field') return { group: line.field.group, after: line.field.key }
  if (line.kind === 'attribute') return drafts[line.at]!.place
  return line.group === 'template' ? undefined : { group: line.group }
}
