import { describe, expect, it } from 'vitest'
import type { Row } from '../../../entity/types.ts'
import { fieldsOf, isPlatformOnly, fitsBelow, toMenuBody, menuValues } from './menu-fields.ts'

const screen: Row = {
  id: 7,
  parentId: 3,
  menuType: 'C',
  menuName: 'Reports',
  orderNum: 2,
  path: 'reports',
  component: 'stats/reports',
  perms: 'stats:report:list',
  isFrame: '1',
  isCache: '0',
  visible: '0',
  status: '0',
  platformOnly: false,
}

describe('menu form (ENT-23, ENT-24)', () => {
  it('has for each type the fields that fit it', () => {
    const catalogue = fieldsOf('M', false, 'reports')
    expect(catalogue.has('icon')).toBe(true)
    expect(catalogue.has('component')).toBe(false)
    const button = fieldsOf('F', false, undefined)
    expect(button.has('perms')).toBe(true)
    expect(button.has('path')).toBe(false)
    expect(button.has('icon')).toBe(false)
    const page = fieldsOf('C', false, 'reports')
    for (const name of ['icon', 'path', 'component', 'perms', 'isFrame', 'isCache', 'visible'] as const)
      expect(page.has(name), name).toBe(true)
  })

  it('recognizes a permission of the platform only', () => {
    const menu = (perms: string, platformOnly: boolean, delivered = true): Row => ({
      ...screen,
      perms,
      platformOnly,
      delivered,
    })
    const rows = [
      menu('tenant:enterprise:resetPwd', true),
      menu('news:article:list', true),
      menu('news:article:list', false),
      menu('demo:thing:list', true, false),
    ]
    expect(isPlatformOnly(' tenant:enterprise:resetPwd ', rows)).toBe(true)
    for (const shared of ['news:article:list', 'system:user:resetPwd', 'demo:thing:list', '', null])
      expect(isPlatformOnly(shared, rows), String(shared)).toBe(false)
  })

  it('has no component field for a link', () => {
    expect(fieldsOf('C', true, 'https://example.org').has('component')).toBe(false)
    expect(fieldsOf('C', false, 'https://example.org').has('component')).toBe(false)
  })

  it('places buttons below screens, everything else below catalogues or at the root', () => {
    expect(fitsBelow('F', 'C')).toBe(true)
    expect(fitsBelow('F', 'M')).toBe(false)
    expect(fitsBelow('F', 'root')).toBe(false)
    expect(fitsBelow('C', 'M')).toBe(true)
    expect(fitsBelow('C', 'C')).toBe(false)
    expect(fitsBelow('M', 'root')).toBe(true)
  })

  it('sends only changed fields, so that a bootstrap title keeps its translations', () => {
    const values = menuValues(screen, undefined)
    expect(toMenuBody(values, screen)).toBeUndefined()
    expect(toMenuBody({ ...values, visible: '1' }, screen)).toEqual({ id: 7, visible: '1' })
    expect(toMenuBody({ ...values, platformOnly: true }, screen)).toEqual({ id: 7, platformOnly: true })
  })

  it('adds a button without the fields of a screen', () => {
    const values = { ...menuValues(undefined, 7), menuType: 'F', menuName: 'Print', perms: 'stats:report:print' }
    expect(toMenuBody(values, undefined)).toEqual({
      parentId: 7,
      menuType: 'F',
      menuName: 'Print',
      orderNum: 1,
      status: '0',
      perms: 'stats:report:print',
      platformOnly: false,
    })
  })
})
