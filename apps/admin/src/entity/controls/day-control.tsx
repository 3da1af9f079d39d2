import { readTypedDay, readTypedMoment } from '@timbermark/client'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { useT } from '../../shell/index.ts'
import { useNarrow } from '../list/use-narrow.ts'
import type { ControlProps } from './control-props.ts'
import { type HeldDay, isDay, typedComponents, TypedDaysProvider, useTypedDay } from './typed-day.tsx'

const dayFormat = 'YYYY-MM-DD'
const parseDay = (value: HeldDay | null | undefined) => (isDay(value) && dayjs(value).isValid() ? dayjs(value) : null)

/**
 * A day (`YYYY-MM-DD`), or with `time` a moment (ISO 8601 in UTC, chosen in the user's own time zone). Typed texts are read
 * as those of lists are; what is no day is held with its reason, so that the rule of the field can report it.
 */
export function DayControl({
  value,
  onChange,
  time,
  ...props
}: ControlProps<string> & { time: boolean; placeholder?: string; 'aria-label'?: string }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const typed = useTypedDay({
    value,
    read: text => (time ? readTypedMoment(text, t.language) : readTypedDay(text, t.language)),
    onChange: next => {
      // The control shows whole seconds: the same ones typed again are no change.
      if (!(time && isDay(next) && isDay(value) && dayjs(next).isSame(value, 'second')))
        onChange?.(next as string | null)
    },
  })
  const write = (day: Dayjs | null) => {
    typed.drop()
    onChange?.(day ? (time ? day.toISOString() : day.format(dayFormat)) : null)
  }
  return (
    <TypedDaysProvider value={{ ends: [typed], close: () => setOpen(false) }}>
      <DatePicker
        {...props}
        className="tm-full"
        components={typedComponents}
        open={open}
        onOpenChange={next => {
          setOpen(next)
          if (!next) typed.leave()
        }}
        value={parseDay(value)}
        showTime={time}
        format={time ? 'YYYY-MM-DD HH:mm:ss' : dayFormat}
        onChange={day => write(day as Dayjs | null)}
      />
    </TypedDaysProvider>
  )
}

export type DayRange = readonly [string, string]
/** A range while it is typed. */
export type HeldRange = readonly [HeldDay, HeldDay]

interface RangeProps {
  id?: string
  value?: HeldRange
  onChange?: (value: HeldRange | undefined) => void
  label: string
}

/** A range of days. Either end may be open. */
export function DayRangeControl({ id, value, onChange, label }: RangeProps) {
  const t = useT()
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  const [begin = '', end = ''] = value ?? []
  const write = (from: HeldDay, to: HeldDay) => {
    const turned = isDay(from) && isDay(to) && from > to
    onChange?.(from || to ? (turned ? [to, from] : [from, to]) : undefined)
  }
  const read = (text: string) => readTypedDay(text, t.language)
  const typedBegin = useTypedDay({ value: begin, read, onChange: day => write(day ?? '', end) })
  const typedEnd = useTypedDay({ value: end, read, onChange: day => write(begin, day ?? '') })
  if (narrow) {
    // Two months side by side do not fit on a phone.
    return (
      <div className="tm-day-range">
        <DayControl
          id={id}
          time={false}
          aria-label={`${label} ${t('common.begin')}`}
          placeholder={t('common.begin')}
          value={begin as string}
          onChange={day => write(day ?? '', end)}
        />
        <DayControl
          time={false}
          aria-label={`${label} ${t('common.end')}`}
          placeholder={t('common.end')}
          value={end as string}
          onChange={day => write(begin, day ?? '')}
        />
      </div>
    )
  }
  const today = dayjs()
  // An end that is no day stays while the other one is chosen.
  const chosen = (day: Dayjs | null | undefined, before: HeldDay) =>
    day ? day.format(dayFormat) : isDay(before) ? '' : before
  return (
    <TypedDaysProvider value={{ ends: [typedBegin, typedEnd], close: () => setOpen(false) }}>
      <DatePicker.RangePicker
        className="tm-full"
        id={id ? { start: id } : undefined}
        aria-label={label}
        components={typedComponents}
        open={open}
        onOpenChange={next => {
          setOpen(next)
          if (!next) for (const typed of [typedBegin, typedEnd]) typed.leave()
        }}
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
        onChange={days => {
          for (const typed of [typedBegin, typedEnd]) typed.drop()
          const [from, to] = (days ?? []) as readonly (Dayjs | null)[]
          if (days) write(chosen(from, begin), chosen(to, end))
          else write('', '')
        }}
      />
    </TypedDaysProvider>
  )
}
