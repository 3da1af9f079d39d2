import { batch, category, product } from '@timbermark/contract'
import { batchRoutes } from './areas/catalog/batches.ts'
import { recallRoutes } from './areas/catalog/recalls.ts'
import { batchHooks, categoryHooks } from './areas/catalog/batch-hooks.ts'
import { productHooks } from './areas/catalog/sealed-goods.ts'
import { channelRoutes } from './areas/channel/routes.ts'
import { qrRoutes } from './areas/code/qr.ts'
import { codeImportRoutes } from './areas/code-import/routes.ts'
import { certificationRoutes } from './areas/certification/facts.ts'
import { packingRoutes } from './areas/packing/packings.ts'
import { downloadRoutes } from './areas/code/download.ts'
import { labelLayoutRoutes } from './areas/code/label-layouts.ts'
import { labelRoutes } from './areas/code/label-routes.ts'
import { selectionRoutes } from './areas/code/selection.ts'
import { foreignRoutes } from './areas/code/import-foreign.ts'
import { requestRoutes } from './areas/code/requests.ts'
import { fileRoutes } from './areas/file/files.ts'
import { documentRoutes } from './areas/evidence/documents.ts'
import { newsRoutes } from './areas/news/routes.ts'
import { siteRoutes } from './areas/site/routes.ts'
import { authorizationRoutes } from './areas/stage/authorizations.ts'
import { batchCirculationRoutes } from './areas/stage/batch-circulation.ts'
import { circulationRoutes } from './areas/stage/circulations.ts'
import { formRoutes } from './areas/stage/forms.ts'
import { parameterRoutes } from './areas/stage/parameters.ts'
import { correctionRoutes } from './areas/stage/correct.ts'
import { forgetRoutes } from './areas/stage/forget.ts'
import { progressRoutes } from './areas/stage/progress.ts'
import { recordRoutes } from './areas/stage/records.ts'
import { reportImportRoutes } from './areas/stage/report-import.ts'
import { reportRoutes } from './areas/stage/report.ts'
import { reportRowsRoutes } from './areas/stage/report-rows.ts'
import { templateRoutes } from './areas/stage/templates.ts'
import { activityRoutes } from './areas/stats/activity.ts'
import { firstStepRoutes } from './areas/stats/first-steps.ts'
import { statsRoutes } from './areas/stats/overview.ts'
import { reportRoutes as statsReportRoutes } from './areas/stats/report/routes.ts'
import { buildRoutes } from './areas/tool/build/routes.ts'
import { genRoutes } from './areas/tool/gen/routes.ts'
import { clientRoutes } from './areas/tool/client.ts'
import { openapiRoutes } from './areas/tool/openapi.ts'
import { codeLifeRoutes } from './areas/trace/code-life.ts'
import { traceLogRoutes } from './areas/trace/logs.ts'
import { traceRoutes } from './areas/trace/routes.ts'
import { listingRoutes } from './areas/trade/listings.ts'
import { quoteRoutes } from './areas/trade/quotes.ts'
import { dictionaryRoutes } from './areas/dictionary/dictionaries.ts'
import { configRoutes } from './areas/parameter/configs.ts'
import { deptRoutes } from './areas/people/dept-routes.ts'
import { divisionRoutes } from './areas/division/divisions.ts'
import { menuRoutes } from './areas/rights/menu-routes.ts'
import { noticeRoutes } from './areas/notice/notices.ts'
import { postRoutes } from './areas/people/posts.ts'
import { ownSessionRoutes } from './areas/people/own-sessions.ts'
import { profileRoutes } from './areas/people/profile.ts'
import { invitationRoutes } from './areas/identity/invitations.ts'
import { registerRoutes } from './areas/identity/register.ts'
import { roleMemberRoutes } from './areas/people/role-members.ts'
import { roleRoutes } from './areas/rights/role-routes.ts'
import { secondFactorRoutes } from './areas/second-factor/routes.ts'
import { signInRoutes } from './areas/identity/sign-in.ts'
import { userListRoutes } from './areas/people/user-lists.ts'
import { userRoutes } from './areas/people/users.ts'
import { enterpriseRoutes } from './areas/tenant/routes.ts'
import { loginLogRoutes } from './areas/monitor/login-log.ts'
import { onlineRoutes } from './areas/monitor/online.ts'
import { operLogRoutes } from './areas/monitor/oper-log.ts'
import { cacheRoutes } from './areas/monitor/caches.ts'
import { serverStateRoutes } from './areas/monitor/server-state.ts'
import { jobLogRoutes } from './areas/schedule/job-log.ts'
import { jobRoutes } from './areas/schedule/job-routes.ts'
import { wechatRoutes } from './areas/wechat/routes.ts'
import { entityRoutes } from './crud/routes.ts'
import type { RouteSpec } from './platform/http/http.ts'

/** Every route below /api. Declared entities bring their own; an area adds its verbs. */
export const routes: readonly RouteSpec[] = [
  ...signInRoutes,
  ...fileRoutes,
  ...registerRoutes,
  ...invitationRoutes,
  ...secondFactorRoutes,
  ...profileRoutes,
  ...ownSessionRoutes,
  ...userRoutes,
  ...userListRoutes,
  ...roleRoutes,
  ...roleMemberRoutes,
  ...menuRoutes,
  ...deptRoutes,
  ...postRoutes,
  ...dictionaryRoutes,
  ...configRoutes,
  ...noticeRoutes,
  ...divisionRoutes,
  ...operLogRoutes,
  ...loginLogRoutes,
  ...onlineRoutes,
  ...jobRoutes,
  ...jobLogRoutes,
  ...serverStateRoutes,
  ...cacheRoutes,
  ...enterpriseRoutes,
  ...entityRoutes(category, categoryHooks),
  ...entityRoutes(product, productHooks),
  ...entityRoutes(batch, batchHooks, ['list', 'query', 'export']),
  ...documentRoutes,
  ...batchRoutes,
  ...recallRoutes,
  ...requestRoutes,
  ...foreignRoutes,
  ...downloadRoutes,
  ...labelRoutes,
  ...labelLayoutRoutes,
  ...selectionRoutes,
  ...codeLifeRoutes,
  ...qrRoutes,
  ...codeImportRoutes,
  ...packingRoutes,
  ...certificationRoutes,
  ...reportRoutes,
  ...reportRowsRoutes,
  ...reportImportRoutes,
  ...formRoutes,
  ...recordRoutes,
  ...correctionRoutes,
  ...forgetRoutes,
  ...authorizationRoutes,
  ...templateRoutes,
  ...circulationRoutes,
  ...progressRoutes,
  ...batchCirculationRoutes,
  ...parameterRoutes,
  ...channelRoutes,
  ...listingRoutes,
  ...quoteRoutes,
  ...newsRoutes,
  ...siteRoutes,
  ...statsRoutes,
  ...activityRoutes,
  ...firstStepRoutes,
  ...statsReportRoutes,
  ...traceRoutes,
  ...traceLogRoutes,
  ...wechatRoutes,
  ...buildRoutes,
  ...genRoutes,
  ...openapiRoutes(() => routes),
  ...clientRoutes(() => routes),
]
