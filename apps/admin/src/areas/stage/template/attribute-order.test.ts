import { describe, expect, it } from 'vitest'
import type { AttributeDraft } from './attributes.ts'
import { linesOf, moveLine } from './attribute-order.ts'

const draft = (label: string, more: Partial<AttributeDraft> = {}): AttributeDraft => ({ label, input: 'text', ...more })
const drafts = [draft('Crew'), draft('Weather')]
const nameOf = (all: readonly AttributeDraft[]) => (line: ReturnType<typeof linesOf>[number]) =>
  line.kind === 'attribute' ? all[line.at]!.label : line.kind === 'field' ? line.field.key : `# ${line.group}`
const lineNames = (all: readonly AttributeDraft[]) => linesOf('felling', all).map(nameOf(all))

describe('the order of a form', () => {
  it('starts with attributes that have no place among the stage’s fields, and keeps their group when it is empty', () => {
    expect(lineNames(drafts).slice(0, 3)).toEqual(['# template', 'Crew', 'Weather'])
    expect(lineNames([])[0]).toBe('# template')
  })

  it('puts an attribute after the line that it is dropped on, and leaves the others in place', () => {
    const to = lineNames(drafts).indexOf('logNumber')
    const { drafts: next, at } = moveLine('felling', drafts, 1, to)
    expect(next[at]).toMatchObject({ label: 'Crew', place: { group: 'felling', after: 'logNumber' } })
    const after = lineNames(next)
    expect(after[after.indexOf('logNumber') + 1]).toBe('Crew')
    expect(after[1]).toBe('Weather')
  })

  it('puts it first in a group, after another attribute, and back to no place', () => {
    const head = lineNames(drafts).indexOf('# felling')
    const first = moveLine('felling', drafts, 2, head)
    expect(first.drafts[first.at]).toMatchObject({ label: 'Weather', place: { group: 'felling' } })
    const names = lineNames(first.drafts)
    const second = moveLine('felling', first.drafts, names.indexOf('Crew'), names.indexOf('Weather'))
    expect(second.drafts.map(({ label, place }) => [label, place])).toEqual([
      ['Weather', { group: 'felling' }],
      ['Crew', { group: 'felling' }],
    ])
    const reset = moveLine('felling', second.drafts, lineNames(second.drafts).indexOf('Crew'), 0)
    expect(reset.drafts[reset.at]!.place).toBeUndefined()
  })

  it('moves no field of the stage, and preserves which of them are required', () => {
    const all = [...drafts, draft('x', { key: 'logNumber', required: true })]
    const at = lineNames(all).indexOf('volume')
    expect(moveLine('felling', all, at, 1).drafts).toEqual(all)
    expect(moveLine('felling', all, 1, 5).drafts.at(-1)).toMatchObject({ key: 'logNumber', required: true })
  })
})
