/** What screens of figures show: fetched when the first one is opened. */
import { materialTransfer } from './material-transfer.ts'
import { materialFlow } from './material-flow.ts'
import { materialOrigin } from './material-origin.ts'
import { materialWarning } from './material-warning.ts'
import { materialYield } from './material-yield.ts'
import { statsReport } from './stats-report.ts'

/** Texts of screens of figures in Chinese. */
export const figures = {
  ...materialFlow,
  ...materialTransfer,
  ...materialOrigin,
  ...materialWarning,
  ...materialYield,
  ...statsReport,
} as const
