import { isOneOf } from '@timbermark/contract'
import type { Translate } from '@timbermark/client'

/** Common frequencies; `own` is any other expression. */
export const frequencies = ['minutes', 'hour', 'day', 'week', 'month', 'own'] as const
export type Frequency = (typeof frequencies)[number]

/** A parsed expression; parts that it does not have keep their defaults. */
export interface CronPlan {
  often: Frequency
  /** Minutes between two runs. */
  every: number
  minute: number
  hour: number
  /** 0 is Sunday. */
  weekday: number
  monthday: number
}

/** Minutes between runs that divide an hour. */
export const everyMinutes = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] as const

const parseNumber = (text: string, max: number, min = 0) => {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

/** The pattern of an expression, where it is a common one. */
export function parseCron(expression: string): CronPlan {
  const plan: CronPlan = { often: 'own', every: 15, minute: 0, hour: 3, weekday: 1, monthday: 1 }
  const parts = expression.trim().split(/\s+/)
  if (parts.length !== 5 || parts[3] !== '*') return plan
  const [first = '', second = '', third = '', , last = ''] = parts
  const rest = `${third} ${last}`
  const step = /^\*(?:\/(\d{1,2}))?$/.exec(first)
  if (step) {
    const every = Number(step[1] ?? 1)
    const isCommon = second === '*' && rest === '* *' && isOneOf(everyMinutes, every)
    return isCommon ? { ...plan, often: 'minutes', every } : plan
  }
  const minute = parseNumber(first, 59)
  if (minute === undefined) return plan
  if (second === '*') return rest === '* *' ? { ...plan, often: 'hour', minute } : plan
  const hour = parseNumber(second, 23)
  if (hour === undefined) return plan
  if (rest === '* *') return { ...plan, often: 'day', minute, hour }
  const weekday = parseNumber(last, 7)
  if (third === '*' && weekday !== undefined) return { ...plan, often: 'week', minute, hour, weekday: weekday % 7 }
  const monthday = parseNumber(third, 31, 1)
  return last === '*' && monthday !== undefined ? { ...plan, often: 'month', minute, hour, monthday } : plan
}

/** The expression of a plan; undefined for a custom one, which is its own text. */
export function formatCron({ often, every, minute, hour, weekday, monthday }: CronPlan): string | undefined {
  switch (often) {
    case 'minutes':
      return every === 1 ? '* * * * *' : `*/${every} * * * *`
    case 'hour':
      return `${minute} * * * *`
    case 'day':
      return `${minute} ${hour} * * *`
    case 'week':
      return `${minute} ${hour} * * ${weekday}`
    case 'month':
      return `${minute} ${hour} ${monthday} * *`
    case 'own':
      return undefined
  }
}

const padded = (part: number) => String(part).padStart(2, '0')

/** The expression in words, or as it is. */
export function describeCron(t: Translate, expression: string): string {
  const { often, every, minute, hour, weekday, monthday } = parseCron(expression)
  const time = `${padded(hour)}:${padded(minute)}`
  switch (often) {
    case 'minutes':
      return t('monitor.job.says.minutes', { n: every })
    case 'hour':
      return t('monitor.job.says.hour', { minute: padded(minute) })
    case 'day':
      return t('monitor.job.says.day', { time })
    case 'week':
      return t('monitor.job.says.week', { day: t.from(`monitor.job.weekday.${weekday}`), time })
    case 'month':
      return t('monitor.job.says.month', { day: monthday, time })
    case 'own':
      return expression
  }
}
