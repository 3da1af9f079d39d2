import { describe, expect, it } from 'vitest'
import type { AttributeDraft } from './attributes.ts'
import { linesOf, movedTo } from './attribute-order.ts'

const draft = (label: string, more: Partial<AttributeDraft> = {}): AttributeDraft => ({ label, input: 'text', ...more })
const drafts = [draft('Crew'), draft('Weather')]
const nameOf = (all: readonly AttributeDraft[]) => (line: ReturnType<typeof linesOf>[number]) =>
  line.kind === 'attribute' ? all[line.at]!.label : line.kind === 'field' ? line.field.key : `# ${line.group}`
const shown = (all: readonly AttributeDraft[]) => linesOf('felling', all).map(nameOf(all))

describe('the order of a form', () => {
  it('begins with what has no place among the stage’s fields, and has room for it when there is none', () => {
    expect(shown(drafts).slice(0, 3)).toEqual(['# template', 'Crew', 'Weather'])
    expect(shown([])[0]).toBe('# template')
  })

  it('puts an attribute behind the line that it is dropped on, and keeps the others', () => {
    const to = shown(drafts).indexOf('logNumber')
    const { drafts: next, at } = movedTo('felling', drafts, 1, to)
    expect(next[at]).toMatchObject({ label: 'Crew', place: { group: 'felling', after: 'logNumber' } })
    const after = shown(next)
    expect(after[after.indexOf('logNumber') + 1]).toBe('Crew')
    expect(after[1]).toBe('Weather')
  })

  it('puts it at the head of a group, behind another attribute, and back without a place', () => {
    const head = shown(drafts).indexOf('# felling')
    const first = movedTo('felling', drafts, 2, head)
    expect(first.drafts[first.at]).toMatchObject({ label: 'Weather', place: { group: 'felling' } })
    const names = shown(first.drafts)
    const beside = movedTo('felling', first.drafts, names.indexOf('Crew'), names.indexOf('Weather'))
    expect(beside.drafts.map(({ label, place }) => [label, place])).toEqual([
      ['Weather', { group: 'felling' }],
      ['Crew', { group: 'felling' }],
    ])
    const back = movedTo('felling', beside.drafts, shown(beside.drafts).indexOf('Crew'), 0)
    expect(back.drafts[back.at]!.place).toBeUndefined()
  })

  it('moves no field of the stage, and keeps which of them are required', () => {
    const all = [...drafts, draft('x', { key: 'logNumber', required: true })]
    const at = shown(all).indexOf('volume')
    expect(movedTo('felling', all, at, 1).drafts).toEqual(all)
    expect(movedTo('felling', all, 1, 5).drafts.at(-1)).toMatchObject({ key: 'logNumber', required: true })
  })
})
