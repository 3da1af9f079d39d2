import type { WireCode } from '../errors.ts'

/** Refusals of scheduled tasks. */
export const monitorErrors = {
  'monitor.job.cron': 500,
  'monitor.job.never': 500,
  'monitor.job.timeZone': 500,
  'monitor.job.tooMany': 500,
  'monitor.job.builtIn': 500,
  'monitor.job.running': 500,
} as const satisfies Record<string, WireCode>
