import { type Field, type Listed, labelKeyOf } from '@timbermark/contract'
import { useT } from '../../shell/index.ts'
import { KindValue, type KindValueProps, emptyValue } from './kind-value.tsx'
import { optionLabel } from '../labels.ts'
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

/** A value of a row, drawn by its kind; states, codes and references need the row. */
export function FieldValue({ entity, name, field, row, place }: FieldValueProps) {
  const t = useT()
  const value = row[name]
  if (value === undefined || value === null || value === '') return emptyValue
  const labelOf = (option: string) => optionLabel(t, entity, name, option)
  if (field.kind === 'text' && isCodeField(name)) return <Copyable text={String(value)} />
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
