import { recalls } from './catalog/recall.ts'
import { certificationAuthorization, certificationReview } from './certification/facts.ts'
import { assignment } from './channel/assignment.ts'
import { channelCases } from './channel/case.ts'
import { ownCases, ownChecks, ownCodes, ownScans, ownStores } from './channel/own.ts'
import { stores } from './channel/store.ts'
import { territories } from './channel/territory.ts'
import { packing } from './code/packing.ts'
import { qrCode } from './code/qr.ts'
import { keyOf, type Listed } from './entity.ts'
import { roleView } from './system/role-view.ts'
import { userView } from './system/user-view.ts'
import { enterpriseView } from './tenant/enterprise-view.ts'
import { jobLog } from './monitor/job.ts'
import { loginLog, operLog } from './monitor/logs.ts'
import { online } from './monitor/online.ts'
import { articles } from './news/article.ts'
import { newsCategories } from './news/category.ts'
import { entityByKey } from './registry.ts'
import { stageAuthorization } from './stage/authorization.ts'
import { stageCirculations } from './stage/circulation.ts'
import { stageParameters } from './stage/parameter.ts'
import { stageProgress } from './stage/progress.ts'
import { stageRecord } from './stage/record.ts'
import { stageTemplates } from './stage/template.ts'
import { deptView } from './system/dept-view.ts'
import { dictDataView, dictTypeView } from './system/dict-view.ts'
import { divisionView } from './system/division-view.ts'
import { menuView } from './system/menu-view.ts'
import { noticeReader } from './system/notice-view.ts'
import { formDesign } from './tool/form.ts'
import { genTable } from './tool/gen.ts'
import { checkLog, scanLog } from './trace/logs.ts'
import { listings } from './trade/listing.ts'
import { phoneViews } from './trade/phone-view.ts'
import { quotes } from './trade/quote.ts'
import type { ViewInput } from './view.ts'

/** Every declared view. Routes, screens, exports, texts and the conformance tests walk this list. */
export const views = [
  operLog,
  loginLog,
  online,
  jobLog,
  userView,
  roleView,
  enterpriseView,
  scanLog,
  checkLog,
  recalls,
  stageRecord,
  stageAuthorization,
  stageTemplates,
  stageParameters,
  stageCirculations,
  stageProgress,
  listings,
  quotes,
  phoneViews,
  articles,
  newsCategories,
  qrCode,
  packing,
  certificationAuthorization,
  certificationReview,
  territories,
  stores,
  assignment,
  channelCases,
  ownCodes,
  ownScans,
  ownChecks,
  ownStores,
  ownCases,
  deptView,
  dictTypeView,
  dictDataView,
  divisionView,
  menuView,
  noticeReader,
  genTable,
  formDesign,
] as const satisfies readonly ViewInput[]

export type DeclaredView = (typeof views)[number]

const byKey = new Map<string, Listed>(views.map(view => [keyOf(view), view]))

/** What the list with this key (`trace/scan-log`) shows: a view, or an entity that is its own. */
export function listedByKey(key: string): Listed | undefined {
  return byKey.get(key) ?? entityByKey(key)
}
