import { readTypedDay } from '@timbermark/client'
import { Unread } from '@timbermark/contract/reading'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { useT } from '../../shell/index.ts'
import { useNarrow } from '../list/use-narrow.ts'
import type { ControlProps } from './control-props.ts'
import { browserZone } from './zone-control.tsx'

const dayFormat = 'YYYY-MM-DD'
const timeFormat = 'YYYY-MM-DD HH:mm:ss'
const parseDay = (value: string | null | undefined) => (value && dayjs(value).isValid() ? dayjs(value) : null)

/**
 * A day (`YYYY-MM-DD`), or with `time` a moment (ISO 8601 in UTC, chosen in the user's own time zone). What is typed is
 * read like the cell of a list: the picker knows one form only and would forget any other. A text that is no day stays
 * with its reason.
 */
export function DayControl({ value, onChange, time, ...props }: ControlProps<string> & { time: boolean }) {
  const t = useT()
  const held: unknown = value
  const [day, setDay] = useState(value)
  // Beside a text that is none, the picker keeps the last day: a change of it would remove the text.
  if (!(held instanceof Unread) && value !== day) setDay(value)
  const format = time ? timeFormat : dayFormat
  const write = (chosen: Dayjs | null) =>
    onChange?.(chosen ? (time ? chosen.toISOString() : chosen.format(dayFormat)) : null)
  const takeText = (input: EventTarget) => {
    const text = textIn(input)
    if (text === '' || text === parseDay(day)?.format(format)) return
    const typed = readTypedDay(text, t.language, time ? browserZone() : undefined)
    onChange?.(typed as string)
  }
  return (
    <DatePicker
      {...props}
      className="tm-full"
      value={parseDay(day)}
      showTime={time}
      format={format}
      preserveInvalidOnBlur
      onChange={chosen => write(chosen as Dayjs | null)}
      onBlur={(event: FocusEvent<HTMLElement>) => takeText(event.target)}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => event.key === 'Enter' && takeText(event.target)}
    />
  )
}

const textIn = (input: EventTarget) => (input instanceof HTMLInputElement ? input.value.trim() : '')

export type DayRange = readonly [string, string]

interface RangeProps {
  id?: string
  value?: DayRange
  onChange?: (value: DayRange | undefined) => void
  label: string
}

/** A range of days. Either end may be open. */
export function DayRangeControl({ id, value, onChange, label }: RangeProps) {
  const t = useT()
  const narrow = useNarrow()
  const [begin = '', end = ''] = value ?? []
  const write = (from: Dayjs | null, to: Dayjs | null) => {
    const next = [from?.format(dayFormat) ?? '', to?.format(dayFormat) ?? ''] as const
    onChange?.(next[0] || next[1] ? next : undefined)
  }
  /** Takes a typed end; a text that is no day stays red in its input. */
  const takeText = (input: EventTarget, at: 0 | 1) => {
    const text = textIn(input)
    const typed = text === '' || text === [begin, end][at] ? undefined : readTypedDay(text, t.language)
    if (typeof typed !== 'string') return
    if (at === 0) write(parseDay(typed), parseDay(end))
    else write(parseDay(begin), parseDay(typed))
  }
  if (narrow) {
    // Two months side by side do not fit on a phone.
    return (
      <div className="tm-day-range">
        <DatePicker
          id={id}
          aria-label={`${label} ${t('common.begin')}`}
          placeholder={t('common.begin')}
          value={parseDay(begin)}
          preserveInvalidOnBlur
          onChange={day => write(day as Dayjs | null, parseDay(end))}
          onBlur={(event: FocusEvent<HTMLElement>) => takeText(event.target, 0)}
        />
        <DatePicker
          aria-label={`${label} ${t('common.end')}`}
          placeholder={t('common.end')}
          value={parseDay(end)}
          preserveInvalidOnBlur
          onChange={day => write(parseDay(begin), day as Dayjs | null)}
          onBlur={(event: FocusEvent<HTMLElement>) => takeText(event.target, 1)}
        />
      </div>
    )
  }
  const today = dayjs()
  return (
    <DatePicker.RangePicker
      className="tm-full"
      id={id ? { start: id } : undefined}
      aria-label={label}
      value={[parseDay(begin), parseDay(end)]}
      allowEmpty={[true, true]}
      format={dayFormat}
      preserveInvalidOnBlur
      placeholder={[t('common.begin'), t('common.end')]}
      presets={[
        { label: t('entity.today'), value: [today, today] },
        { label: t('entity.lastDays', { n: 7 }), value: [today.subtract(6, 'day'), today] },
        { label: t('entity.lastDays', { n: 30 }), value: [today.subtract(29, 'day'), today] },
        { label: t('entity.thisYear'), value: [today.startOf('year'), today] },
      ]}
      onChange={days => write((days?.[0] as Dayjs | null) ?? null, (days?.[1] as Dayjs | null) ?? null)}
      onBlur={(event: FocusEvent<HTMLElement>, { range }) => takeText(event.target, range === 'end' ? 1 : 0)}
    />
  )
}
