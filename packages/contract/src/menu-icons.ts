import { type MenuSeed, menus } from './menus.ts'

/** Icons that a menu may bear; the back office draws each. */
export const menuIconNames = [
  'alert',
  'apartment',
  'api',
  'appstore',
  'audit',
  'bank',
  'bar-chart',
  'barcode',
  'bell',
  'block',
  'book',
  'branches',
  'build',
  'calendar',
  'check-square',
  'cloud-server',
  'cluster',
  'code',
  'comment',
  'compass',
  'contacts',
  'control',
  'customer-service',
  'dashboard',
  'database',
  'deployment-unit',
  'environment',
  'field-time',
  'file-add',
  'file-done',
  'file-protect',
  'file-search',
  'file-text',
  'flag',
  'form',
  'fund',
  'global',
  'gold',
  'hdd',
  'heat-map',
  'history',
  'idcard',
  'import',
  'inbox',
  'key',
  'line-chart',
  'link',
  'login',
  'menu',
  'message',
  'node-index',
  'notification',
  'partition',
  'picture',
  'pie-chart',
  'printer',
  'profile',
  'qrcode',
  'read',
  'rollback',
  'safety',
  'safety-certificate',
  'scan',
  'schedule',
  'security-scan',
  'setting',
  'shop',
  'shopping',
  'shopping-cart',
  'smile',
  'solution',
  'swap',
  'tags',
  'team',
  'thunderbolt',
  'tool',
  'transaction',
  'user',
  'user-switch',
  'wechat',
] as const

export type MenuIconName = (typeof menuIconNames)[number]

const iconsOf = (list: readonly MenuSeed[]): string[] =>
  list.flatMap(menu => [menu.icon, ...iconsOf(menu.children ?? [])])

/** Home is above the menu, not part of it. */
const homeIcon: MenuIconName = 'dashboard'

/** Icons that neither Home nor a delivered menu uses: the choice for new entries, because no two share an icon. */
export function freeMenuIcons(): MenuIconName[] {
  const borne = new Set([homeIcon, ...iconsOf(menus)])
  return menuIconNames.filter(name => !borne.has(name))
}
