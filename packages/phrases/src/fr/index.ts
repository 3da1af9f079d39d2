import type { Phrases } from '../index.ts'
import { catalog } from './catalog.ts'
import { channel } from './channel.ts'
import { code } from './code.ts'
import { common } from './common.ts'
import { dict } from './dict.ts'
import { entity } from './entity.ts'
import { errors } from './errors.ts'
import { evidence } from './evidence.ts'
import { h5 } from './h5.ts'
import { menu } from './menu.ts'
import { news } from './news.ts'
import { shell } from './shell.ts'
import { site } from './site.ts'
import { stage } from './stage.ts'
import { stageTemplate } from './stage-template.ts'
import { system } from './system.ts'
import { systemScreens } from './system-screens.ts'
import { trace } from './trace.ts'
import { trade } from './trade.ts'
import { tradeScreens } from './trade-screens.ts'
import { wechat } from './wechat.ts'

export const fr = {
  ...catalog,
  ...channel,
  ...code,
  ...common,
  ...dict,
  ...entity,
  ...errors,
  ...evidence,
  ...h5,
  ...menu,
  ...news,
  ...shell,
  ...site,
  ...stage,
  ...stageTemplate,
  ...system,
  ...systemScreens,
  ...trace,
  ...trade,
  ...tradeScreens,
  ...wechat,
} as const satisfies Phrases
