/** Made-up data for viewing the shell without the server. */
import { type MenuSeed, menus } from '@timbermark/contract'
import type { RouteItem } from '../../src/shell/frame/menu.ts'

const leaf = (
  key: string,
  path: string,
  icon: string,
  component = 'test/list',
  more: Partial<RouteItem> = {},
): RouteItem => ({
  name: key,
  path,
  hidden: false,
  component,
  meta: { title: `menu.${key}`, icon, noCache: false },
  ...more,
})
const group = (key: string, icon: string, children: RouteItem[]): RouteItem => ({
  name: key,
  path: `/${key}`,
  hidden: false,
  redirect: 'noRedirect',
  component: 'Layout',
  alwaysShow: true,
  meta: { title: `menu.${key}`, icon },
  children,
})

export const routers: RouteItem[] = [
  group('catalog', 'shopping', [
    leaf('catalog.category', 'category', 'cluster'),
    leaf('catalog.product', 'product', 'shopping', 'test/form'),
    leaf('catalog.batch', 'batch', 'inbox', 'test/form', {
      meta: { title: 'menu.catalog.batch', icon: 'inbox', noCache: true },
    }),
  ]),
  group('code', 'qrcode', [leaf('code.request', 'request', 'file-add', 'test/form'), leaf('code.qr', 'qr', 'qrcode')]),
  group('stage', 'branches', [
    leaf('stage.template', 'template', 'profile'),
    leaf('stage.circulation', 'circulation', 'partition'),
    leaf('stage.record', 'record', 'file-done'),
    leaf('stage.authorization', 'authorization', 'safety'),
  ]),
  group('certification', 'safety-certificate', [leaf('certification.review', 'review', 'audit')]),
  group('trace', 'bar-chart', [
    leaf('trace.scan-log', 'scan-log', 'scan'),
    leaf('trace.check-log', 'check-log', 'file-search'),
  ]),
  group('channel', 'team', [
    leaf('channel.dealer', 'dealer', 'shop'),
    leaf('channel.cross-sale', 'cross-sale', 'alert'),
  ]),
  group('trade', 'swap', [
    leaf('trade.supply', 'supply', 'shopping-cart'),
    leaf('trade.publish', 'publishInfo', 'form'),
  ]),
  group('system', 'setting', [
    leaf('system.user', 'user', 'user'),
    leaf('system.role', 'role', 'team'),
    leaf('system.menu', 'menu', 'menu'),
    leaf('monitor.broken', 'broken', 'alert', 'test/broken', {
      meta: { title: 'Broken screen', icon: 'alert', noCache: true },
    }),
    leaf('monitor.gone', 'gone', 'alert', 'test/never-built', { meta: { title: 'Unbuilt screen', icon: 'alert' } }),
    { ...leaf('system.hidden', 'hidden', 'menu'), hidden: true },
  ]),
  // A single entry at the root, an outside link in a frame, and one in a new window.
  { path: '/', component: 'Layout', name: '', hidden: false, children: [leaf('news.article', 'news', 'read')] },
  {
    name: 'Standard',
    path: 'docs/standard/example',
    component: 'InnerLink',
    hidden: false,
    meta: { title: 'Standard (frame)', icon: 'link', link: 'https://standard.example/' },
  },
  {
    name: 'Manual',
    path: 'https://manual.example/start',
    component: 'Layout',
    hidden: false,
    meta: { title: 'Manual (window)', icon: 'book' },
  },
]

/** The delivered menu as the server answers it to a user with all permissions. */
export const deliveredRouters: RouteItem[] = menus.map(function item(seed: MenuSeed): RouteItem {
  const children = (seed.children ?? []).filter(child => child.component || child.children)
  const isScreen = seed.component !== undefined
  return {
    name: seed.key,
    path: seed.path,
    hidden: false,
    meta: { title: `menu.${seed.key}`, icon: seed.icon, noCache: seed.noCache ?? false },
    component: seed.component ?? (seed.path.startsWith('/') ? 'Layout' : 'ParentView'),
    ...(isScreen ? {} : { redirect: 'noRedirect', alwaysShow: true, children: children.map(item) }),
  }
})

export interface Person {
  userId: number
  userName: string
  nickName: string
  avatar: string | null
  userType: number
  enterpriseName: string
  roles: string[]
  permissions: string[]
  routers: RouteItem[]
  mustChangePassword?: boolean
  password: string
}

const enterprise = 'Exemple Bois SA'
const person = (userId: number, userName: string, nickName: string, more: Partial<Person> = {}): Person => ({
  userId,
  userName,
  nickName,
  avatar: null,
  userType: 1,
  enterpriseName: enterprise,
  roles: ['superAdmin'],
  permissions: ['*:*:*'],
  routers,
  password: 'demo-pass',
  ...more,
})

export const people: Person[] = [
  person(1, 'admin', '演示管理员'),
  person(2, 'clerk', 'Clerk Example', {
    roles: [],
    permissions: ['catalog:product:list'],
    routers: [group('catalog', 'shopping', [leaf('catalog.product', 'product', 'shopping', 'test/form')])],
  }),
  person(3, 'field', 'Field Example', { userType: 2, roles: ['fieldReporter'], permissions: [], routers: [] }),
  person(4, 'fresh', 'Fresh Example', { mustChangePassword: true }),
  person(5, 'ghost', 'Ghost Example'),
  person(6, 'office', 'O.', { enterpriseName: 'E', routers: deliveredRouters }),
]

/** Newest first, as the server answers them. */
export const notices = [
  {
    noticeId: 3,
    noticeTitle: 'Works on the gate on Friday',
    noticeType: '1',
    createTime: '2026-03-04T08:00:00.000Z',
    noticeContent: '<p>The gate is closed on <strong>Friday</strong>.</p>',
  },
  {
    noticeId: 1,
    noticeTitle: 'The new price list',
    noticeType: '2',
    createTime: '2026-02-01T08:00:00.000Z',
    noticeContent: '<p>Valid from March.</p>',
  },
]
