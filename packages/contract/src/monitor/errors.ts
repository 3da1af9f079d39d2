import type { WireCode } from '../wire/wire-code.ts'

/** Refusals of scheduled tasks, and of mail to the operator. */
export const monitorErrors = {
  /** An entry of the operation log that stays: about people, their rights, or the logs. */
  'monitor.lasting': 500,
  'monitor.job.cron': 500,
  'monitor.job.never': 500,
  'monitor.job.timeZone': 500,
  'monitor.job.tooMany': 500,
  'monitor.job.builtIn': 500,
  'monitor.job.running': 500,
  'monitor.job.clockLeapt': 500,
  'monitor.mail.off': 500,
  'monitor.mail.auth': 500,
  'monitor.mail.connect': 500,
  'monitor.mail.timeout': 500,
  'monitor.mail.tls': 500,
  'monitor.mail.refused': 500,
  'monitor.mail.other': 500,
  'monitor.anchor.off': 500,
  'monitor.anchor.nothing': 500,
  'monitor.backup.off': 500,
  'monitor.backup.none': 500,
  'monitor.backup.failed': 500,
  'monitor.backup.hookFailed': 500,
  'monitor.backup.damaged': 500,
} as const satisfies Record<string, WireCode>
