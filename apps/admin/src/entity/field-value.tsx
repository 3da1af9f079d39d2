import { formatDateTime, formatNumber } from '@timbermark/client'
import { type Listed, type Field, labelKeyOf } from '@timbermark/contract'
import { useT } from '../shell/index.ts'
import { DictTag } from './dict-tag.tsx'
import { FileLinks, filesOf, PicturesView, VideosView } from './files-view.tsx'
import { isBlankHtml } from './form/form-model.ts'
import { optionLabel } from './labels.ts'
import { Copyable, isCodeField, LongText } from './long-text.tsx'
import { RichTextView } from '../shell/rich-text-view.tsx'
import { toneOf } from './tone.ts'
import { ToneTag } from './tone-tag.tsx'
import type { Row } from './types.ts'

export interface FieldValueProps {
  entity: Listed
  name: string
  field: Field
  row: Row
  /** `cell` keeps to one line of a table, `detail` shows everything. */
  place: 'cell' | 'detail'
}

const nothing = <span className="tm-muted">–</span>

/** A value of a row, drawn by the kind of its field. */
export function FieldValue({ entity, name, field, row, place }: FieldValueProps) {
  const t = useT()
  const value = row[name]
  if (value === undefined || value === null || value === '') return nothing
  switch (field.kind) {
    case 'text': {
      const text = Array.isArray(value) ? value.join(', ') : String(value)
      if (text === '') return nothing
      if (isCodeField(name)) return <Copyable text={text} />
      return place === 'cell' ? <LongText text={text} /> : <span className="tm-lines">{text}</span>
    }
    case 'richText':
      if (isBlankHtml(String(value))) return nothing
      return <RichTextView html={String(value)} />
    case 'integer':
    case 'decimal': {
      const scale = field.kind === 'decimal' ? (field.scale ?? 3) : 0
      // Money is written to the cent, so that a column of it can be compared.
      const options = { maximumFractionDigits: scale, minimumFractionDigits: field.unit === 'yuan' ? scale : 0 }
      const number = formatNumber(value as number | string, t.language, options)
      return <span className="tm-number">{field.unit ? `${number} ${t.from(`unit.${field.unit}`)}` : number}</span>
    }
    case 'date':
      return <span className="tm-number">{String(value).slice(0, 10)}</span>
    case 'datetime':
      return <span className="tm-number">{formatDateTime(value as string)}</span>
    case 'choice': {
      const isState = entity.states?.field === name
      const label = optionLabel(t, entity, name, String(value))
      return isState ? (
        <ToneTag tone={toneOf(String(value))}>{label}</ToneTag>
      ) : place === 'cell' ? (
        <ToneTag>{label}</ToneTag>
      ) : (
        label
      )
    }
    case 'flag': {
      const label = optionLabel(t, entity, name, String(value))
      return place === 'cell' ? <ToneTag>{label}</ToneTag> : label
    }
    case 'dict':
      return <DictTag type={field.dict} value={String(value)} />
    case 'ref': {
      const label = row[labelKeyOf(name)] ?? value
      return place === 'cell' ? <LongText text={String(label)} width={200} /> : String(label)
    }
    case 'images': {
      const files = filesOf(value)
      if (files.length === 0) return nothing
      return place === 'cell' ? <PicturesView files={files} shown={2} /> : <PicturesView files={files} size={96} />
    }
    case 'files': {
      const files = filesOf(value)
      return files.length === 0 ? nothing : <FileLinks files={files} />
    }
    case 'video': {
      const files = filesOf(value)
      if (files.length === 0) return nothing
      return place === 'cell' ? <FileLinks files={files} /> : <VideosView files={files} />
    }
  }
}
