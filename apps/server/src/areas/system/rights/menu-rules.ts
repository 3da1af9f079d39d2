import { entities, type Issue, keyOf, type MenuSeed, menus } from '@timbermark/contract'
import type { Row } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** Screens that a menu may open: those of the bootstrap menus and one per declared entity. Nothing else is loaded. */
export const knownComponents: readonly string[] = (() => {
  const all = (list: readonly MenuSeed[]): string[] =>
    list.flatMap(menu => [...(menu.component ? [menu.component] : []), ...all(menu.children ?? [])])
  return [...new Set([...all(menus), ...entities.map(entity => `entity/${keyOf(entity)}`)])].sort()
})()

const hasScheme = (path: string) =>
  /^[a-z][a-z0-9+.-]*:/i.test(path.trim()) || path.trim().startsWith('//') || path.includes('\\')

export interface MenuTarget {
  menuType: string
  path: string
  isFrame: string
  component: string | null
}

/** How a menu opens another site; undefined when it leads to a page of this site. */
export function externalLinkOf(menu: MenuTarget): 'window' | 'frame' | undefined {
  if (menu.menuType === 'F' || !/^https?:\/\//i.test(menu.path)) return undefined
  return menu.isFrame === '0' ? 'window' : 'frame'
}

/**
 * Checks the target of a menu. Addresses of other sites are http or https, in a frame https only, and never our own: a frame
 * with our own pages could read the session.
 * @param siteHosts host names of this site
 * @throws Refusal system.menu.link, linkHttps, linkOwn, pathShape, component
 */
export function checkTarget(menu: MenuTarget, siteHosts: readonly string[]): void {
  if (menu.menuType === 'F') return
  if (menu.isFrame === '0' && !/^https?:\/\//i.test(menu.path)) throw new Refusal('system.menu.link')
  if (hasScheme(menu.path)) {
    const address = URL.canParse(menu.path) ? new URL(menu.path) : undefined
    if (!address || !['http:', 'https:'].includes(address.protocol) || !externalLinkOf(menu))
      throw new Refusal('system.menu.link')
    if (externalLinkOf(menu) === 'frame' && address.protocol !== 'https:') throw new Refusal('system.menu.linkHttps')
    if (address.username || address.password) throw new Refusal('system.menu.link')
    if (siteHosts.includes(address.host.toLowerCase())) throw new Refusal('system.menu.linkOwn')
    return
  }
  // Segments of letters, digits, - _ . : and parameters; no parent segment and no empty one.
  if (!/^\/?[A-Za-z0-9:_-][A-Za-z0-9:._-]*(\/[A-Za-z0-9:_-][A-Za-z0-9:._-]*)*$/.test(menu.path))
    throw new Refusal('system.menu.pathShape')
  if (menu.menuType === 'C' && !knownComponents.includes(menu.component ?? ''))
    throw new Refusal('system.menu.component')
}

const texts = [
  ['menuName', 50],
  ['path', 200],
  ['component', 200],
  ['query', 255],
  ['routeName', 50],
  ['perms', 100],
  ['icon', 100],
  ['activeMenu', 200],
  ['remark', 200],
] as const

const flags = ['isFrame', 'isCache', 'visible', 'status'] as const

export const menuFields = [
  'id',
  'parentId',
  'menuType',
  'orderNum',
  'platformOnly',
  'menuNameTexts',
  ...texts.map(([field]) => field),
  ...flags,
] as const

/** Validates the fields of a menu as they would be stored. */
export function menuIssues(menu: Row): Issue[] {
  const issues: Issue[] = []
  for (const [field, max] of texts) {
    const value = menu[field]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') issues.push({ field, error: 'notText' })
    else if ([...value].length > max) issues.push({ field, error: 'tooLong', params: { max } })
  }
  if (issues.length > 0) return issues
  const blank = (field: string) => typeof menu[field] !== 'string' || (menu[field] as string).trim() === ''
  if (!['M', 'C', 'F'].includes(menu.menuType as string))
    issues.push({ field: 'menuType', error: menu.menuType === undefined ? 'required' : 'notOneOf' })
  if (blank('menuName')) issues.push({ field: 'menuName', error: 'required' })
  else if (/[<>]/.test(menu.menuName as string)) issues.push({ field: 'menuName', error: 'pattern' })
  if (menu.orderNum === undefined || menu.orderNum === null || menu.orderNum === '')
    issues.push({ field: 'orderNum', error: 'required' })
  else if (!Number.isInteger(Number(menu.orderNum)) || Number(menu.orderNum) < 0 || Number(menu.orderNum) > 9999)
    issues.push({ field: 'orderNum', error: 'notInteger' })
  if (menu.menuType !== 'F' && blank('path')) issues.push({ field: 'path', error: 'required' })
  for (const field of flags)
    if (menu[field] !== undefined && menu[field] !== '0' && menu[field] !== '1')
      issues.push({ field, error: 'notOneOf' })
  if (menu.platformOnly !== undefined && typeof menu.platformOnly !== 'boolean')
    issues.push({ field: 'platformOnly', error: 'notOneOf' })
  if (!blank('perms') && !/^[A-Za-z][A-Za-z0-9_-]*(:[A-Za-z][A-Za-z0-9_-]*){2}$/.test(menu.perms as string))
    issues.push({ field: 'perms', error: 'system.menu.perms' })
  if (!blank('icon') && !/^[A-Za-z0-9#_-]+$/.test(menu.icon as string)) issues.push({ field: 'icon', error: 'pattern' })
  if (!blank('routeName') && !/^[A-Za-z][A-Za-z0-9_-]*$/.test(menu.routeName as string))
    issues.push({ field: 'routeName', error: 'pattern' })
  if (!blank('activeMenu') && !/^\/[A-Za-z0-9/_-]*$/.test(menu.activeMenu as string))
    issues.push({ field: 'activeMenu', error: 'pattern' })
  if (!blank('query') && !isObject(menu.query as string)) issues.push({ field: 'query', error: 'notJson' })
  return issues
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
