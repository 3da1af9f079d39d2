import { formatDateTime, formatNumber } from '@timbermark/client'
import type { TraceValue } from '@timbermark/contract'
import { Copyable } from '../../entity/index.ts'
import { useT } from '../../shell/index.ts'

/** A reported value in words, by the type of its field. */
export function StageValue({ type, value, unit, label }: TraceValue) {
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
    case 'choice':
      return label ?? (t.has(`stage.option.${value}`) ? t.from(`stage.option.${value}`) : String(value))
    case 'country':
      return label ?? countryName(String(value), t.locale)
    case 'coordinates':
      return <span className="tm-number">{coordinates(value)}</span>
    case 'document':
    case 'code':
      return <Copyable text={String(value)} />
    default:
      return <span className="tm-lines">{label ?? String(value)}</span>
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
function coordinates(value: unknown): string {
  if (!Array.isArray(value) || value.length !== 2) return String(value)
  const [longitude, latitude] = value.map(Number) as [number, number]
  return `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`
}
