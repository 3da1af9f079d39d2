import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@timbermark/client'
import { Form, Input, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { useClient, useT } from '../../shell/index.ts'
import { type CronPlan, everyMinutes, formatCron, frequencies, parseCron } from './cron-plan.ts'

const numbersTo = (last: number, first = 0) =>
  Array.from({ length: last - first + 1 }, (_, n) => ({ value: n + first, label: String(n + first).padStart(2, '0') }))

/** The schedule of a task: common patterns to choose from, an expression for all others, and the next runs as a check. */
export function CronControl({ value, onChange, ...props }: ControlProps<string>) {
  const t = useT()
  const expression = value ?? ''
  const parsed = parseCron(expression)
  // A person who wants to write an expression can start from a common one.
  const [isCustom, setIsCustom] = useState(parsed.often === 'own' && expression !== '')
  const often = isCustom ? 'own' : parsed.often
  const set = (change: Partial<CronPlan>) => {
    const plan = { ...parsed, ...change }
    setIsCustom(plan.often === 'own')
    onChange?.(formatCron(plan) ?? expression)
  }
  const part = (
    name: 'every' | 'minute' | 'hour' | 'weekday' | 'monthday',
    options: { value: number; label: string }[],
  ) => (
    <Select
      key={name}
      disabled={props.disabled}
      value={parsed[name]}
      options={options}
      aria-label={t(name === 'every' ? 'monitor.job.minutes' : `monitor.job.${name}`)}
      onChange={chosen => set({ often, [name]: chosen })}
    />
  )
  return (
    <div className="tm-cron">
      <div className="tm-cron-parts">
        <Select
          {...props}
          value={often}
          options={frequencies.map(each => ({ value: each, label: t(`monitor.job.often.${each}`) }))}
          aria-label={t('monitor.job.often')}
          onChange={chosen => set({ often: chosen })}
        />
        {often === 'minutes' &&
          part(
            'every',
            everyMinutes.map(n => ({ value: n, label: String(n) })),
          )}
        {often === 'week' &&
          part(
            'weekday',
            [1, 2, 3, 4, 5, 6, 0].map(day => ({ value: day, label: t.from(`monitor.job.weekday.${day}`) })),
          )}
        {often === 'month' && part('monthday', numbersTo(31, 1))}
        {(often === 'day' || often === 'week' || often === 'month') && part('hour', numbersTo(23))}
        {(often === 'hour' || often === 'day' || often === 'week' || often === 'month') &&
          part('minute', numbersTo(59))}
      </div>
      {often === 'own' && (
        <Input
          value={expression}
          disabled={props.disabled}
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          aria-label={t('monitor.job.cronExpression')}
          onChange={event => onChange?.(event.target.value)}
        />
      )}
      {often === 'own' && <p className="tm-muted">{t('monitor.job.cronHelp')}</p>}
      <NextRuns expression={expression} />
    </div>
  )
}

/** The next runs in the reader's time zone; nothing while the expression is invalid. */
function NextRuns({ expression }: { expression: string }) {
  const t = useT()
  const client = useClient()
  const timeZone = String(Form.useWatch('timeZone') ?? '')
  const requested = useDeferredValue(expression.trim())
  const { data } = useQuery({
    queryKey: ['monitor', 'next-runs', requested, timeZone],
    queryFn: ({ signal }) =>
      client.call('GET /monitor/job/next', { query: { cronExpression: requested, timeZone }, signal }),
    enabled: requested !== '' && timeZone !== '',
    // An invalid schedule is reported at its field when it is saved.
    meta: { silent: true },
  })
  if (!data) return null
  return (
    <div className="tm-panel" role="status">
      <p className="tm-muted">{t('monitor.job.next')}</p>
      <ul className="tm-next-runs">
        {data.times.map(time => (
          <li key={time} className="tm-number">
            {formatDateTime(time, 'YYYY-MM-DD HH:mm')}
          </li>
        ))}
      </ul>
    </div>
  )
}
