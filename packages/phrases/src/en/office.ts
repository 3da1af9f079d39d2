/** What the back office shows: everything but the words that only the phone or the public page has. */
import { catalog } from './catalog.ts'
import { channel } from './channel.ts'
import { code } from './code.ts'
import { common } from './common.ts'
import { dict } from './dict.ts'
import { docs } from './docs.ts'
import { entity } from './entity.ts'
import { errors } from './errors.ts'
import { evidence } from './evidence.ts'
import { field } from './field.ts'
import { menu } from './menu.ts'
import { monitor } from './monitor.ts'
import { news } from './news.ts'
import { plausible } from './plausible.ts'
import { packing } from './packing.ts'
import { shell } from './shell.ts'
import { sheet } from './sheet.ts'
import { site } from './site.ts'
import { stage } from './stage.ts'
import { stageCirculation } from './stage-circulation.ts'
import { stageEntry } from './stage-entry.ts'
import { stageRecord } from './stage-record.ts'
import { stageTemplate } from './stage-template.ts'
import { stats } from './stats.ts'
import { system } from './system.ts'
import { tenant } from './tenant.ts'
import { tool } from './tool.ts'
import { toolBuild } from './tool-build.ts'
import { toolGen } from './tool-gen.ts'
import { traceLog } from './trace-log.ts'
import { trade } from './trade.ts'
import { wechat } from './wechat.ts'
import { reportForm } from './report-form.ts'

/** Texts of the back office in English. */
export const office = {
  ...catalog,
  ...channel,
  ...code,
  ...common,
  ...dict,
  ...docs,
  ...entity,
  ...errors,
  ...evidence,
  ...field,
  ...menu,
  ...monitor,
  ...news,
  ...reportForm,
  ...plausible,
  ...packing,
  ...shell,
  ...sheet,
  ...site,
  ...stage,
  ...stageCirculation,
  ...stageEntry,
  ...stageRecord,
  ...stageTemplate,
  ...stats,
  ...system,
  ...tenant,
  ...tool,
  ...toolBuild,
  ...toolGen,
  ...traceLog,
  ...trade,
  ...wechat,
} as const
