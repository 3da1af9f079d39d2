import type { Phrases } from '../index.ts'
import { catalog } from './catalog.ts'
import { code } from './code.ts'
import { common } from './common.ts'
import { dict } from './dict.ts'
import { entity } from './entity.ts'
import { errors } from './errors.ts'
import { evidence } from './evidence.ts'
import { h5 } from './h5.ts'
import { menu } from './menu.ts'
import { shell } from './shell.ts'
import { stage } from './stage.ts'
import { system } from './system.ts'
import { trace } from './trace.ts'

export const fr = {
  ...catalog,
  ...code,
  ...common,
  ...dict,
  ...entity,
  ...errors,
  ...evidence,
  ...h5,
  ...menu,
  ...shell,
  ...stage,
  ...system,
  ...trace,
} as const satisfies Phrases
