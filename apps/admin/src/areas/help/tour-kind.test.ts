import { menuButtons, menuPermission, type MenuSeed, menus, roles } from '@timbermark/contract'
import { expect, it } from 'vitest'
import { screens } from '../screens.ts'
import { mainScreens, tourKind } from './tour-kind.ts'

const flat = (seeds: readonly MenuSeed[]): MenuSeed[] => seeds.flatMap(seed => [seed, ...flat(seed.children ?? [])])
/** Permissions of enterprises: the operator's own are withheld from them. */
const granted = flat(menus).flatMap(menu => [
  ...(menu.platformOnly === true ? [] : [menuPermission(menu) ?? []].flat()),
  ...menuButtons(menu).flatMap(button => (button.platformOnly ? [] : [button.permission])),
])
const matches = (pattern: string, permission: string) => {
  const parts = permission.split(':')
  return pattern.split(':').every((part, at) => part === '*' || part === parts[at])
}
/** What a delivered role may do in an enterprise, or on the platform. */
const permissionsOf = (key: string): string[] => {
  const { allow, deny = [], tenant } = roles.find(role => role.key === key)!
  if (tenant === 'platform') return ['*:*:*']
  return granted.filter(
    permission => allow.some(one => matches(one, permission)) && !deny.some(one => matches(one, permission)),
  )
}

it.each([
  ['superAdmin', 'operator'],
  ['platformOperator', 'operator'],
  ['enterpriseAdmin', 'admin'],
  ['enterpriseClerk', 'clerk'],
  ['codePrinter', 'printer'],
  ['certifier', 'certifier'],
  ['trader', 'trader'],
  ['auditor', 'auditor'],
])('the delivered role %s gets the tour of the %s', (role, kind) => {
  expect(tourKind(1, permissionsOf(role))).toBe(kind)
})

it('accounts of dealers get their own, and every tour leads to a screen that exists', () => {
  expect(tourKind(5, permissionsOf('dealer'))).toBe('dealer')
  expect(Object.values(mainScreens).filter(id => !Object.hasOwn(screens, id))).toEqual([])
})
