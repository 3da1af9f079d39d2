import type { TraceValue } from '@timbermark/contract/trace'
import { formatCountry, formatDay, type Format, formatMoment, formatNumber } from '../format.ts'
import type { Texts } from '../texts.ts'
import { useVouched } from './page-context.ts'
import { Moment } from './Moment.tsx'
import { LocalizedText } from './LocalizedText.tsx'
import { CodeGroups, isMessagingCode } from './CodeGroups.tsx'

/** Formats decimal degrees for the reader: `0.3901° N, 9.4544° E`. */
export function formatCoordinates(longitude: number, latitude: number, texts: Texts, format: Format): string {
  const write = (n: number) => formatNumber(Math.abs(n).toFixed(4), format)
  const north = texts.t(latitude < 0 ? 'compass.s' : 'compass.n', { d: write(latitude) })
  const east = texts.t(longitude < 0 ? 'compass.w' : 'compass.e', { d: write(longitude) })
  return format.language === 'zh' ? `${north}，${east}` : `${north}, ${east}`
}

/** Words in a row, as in a sentence. */
export const joinWords = (words: readonly string[], { language }: Format): string =>
  words.join(language === 'zh' ? '、' : ', ')

/** Formats a value as text. Values of unknown types are written unchanged, never dropped. */
export function formatValue(value: TraceValue, texts: Texts, format: Format): string {
  if (value.label) return value.label
  const raw = value.value
  if (
    value.type === 'coordinates' &&
    Array.isArray(raw) &&
    raw.length === 2 &&
    raw.every(n => Number.isFinite(Number(n)))
  )
    return formatCoordinates(Number(raw[0]), Number(raw[1]), texts, format)
  if (Array.isArray(raw)) {
    const parts = raw.map(item => formatValue({ ...value, value: item }, texts, format))
    return joinWords(parts, format)
  }
  switch (value.type) {
    case 'yesNo':
      return raw === true || raw === 'true' || raw === 'yes'
        ? texts.t('common.yes')
        : raw === false || raw === 'false' || raw === 'no'
          ? texts.t('common.no')
          : String(raw)
    case 'number':
    case 'integer': {
      const text = formatNumber(String(raw), format)
      return value.unit ? `${text} ${texts.unit(value.unit, Number(raw), format.language)}` : text
    }
    case 'date':
      return formatDay(String(raw), format)
    case 'datetime':
      return formatMoment(String(raw), format)
    case 'choice':
      return texts.find(`stage.option.${String(raw)}`) || String(raw)
    case 'country':
      return formatCountry(String(raw), format)
    case 'coordinates':
      return typeof raw === 'object' ? JSON.stringify(raw) : String(raw)
    default:
      return typeof raw === 'object' && raw !== null ? JSON.stringify(raw) : String(raw)
  }
}

/** One value; `data-key` identifies it for tools. */
export function Value({ value, texts, format }: { value: TraceValue; texts: Texts; format: Format }) {
  const text = formatValue(value, texts, format)
  const marks = { 'data-key': value.key, ...useVouched() }
  if (value.type === 'code' && typeof value.value === 'string' && isMessagingCode(value.value))
    return (
      <dd {...marks}>
        <a className="mono code-link" href={`/c/${value.value}`}>
          <CodeGroups code={value.value} />
        </a>
      </dd>
    )
  if (value.type === 'datetime' && text !== value.value && typeof value.value === 'string')
    return (
      <dd {...marks}>
        <Moment at={value.value} format={format} />
      </dd>
    )
  return (
    <dd {...marks} className={value.type === 'longText' ? 'prose' : undefined}>
      <LocalizedText
        text={text}
        of={value.label ? value.labelIn : undefined}
        language={format.language}
        texts={texts}
      />
    </dd>
  )
}
