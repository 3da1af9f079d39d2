import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useT } from '../../shell/index.ts'
import { useNarrow } from '../list/use-narrow.ts'
import type { ControlProps } from './control-props.ts'

const dayFormat = 'YYYY-MM-DD'
const parseDay = (value: string | null | undefined) => (value && dayjs(value).isValid() ? dayjs(value) : null)

/** A day (`YYYY-MM-DD`), or with `time` a moment (ISO 8601 in UTC, chosen in the user's own time zone). */
export function DayControl({ value, onChange, time, ...props }: ControlProps<string> & { time: boolean }) {
  const write = (day: Dayjs | null) => onChange?.(day ? (time ? day.toISOString() : day.format(dayFormat)) : null)
  return (
    <DatePicker
      {...props}
      className="tm-full"
      value={parseDay(value)}
      showTime={time}
      format={time ? 'YYYY-MM-DD HH:mm:ss' : dayFormat}
      onChange={day => write(day as Dayjs | null)}
    />
  )
}

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
  if (narrow) {
    // Two months side by side do not fit on a phone.
    return (
      <div className="tm-day-range">
        <DatePicker
          id={id}
          aria-label={`${label} ${t('common.begin')}`}
          placeholder={t('common.begin')}
          value={parseDay(begin)}
          onChange={day => write(day as Dayjs | null, parseDay(end))}
        />
        <DatePicker
          aria-label={`${label} ${t('common.end')}`}
          placeholder={t('common.end')}
          value={parseDay(end)}
          onChange={day => write(parseDay(begin), day as Dayjs | null)}
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
      placeholder={[t('common.begin'), t('common.end')]}
      presets={[
        { label: t('entity.today'), value: [today, today] },
        { label: t('entity.lastDays', { n: 7 }), value: [today.subtract(6, 'day'), today] },
        { label: t('entity.lastDays', { n: 30 }), value: [today.subtract(29, 'day'), today] },
        { label: t('entity.thisYear'), value: [today.startOf('year'), today] },
      ]}
      onChange={days => write((days?.[0] as Dayjs | null) ?? null, (days?.[1] as Dayjs | null) ?? null)}
    />
  )
}
