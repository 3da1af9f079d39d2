import { pino } from 'pino'
import { backUp } from '../../src/areas/monitor/backup/scheduled-backup.ts'
import type { Settings } from '../../src/platform/settings.ts'

/** A worker that makes a planned backup, so that a test can kill it while its command is running. */
const settings = JSON.parse(process.env.SETTINGS!) as Settings
await backUp(
  { settings, log: pino({ level: 'silent' }) },
  { days: 30, weeks: 0, months: 0 },
  new AbortController().signal,
)
