import { formatDateTime, formatNumber } from '@timbermark/client'
import type { FileInfo, StageFieldType } from '@timbermark/contract'
import { DictTag } from '../../entity/dict-tag.tsx'
import { FileLinks, PicturesView } from '../../entity/files-view.tsx'
import { Copyable } from '../../entity/long-text.tsx'
import { useT } from '../../shell/index.ts'

/** A reported value as `GET /stage/record/{id}` answers it. */
export interface ReportedValue {
  key: string
  type: StageFieldType
  group: string
  unit?: string
  dict?: string
  /** Name of an attribute that a company's own template added. */
  label?: string
  /** Kept back from public pages: personal, or a secret of the trade. */
  withheld?: boolean
  /** Files come as rows carry them. */
  value: unknown
}

/** A reported value in words, by the type of its field. */
export function StageValue({ type, value, unit, dict }: ReportedValue) {
  const t = useT()
  if (value === null || value === undefined || value === '') return <span className="tm-muted">–</span>
  switch (type) {
    case 'number':
    case 'integer': {
      const number = formatNumber(value as string | number, t.language)
      return <span className="tm-number">{unit ? `${number} ${t.from(`unit.${unit}`)}` : number}</span>
    }
    case 'date':
      return <span className="tm-number">{String(value)}</span>
    case 'datetime':
      return <span className="tm-number">{formatDateTime(value as string)}</span>
    case 'yesNo':
      return t(value === true || value === 'true' ? 'common.yes' : 'common.no')
    case 'choice': {
      const key = `stage.option.${value}`
      return t.has(key) ? t(key) : String(value)
    }
    case 'dict':
      return dict ? <DictTag type={dict} value={String(value)} /> : String(value)
    case 'country':
      return countryName(String(value), t.locale)
    case 'coordinates':
      return <span className="tm-number">{coordinates(value)}</span>
    case 'images':
      return <PicturesView files={value as FileInfo[]} size={96} />
    case 'files':
      return <FileLinks files={value as FileInfo[]} />
    case 'document':
    case 'code':
      return <Copyable text={String(value)} />
    default:
      return <span className="tm-lines">{String(value)}</span>
  }
}

function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** `[longitude, latitude]` as people read it: latitude first, in degrees. */
export function coordinates(value: unknown): string {
  if (!Array.isArray(value) || value.length !== 2) return String(value)
  const [longitude, latitude] = value.map(Number) as [number, number]
  return `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`
}
