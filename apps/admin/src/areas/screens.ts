import { entities, isStateful, keyOf, type Listed, views } from '@timbermark/contract'
import { createElement } from 'react'
import type { StaticRoute } from '../shell/search/reachable-screens.ts'
import type { LoadScreen } from '../shell/registry.ts'

/** Own screens: those that are more than the declaration of one entity. */
const ownScreens: Record<string, LoadScreen> = {
  index: () => import('./stats/dashboard.tsx'),
  'catalog/batch': () => import('./catalog/batch.tsx'),
  'catalog/recall': () => import('./catalog/recall.tsx'),
  'code/request': () => import('./code/request.tsx'),
  'code/label-layout': () => import('./code/label-layout.tsx'),
  'code/platform-request': () => import('./code/platform-request.tsx'),
  'wechat/account': () => import('./wechat/account.tsx'),
  'code/qr': () => import('./code/qr.tsx'),
  'code/by-state': () => import('./code/by-state.tsx'),
  'code/label': () => import('./code/label-life.tsx'),
  'code/packing': () => import('./code/packing.tsx'),
  'custody/offer': () => import('./custody/offer.tsx'),
  'custody/invitation': () => import('./custody/invitation.tsx'),
  'custody/supplier-invitation': () => import('./custody/supplier-invitation.tsx'),
  'custody/whereabouts': () => import('./custody/whereabouts.tsx'),
  'material/balance': () => import('./material/balance.tsx'),
  'material/yield': () => import('./material/yield/yield.tsx'),
  'material/warning': () => import('./stats/wood-warnings.tsx'),
  'material/transfer': () => import('./material/transfer/transfer.tsx'),
  'material/flow': () => import('./material/flow/flow.tsx'),
  'material/origin': () => import('./material/origin/origin.tsx'),
  'certification/authorization': () => import('./certification/authorization.tsx'),
  'certification/review': () => import('./certification/review.tsx'),
  'channel/assignment': () => import('./channel/assignment.tsx'),
  'channel/case': () => import('./channel/case.tsx'),
  'channel/own': () => import('./channel/own-lists.tsx'),
  'material/species': () => import('./material/species.tsx'),
  'stage/change-request': () => import('./stage/change/change-requests.tsx'),
  'stage/record': () => import('./stage/record.tsx'),
  'stage/authorization': () => import('./stage/authorization.tsx'),
  'system/user': () => import('./system/user/user.tsx'),
  'system/user-auth': () => import('./system/user/assign-roles.tsx'),
  'system/role': () => import('./system/role/role.tsx'),
  'system/role-auth': () => import('./system/role/assign-users.tsx'),
  'system/menu': () => import('./system/menu/menu.tsx'),
  'system/dept': () => import('./system/dept.tsx'),
  'system/dict': () => import('./system/dict/dict.tsx'),
  'system/dict-data': () => import('./system/dict/dict-data.tsx'),
  'system/config': () => import('./system/config.tsx'),
  'system/notice': () => import('./system/notice/notice.tsx'),
  'system/division': () => import('./system/division/division.tsx'),
  'help/handbook': () => import('./help/handbook.tsx'),
  'user/profile': () => import('./system/profile/profile.tsx'),
  'monitor/oper-log': () => import('./monitor/oper-log.tsx'),
  'monitor/login-log': () => import('./monitor/login-log.tsx'),
  'monitor/online': () => import('./monitor/online.tsx'),
  'monitor/job': () => import('./monitor/job.tsx'),
  'monitor/job-log': () => import('./monitor/job-log.tsx'),
  'monitor/server': () => import('./monitor/server.tsx'),
  'monitor/anchor': () => import('./monitor/anchor.tsx'),
  'monitor/cache': () => import('./monitor/cache.tsx'),
  'tenant/enterprise': () => import('./tenant/enterprise.tsx'),
  'trade/listing': () => import('./trade/listing.tsx'),
  'trade/add': () => import('./trade/add-listing.tsx'),
  'trade/detail': () => import('./trade/detail.tsx'),
  'trade/phone-view': () => import('./trade/phone-view.tsx'),
  'trade/apply-list': () => import('./trade/apply-list.tsx'),
  'news/article': () => import('./news/article.tsx'),
  // The bootstrap menu names these by their declaration.
  'entity/channel/dealer': () => import('./channel/dealer.tsx'),
  'entity/channel/territory': () => import('./channel/territory.tsx'),
  'entity/catalog/product': () => import('./catalog/product.tsx'),
  'entity/evidence/document': () => import('./evidence/document.tsx'),
  'entity/material/plot': () => import('./material/plot.tsx'),
  'entity/news/category': () => import('./news/category.tsx'),
  'site/banner': () => import('./site/banner.tsx'),
  'stage/progress': () => import('./stage/progress.tsx'),
  'stage/circulation': () => import('./stage/template/circulation.tsx'),
  'stage/template': () => import('./stage/template/template.tsx'),
  'stage/parameter': () => import('./stage/template/parameter.tsx'),
  'trace/scan-log': () => import('./trace/scan-log.tsx'),
  'trace/check-log': () => import('./trace/check-log.tsx'),
  'stats/trend': () => import('./stats/report/trend.tsx'),
  'stats/product': () => import('./stats/report/product.tsx'),
  'stats/place': () => import('./stats/report/place.tsx'),
  'stats/stage': () => import('./stats/report/stage.tsx'),
  'tool/build': () => import('./tool/build/build.tsx'),
  'tool/gen': () => import('./tool/gen/gen.tsx'),
  'tool/gen-edit': () => import('./tool/gen/gen-edit.tsx'),
  'tool/swagger': () => import('./tool/swagger.tsx'),
}

/** Views whose own screen has another id than theirs. */
const renamedScreens = new Set(['monitor/operlog', 'monitor/logininfor'])

const declaredEntities: readonly Listed[] = [
  ...entities,
  ...views.filter(view => !(keyOf(view) in ownScreens) && !renamedScreens.has(keyOf(view)) && !('within' in view)),
]

/** Declared screens, `entity/<area>/<name>`: list, form and detail straight from the declaration. */
const declared: Record<string, LoadScreen> = Object.fromEntries(
  declaredEntities.map(entity => [
    `entity/${keyOf(entity)}`,
    async () => {
      if (isStateful(entity)) {
        const { LifecycleScreen } = await import('../entity/list/lifecycle-screen.tsx')
        return { default: () => createElement(LifecycleScreen, { entity }) }
      }
      const { EntityScreen } = await import('../entity/list/entity-screen.tsx')
      return { default: () => createElement(EntityScreen, { entity }) }
    },
  ]),
)

/** Every screen of the back office by its id, loaded when it is first opened. */
export const screens: Record<string, LoadScreen> = { ...declared, ...ownScreens }

/** Screens of charts and figures: their phrases are no part of those of all screens. */
export const figureScreens: ReadonlySet<string> = new Set([
  'material/transfer',
  'material/flow',
  'material/origin',
  'material/warning',
  'material/yield',
  'stats/place',
  'stats/product',
  'stats/stage',
  'stats/trend',
])

/** The search, which opens over any screen. */
export const search = () => import('./search/search-dialog.tsx')

/** The help on a screen, which opens beside it. */
export const help = () => import('./help/help-sheet.tsx')

/** The tour for newcomers. */
export const tour = () => import('./help/tour.tsx')

/** Screens with an address of their own that are not in the server's menu. */
export const staticRoutes: readonly StaticRoute[] = [
  { path: '/user/profile', screen: 'user/profile', title: 'menu.profile' },
  { path: '/handbook', screen: 'help/handbook', title: 'menu.handbook' },
  {
    path: '/system/user-auth/role/:userId',
    screen: 'system/user-auth',
    title: 'menu.system.user-auth',
    activeMenu: '/system/user',
    permission: 'system:user:edit',
  },
  {
    path: '/system/role-auth/user/:roleId',
    screen: 'system/role-auth',
    title: 'menu.system.role-auth',
    activeMenu: '/system/role',
    permission: 'system:role:edit',
  },
  {
    path: '/system/dict-data/index/:dictId',
    screen: 'system/dict-data',
    title: 'menu.system.dict-data',
    activeMenu: '/system/dict',
    permission: 'system:dict:list',
  },
  {
    path: '/monitor/job-log/index',
    screen: 'monitor/job-log',
    title: 'menu.monitor.job-log',
    activeMenu: '/monitor/job',
    permission: 'monitor:job-log:list',
  },
  {
    path: '/tool/gen-edit/index/:tableId',
    screen: 'tool/gen-edit',
    title: 'menu.tool.gen-edit',
    activeMenu: '/tool/gen',
    permission: 'tool:gen:edit',
  },
  {
    path: '/trade/publishInfo/applyList',
    screen: 'trade/apply-list',
    title: 'menu.trade.apply-list',
    activeMenu: '/trade/publishInfo',
    permission: 'trade:quote:list',
  },
  {
    path: '/trade/publishInfo/add',
    screen: 'trade/add',
    title: 'menu.trade.publish-add',
    activeMenu: '/trade/publishInfo',
    permission: 'trade:listing:add',
  },
  {
    path: '/trade/publishInfo/detail/:id',
    screen: 'trade/detail',
    title: 'menu.trade.detail',
    activeMenu: '/trade/publishInfo',
    permission: 'trade:listing:query',
  },
]
