import { access } from './access.ts'
import { administration } from './administration.ts'
import { catalog } from './catalog.ts'
import { channelOwn } from './channel-own.ts'
import { channelWatch } from './channel-watch.ts'
import { server } from './server.ts'
import { statsSample } from './stats-sample.ts'
import { job } from './job.ts'
import { codeForeign } from './code-foreign.ts'
import { codeImport } from './code-import.ts'
import { codeWork } from './code-work.ts'
import { channel } from './channel.ts'
import { certification } from './certification.ts'
import { code } from './code.ts'
import { custodyDispute } from './custody-dispute.ts'
import { custodyWhereabouts } from './custody-whereabouts.ts'
import { custody } from './custody.ts'
import { custodyErrors } from './custody-errors.ts'
import { custodyInvitation } from './custody-invitation.ts'
import { custodySupplier } from './custody-supplier.ts'
import { docs } from './docs.ts'
import { listView } from './list-view.ts'
import { map } from './map.ts'
import { material } from './material.ts'
import { materialPlot } from './material-plot.ts'
import { materialErrors } from './material-errors.ts'
import { evidence } from './evidence.ts'
import { news } from './news.ts'
import { platformRequest } from './platform-request.ts'
import { plausible } from './plausible.ts'
import { codeByState } from './code-by-state.ts'
import { labelLife } from './label-life.ts'
import { packing } from './packing.ts'
import { sheet } from './sheet.ts'
import { site } from './site.ts'
import { stageChangeRequest } from './stage-change-request.ts'
import { stageCirculation } from './stage-circulation.ts'
import { stageEntry } from './stage-entry.ts'
import { stageRecord } from './stage-record.ts'
import { stageTemplate } from './stage-template.ts'
import { tenant } from './tenant.ts'
import { tool } from './tool.ts'
import { toolBuild } from './tool-build.ts'
import { toolGen } from './tool-gen.ts'
import { undo } from './undo.ts'
import { traceLog } from './trace-log.ts'
import { trade } from './trade.ts'
import { tradeErrors } from './trade-errors.ts'
import { tradeMessage } from './trade-message.ts'
import { wechat } from './wechat.ts'
import { wechatErrors } from './wechat-errors.ts'
import { identity } from './identity.ts'
import { reading } from './reading.ts'
import { search } from './search.ts'
import { recall } from './recall.ts'
import { formFlow } from './form-flow.ts'
import { reportForm } from './report-form.ts'

/** The same in French. */
export const office = {
  ...access,
  ...administration,
  ...catalog,
  ...channelOwn,
  ...channelWatch,
  ...server,
  ...statsSample,
  ...job,
  ...codeForeign,
  ...codeImport,
  ...codeWork,
  ...channel,
  ...certification,
  ...code,
  ...custody,
  ...custodyErrors,
  ...custodyInvitation,
  ...custodySupplier,
  ...custodyDispute,
  ...custodyWhereabouts,
  ...docs,
  ...listView,
  ...map,
  ...material,
  ...materialErrors,
  ...materialPlot,
  ...evidence,
  ...news,
  ...reading,
  ...search,
  ...recall,
  ...formFlow,
  ...reportForm,
  ...platformRequest,
  ...plausible,
  ...codeByState,
  ...labelLife,
  ...packing,
  ...sheet,
  ...site,
  ...stageChangeRequest,
  ...stageCirculation,
  ...stageEntry,
  ...stageRecord,
  ...stageTemplate,
  ...tenant,
  ...tool,
  ...toolBuild,
  ...toolGen,
  ...undo,
  ...traceLog,
  ...trade,
  ...tradeErrors,
  ...tradeMessage,
  ...wechat,
  ...wechatErrors,
  ...identity,
} as const
