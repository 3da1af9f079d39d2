import { batch, category, product } from '@timbermark/contract'
import { batchRoutes } from './areas/catalog/batches.ts'
import { recallRoutes } from './areas/catalog/recalls.ts'
import { batchHooks, categoryHooks } from './areas/catalog/batch-hooks.ts'
import { productHooks } from './areas/catalog/sealed-goods.ts'
import { productSuggestionRoutes } from './areas/catalog/suggest-product.ts'
import { channelRoutes } from './areas/channel/routes.ts'
import { qrRoutes } from './areas/code/directory/qr.ts'
import { codeImportRoutes } from './areas/code/import/routes.ts'
import { certificationRoutes } from './areas/certification/routes.ts'
import { packingRoutes } from './areas/code/packing/packings.ts'
import { downloadRoutes } from './areas/code/request/download.ts'
import { codeByStateRoutes } from './areas/code/by-state/routes.ts'
import { labelLifeRoutes } from './areas/code/label-life/routes.ts'
import { labelLayoutRoutes } from './areas/code/labels/layouts.ts'
import { labelRoutes } from './areas/code/labels/routes.ts'
import { selectionRoutes } from './areas/code/directory/selection.ts'
import { foreignRoutes } from './areas/code/import/foreign-codes.ts'
import { requestRoutes } from './areas/code/request/requests.ts'
import { suggestionRoutes } from './areas/code/request/suggest-request.ts'
import { fileRoutes } from './areas/file/files.ts'
import { documentRoutes } from './areas/evidence/documents.ts'
import { newsRoutes } from './areas/news/routes.ts'
import { siteRoutes } from './areas/site/routes.ts'
import { authorizationRoutes } from './areas/stage/authorization/authorizations.ts'
import { changeRequestRoutes } from './areas/stage/change-request/change-requests.ts'
import { batchCirculationRoutes } from './areas/stage/circulation/batch-circulation.ts'
import { circulationRoutes } from './areas/stage/circulation/circulations.ts'
import { formRoutes } from './areas/stage/report/forms.ts'
import { parameterRoutes } from './areas/stage/template/parameters.ts'
import { correctionRoutes } from './areas/stage/record/correct.ts'
import { forgetRoutes } from './areas/stage/record/forget.ts'
import { progressRoutes } from './areas/stage/circulation/progress.ts'
import { recordRoutes } from './areas/stage/record/records.ts'
import { reportImportRoutes } from './areas/stage/report/import.ts'
import { reportRoutes } from './areas/stage/report/report.ts'
import { reportRowsRoutes } from './areas/stage/report/rows.ts'
import { templateRoutes } from './areas/stage/template/templates.ts'
import { activityRoutes } from './areas/stats/activity.ts'
import { firstStepRoutes } from './areas/stats/first-steps.ts'
import { statsRoutes } from './areas/stats/overview.ts'
import { waitingRoutes } from './areas/stats/waiting/waiting.ts'
import { yieldRoutes } from './areas/stats/wood/yield.ts'
import { reportRoutes as statsReportRoutes } from './areas/stats/report/routes.ts'
import { buildRoutes } from './areas/tool/build/routes.ts'
import { genRoutes } from './areas/tool/gen/routes.ts'
import { clientRoutes } from './areas/tool/client.ts'
import { openapiRoutes } from './areas/tool/openapi.ts'
import { codeHistoryRoutes } from './areas/trace/logs/code-history.ts'
import { traceLogRoutes } from './areas/trace/logs/logs.ts'
import { traceRoutes } from './areas/trace/page/routes.ts'
import { searchRoutes } from './areas/search/routes.ts'
import { acceptInvitationRoutes } from './areas/custody/accept-invitation.ts'
import { acceptOfferRoutes } from './areas/custody/accept-offer.ts'
import { stageInvitationRoutes } from './areas/custody/invitations.ts'
import { offerPaperRoutes } from './areas/custody/offer-paper.ts'
import { disputeRoutes } from './areas/custody/dispute.ts'
import { transferRoutes } from './areas/material/ledger/transfers.ts'
import { plotRoutes } from './areas/material/plot/plots.ts'
import { walkedPlotRoutes } from './areas/stage/plot/walked-plots.ts'
import { offerRoutes } from './areas/custody/offers.ts'
import { supplierInvitationRoutes } from './areas/custody/supplier-invitations.ts'
import { whereaboutsRoutes } from './areas/custody/whereabouts.ts'
import { originRoutes } from './areas/custody/origin/origin.ts'
import { sharePlotsRoutes } from './areas/custody/share-plots.ts'
import { flowRoutes } from './areas/material/flow/flow.ts'
import { materialRoutes } from './areas/material/ledger/balances.ts'
import { speciesRoutes } from './areas/material/species.ts'
import { listingRoutes } from './areas/trade/listings.ts'
import { quoteRoutes } from './areas/trade/quotes.ts'
import { dictionaryRoutes } from './areas/system/dictionary/dictionaries.ts'
import { configRoutes } from './areas/system/parameter/configs.ts'
import { deptRoutes } from './areas/system/people/dept-routes.ts'
import { listViewRoutes } from './areas/system/list-view/list-views.ts'
import { divisionRoutes } from './areas/system/division/divisions.ts'
import { menuRoutes } from './areas/system/rights/menu-routes.ts'
import { noticeRoutes } from './areas/system/notice/notices.ts'
import { postRoutes } from './areas/system/people/posts.ts'
import { ownSessionRoutes } from './areas/system/people/own-sessions.ts'
import { undoRoutes } from './areas/system/people/own-undo.ts'
import { profileRoutes } from './areas/system/people/profile.ts'
import { invitationRoutes } from './areas/system/identity/invitations.ts'
import { registerRoutes } from './areas/system/identity/register.ts'
import { roleMemberRoutes } from './areas/system/people/role-members.ts'
import { roleRoutes } from './areas/system/rights/role-routes.ts'
import { secondFactorRoutes } from './areas/system/second-factor/routes.ts'
import { signInRoutes } from './areas/system/identity/sign-in.ts'
import { userListRoutes } from './areas/system/people/user-lists.ts'
import { userRoutes } from './areas/system/people/users.ts'
import { enterpriseRoutes } from './areas/tenant/routes.ts'
import { loginLogRoutes } from './areas/monitor/logs/login-log.ts'
import { anchorRoutes } from './areas/ledger/anchor/anchor-routes.ts'
import { onlineRoutes } from './areas/monitor/logs/online.ts'
import { operLogRoutes } from './areas/monitor/logs/oper-log.ts'
import { cacheRoutes } from './areas/monitor/state/caches.ts'
import { serverStateRoutes } from './areas/monitor/state/server-state.ts'
import { jobLogRoutes } from './areas/monitor/schedule/job-log.ts'
import { jobRoutes } from './areas/monitor/schedule/job-routes.ts'
import { wechatRoutes } from './areas/wechat/routes.ts'
import { entityRoutes } from './entity/routes.ts'
import type { RouteSpec } from './platform/http/http.ts'

/** Every route below /api. Declared entities bring their own; an area adds its calls. */
export const routes: readonly RouteSpec[] = [
  ...signInRoutes,
  ...fileRoutes,
  ...registerRoutes,
  ...invitationRoutes,
  ...secondFactorRoutes,
  ...profileRoutes,
  ...ownSessionRoutes,
  ...undoRoutes,
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
  ...anchorRoutes,
  ...jobRoutes,
  ...jobLogRoutes,
  ...serverStateRoutes,
  ...cacheRoutes,
  ...enterpriseRoutes,
  ...entityRoutes(category, categoryHooks),
  ...productSuggestionRoutes,
  ...entityRoutes(product, productHooks),
  ...entityRoutes(batch, batchHooks, ['list', 'query', 'export']),
  ...materialRoutes,
  ...flowRoutes,
  ...originRoutes,
  ...sharePlotsRoutes,
  ...yieldRoutes,
  ...documentRoutes,
  ...plotRoutes,
  ...transferRoutes,
  ...walkedPlotRoutes,
  ...batchRoutes,
  ...recallRoutes,
  ...suggestionRoutes,
  ...requestRoutes,
  ...foreignRoutes,
  ...downloadRoutes,
  ...labelRoutes,
  ...labelLayoutRoutes,
  ...labelLifeRoutes,
  ...codeByStateRoutes,
  ...selectionRoutes,
  ...codeHistoryRoutes,
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
  ...changeRequestRoutes,
  ...forgetRoutes,
  ...authorizationRoutes,
  ...templateRoutes,
  ...circulationRoutes,
  ...progressRoutes,
  ...batchCirculationRoutes,
  ...parameterRoutes,
  ...channelRoutes,
  ...listingRoutes,
  ...offerRoutes,
  ...whereaboutsRoutes,
  ...speciesRoutes,
  ...acceptOfferRoutes,
  ...stageInvitationRoutes,
  ...supplierInvitationRoutes,
  ...acceptInvitationRoutes,
  ...offerPaperRoutes,
  ...disputeRoutes,
  ...quoteRoutes,
  ...newsRoutes,
  ...siteRoutes,
  ...statsRoutes,
  ...activityRoutes,
  ...firstStepRoutes,
  ...waitingRoutes,
  ...statsReportRoutes,
  ...traceRoutes,
  ...traceLogRoutes,
  ...wechatRoutes,
  ...buildRoutes,
  ...genRoutes,
  ...listViewRoutes(() => routes),
  ...searchRoutes(() => routes),
  ...openapiRoutes(() => routes),
  ...clientRoutes(() => routes),
]
