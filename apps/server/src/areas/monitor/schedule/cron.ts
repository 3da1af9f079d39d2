import { Cron } from 'croner'
import { type ErrorKey, isTimeZone } from '@timbermark/contract'
import { invalid } from '../../../platform/refusal.ts'

/** Five parts, so that nothing runs more than once a minute; names of months and days, lists, ranges, steps, L, # and W. */
const cronPattern = /^[A-Za-z0-9*,/#-]+(?: [A-Za-z0-9*,/#-]+){4}$/

function read(expression: string, timeZone: string): Cron {
  // Only computes moments: without a function the library runs nothing.
  return new Cron(expression, { timezone: timeZone, mode: '5-part', paused: true })
}

/** Fault of a schedule, with its field. */
export function scheduleFault(expression: string, timeZone: string): { field: string; error: ErrorKey } | undefined {
  if (!isTimeZone(timeZone)) return { field: 'timeZone', error: 'monitor.job.timeZone' }
  const wrong = (error: ErrorKey) => ({ field: 'cronExpression', error })
  if (!cronPattern.test(expression)) return wrong('monitor.job.cron')
  try {
    return read(expression, timeZone).nextRun() === null ? wrong('monitor.job.never') : undefined
  } catch {
    return wrong('monitor.job.cron')
  }
}

/** The next moments after one. @throws Refusal invalid, naming the field that is wrong */
export function nextMoments(expression: string, timeZone: string, after: Date, howMany: number): Date[] {
  const fault = scheduleFault(expression, timeZone)
  if (fault) throw invalid([fault])
  return read(expression, timeZone).nextRuns(howMany, after)
}

/** The next moment after one; undefined when there is none, or the schedule is no schedule (any more). */
export function nextMoment(expression: string, timeZone: string, after: Date): Date | undefined {
  return scheduleFault(expression, timeZone) ? undefined : (read(expression, timeZone).nextRun(after) ?? undefined)
}
