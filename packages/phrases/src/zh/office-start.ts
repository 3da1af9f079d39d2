/** What the back office shows before any screen but Home is opened: the frame, Home, and what anything may need. */
import { bare } from './bare.ts'
import { common } from './common.ts'
import { dict } from './dict.ts'
import { entity } from './entity.ts'
import { errors } from './errors.ts'
import { field } from './field.ts'
import { menu } from './menu.ts'
import { officeErrors } from './office-errors.ts'
import { monitor } from './monitor.ts'
import { shell } from './shell.ts'
import { stage } from './stage.ts'
import { stats } from './stats.ts'
import { statsWaiting } from './stats-waiting.ts'
import { system } from './system.ts'

/** Texts that the back office begins with, in Chinese. */
export const officeStart = {
  ...bare,
  ...common,
  ...dict,
  ...entity,
  ...errors,
  ...field,
  ...menu,
  ...officeErrors,
  ...monitor,
  ...shell,
  ...stage,
  ...stats,
  ...statsWaiting,
  ...system,
} as const
