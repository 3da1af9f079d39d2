import { formatCoordinates, formatDateTime, formatNumber, type Translate } from '@timbermark/client'
import type { Kind } from '@timbermark/contract'
import { unitKey } from '@timbermark/phrases'
import { useT } from '../../shell/index.ts'
import { RichTextView } from '../../shell/rich-text-view.tsx'
import { DictTag } from './dict-tag.tsx'
import { FileLinks, filesOf, PicturesView, VideosView } from './files-view.tsx'
import { isBlankHtml } from '../form/form-model.ts'
import { LongText } from './long-text.tsx'
import { ToneTag } from './tone-tag.tsx'

export interface KindValueProps {
  kind: Kind
  value: unknown
  /** `cell` keeps to one line of a table, `detail` shows everything. */
  place: 'cell' | 'detail'
  /** Label of an option of a choice, of `true` and of `false`. */
  labelOf: (option: string) => string
}

export const emptyValue = <span className="tm-muted">–</span>

/** A value drawn by its kind, for entities and others. */
export function KindValue({ kind, value, place, labelOf }: KindValueProps) {
  const t = useT()
  if (value === undefined || value === null || value === '') return emptyValue
  switch (kind.kind) {
    case 'text': {
      const text = Array.isArray(value) ? value.join(', ') : String(value)
      if (text === '') return emptyValue
      return place === 'cell' ? <LongText text={text} /> : <span className="tm-lines">{text}</span>
    }
    case 'richText':
      return isBlankHtml(String(value)) ? emptyValue : <RichTextView html={String(value)} />
    case 'integer':
    case 'decimal': {
      const scale = kind.kind === 'decimal' ? (kind.scale ?? 3) : 0
      // Money always has two decimals, so that a column of it can be compared.
      const cents = kind.unit === 'yuan' && scale === 2 ? scale : 0
      const options = { maximumFractionDigits: scale, minimumFractionDigits: cents }
      const number = formatNumber(value as number | string, t.language, options)
      const unit = kind.unit && t.from(unitKey(kind.unit, number, t.language))
      return <span className="tm-number">{unit ? `${number} ${unit}` : number}</span>
    }
    case 'date':
      return <span className="tm-number">{String(value).slice(0, 10)}</span>
    case 'datetime':
      return <span className="tm-number tm-moment">{formatDateTime(value as string)}</span>
    case 'choice':
    case 'flag': {
      const label = labelOf(String(value))
      return place === 'cell' ? <ToneTag>{label}</ToneTag> : label
    }
    case 'dict':
      return kind.dict ? <DictTag type={kind.dict} value={String(value)} /> : String(value)
    case 'timeZone':
      return String(value)
    case 'country': {
      const country = countryName(String(value), t.locale)
      return place === 'cell' ? <LongText text={country} /> : country
    }
    case 'coordinates':
      return <span className="tm-number">{coordinatesText(t, value)}</span>
    case 'ref':
      return place === 'cell' ? <LongText text={String(value)} width={200} /> : String(value)
    case 'images': {
      const files = filesOf(value)
      if (files.length === 0) return emptyValue
      return place === 'cell' ? (
        <PicturesView files={files} limit={2} size={32} />
      ) : (
        <PicturesView files={files} size={96} />
      )
    }
    case 'files': {
      const files = filesOf(value)
      return files.length === 0 ? emptyValue : <FileLinks files={files} />
    }
    case 'video': {
      const files = filesOf(value)
      if (files.length === 0) return emptyValue
      return place === 'cell' ? <FileLinks files={files} /> : <VideosView files={files} />
    }
  }
}

/** A country's name in a language; what is no code of a country as it is. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Formats `[longitude, latitude]`; another value is returned as text. */
export function coordinatesText(t: Translate, value: unknown): string {
  if (!Array.isArray(value) || value.length !== 2) return String(value)
  return formatCoordinates(t, value.map(Number) as [number, number])
}
