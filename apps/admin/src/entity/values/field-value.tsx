import { type Field, type Listed, labelKeyOf } from '@timbermark/contract'
import type { CSSProperties } from 'react'
import { useT } from '../../shell/index.ts'
import { leastWidth, textWidth } from '../list/text-width.ts'
import { KindValue, type KindValueProps, emptyValue } from './kind-value.tsx'
import { optionChip, optionLabel } from '../labels.ts'
import { Copyable, isCodeField } from './long-text.tsx'
import { isInOtherLanguage, LanguageMark } from './name-value.tsx'
import { toneOf } from './tone.ts'
import { ToneTag } from './tone-tag.tsx'
import type { Row } from '../types.ts'

export interface FieldValueProps extends Pick<KindValueProps, 'place'> {
  entity: Listed
  name: string
  field: Field
  row: Row
}

/** The width from which on a label in a cell is no chip, px. */
const longestChip = 110

/** A value of a row, drawn by its kind; states, codes and references need the row. */
export function FieldValue({ entity, name, field, row, place }: FieldValueProps) {
  const t = useT()
  const value = row[name]
  if (value === undefined || value === null || value === '') return emptyValue
  const labelOf = (option: string) => optionLabel(t, entity, name, option)
  if (field.kind === 'text' && isCodeField(name)) return <Copyable text={String(value)} />
  if (place === 'cell' && (field.kind === 'choice' || field.kind === 'flag')) {
    const { label, fullLabel } = optionChip(t, entity, name, String(value))
    const isState = entity.states?.field === name
    // A long name, such as that of a stage, is text that may take two lines; a chip is one word.
    if (!isState && fullLabel === undefined && textWidth(label) > longestChip)
      return (
        <span className="tm-word" style={{ '--tm-least': `${leastWidth(label)}px` } as CSSProperties}>
          {label}
        </span>
      )
    const tone = isState ? toneOf(String(value)) : undefined
    return (
      <ToneTag tone={tone} title={fullLabel}>
        {label}
      </ToneTag>
    )
  }
  if (field.kind === 'choice' && entity.states?.field === name)
    return <ToneTag tone={toneOf(String(value))}>{labelOf(String(value))}</ToneTag>
  const text = field.kind === 'ref' ? labelKeyOf(name) : name
  const plain = <KindValue kind={field} value={row[text] ?? value} place={place} labelOf={labelOf} />
  if (!isInOtherLanguage(row, text, t.language)) return plain
  return (
    <span className="tm-named">
      {plain} <LanguageMark row={row} name={text} />
    </span>
  )
}
