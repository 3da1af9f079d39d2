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
  'bell',
  'block',
  'book',
  'branches',
  'build',
  'calendar',
  'cloud-server',
  'cluster',
  'code',
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
  'form',
  'fund',
  'global',
  'heat-map',
  'history',
  'idcard',
  'import',
  'inbox',
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
  'profile',
  'qrcode',
  'read',
  'safety',
  'safety-certificate',
  'scan',
  'schedule',
  'setting',
  'shop',
  'shopping',
  'shopping-cart',
  'solution',
  'swap',
  'tags',
  'team',
  'thunderbolt',
  'tool',
  'user',
  'user-switch',
  'wechat',
] as const

export type MenuIconName = (typeof menuIconNames)[number]

const borneBy = (list: readonly MenuSeed[]): string[] =>
  list.flatMap(menu => [menu.icon, ...borneBy(menu.children ?? [])])

/** Icons that no delivered menu bears: what a new entry may choose from, for no two entries bear the same. */
export function freeMenuIcons(): MenuIconName[] {
  const borne = new Set(borneBy(menus))
  return menuIconNames.filter(name => !borne.has(name))
}
