import { describe, expect, it } from 'vitest'
import { buildMenu, type RouteItem, type RouteMeta } from '../../../shell/frame/menu.ts'

/** A screen below a catalogue with this meta, as the server sends it. */
const menuOf = (
  meta: RouteMeta,
  catalogue: RouteMeta = {},
  more: Partial<RouteItem> = {},
  others: readonly RouteItem[] = [],
) =>
  buildMenu([
    {
      path: '/yard',
      component: 'Layout',
      alwaysShow: true,
      redirect: 'noRedirect',
      meta: { title: 'Yard', icon: 'tree', ...catalogue },
      children: [{ path: 'stacks', component: 'system/user', meta: { title: 'Stacks', ...meta }, ...more }, ...others],
    },
  ])
const screenOf = (...args: Parameters<typeof menuOf>) => menuOf(...args).screens.get('/yard/stacks')!

describe('the meta of a menu has its effect (ENT-26)', () => {
  it('title and icon name the entry', () => {
    const sawmill = { path: '/yard/sawmill', component: 'system/role', meta: { title: 'Sawmill', icon: 'tool' } }
    const [, yard] = menuOf({ icon: 'inbox' }, {}, {}, [sawmill]).nodes
    expect(yard).toMatchObject({ title: 'Yard', icon: 'tree' })
    expect(yard!.children).toMatchObject([
      { title: 'Stacks', icon: 'inbox', path: '/yard/stacks' },
      { title: 'Sawmill' },
    ])
  })

  it('a group with one entry is shown as that entry', () => {
    expect(menuOf({ icon: 'inbox' }).nodes[1]).toMatchObject({ title: 'Stacks', icon: 'inbox', path: '/yard/stacks' })
  })

  it('noCache mounts the screen again on every visit (SYS-10)', () => {
    expect(screenOf({ noCache: true }).noCache).toBe(true)
    expect(screenOf({ noCache: false }).noCache).toBe(false)
  })

  it('affix pins the tag', () => {
    expect(screenOf({ affix: true }).affix).toBe(true)
    expect(screenOf({}).affix).toBe(false)
  })

  it('activeMenu marks another entry', () => {
    expect(screenOf({ activeMenu: '/system/user' }).activeMenu).toBe('/system/user')
  })

  it('breadcrumb: false leaves the entry out of the breadcrumb, below it too', () => {
    expect(screenOf({}).breadcrumb).toBe(true)
    expect(screenOf({ breadcrumb: false }).breadcrumb).toBe(false)
    expect(screenOf({}).trail.map(({ title }) => title)).toEqual(['Yard'])
    expect(screenOf({}, { breadcrumb: false }).trail).toEqual([])
  })

  it('a hidden entry is not shown, but its screen opens (SYS-11)', () => {
    const menu = menuOf({}, {}, { hidden: true })
    expect(menu.nodes.map(({ title }) => title)).not.toContain('Yard')
    expect(menu.screens.has('/yard/stacks')).toBe(true)
  })

  it('a framed page of the first level has no parent title', () => {
    const menu = buildMenu([
      {
        name: '',
        path: '/',
        hidden: false,
        component: 'Layout',
        children: [
          {
            name: 'Docs',
            path: 'example/org/a',
            hidden: false,
            component: 'InnerLink',
            meta: { title: 'Docs', link: 'https://example.org/a' },
          },
        ],
      },
    ])
    expect(menu.nodes.at(-1)).toMatchObject({ title: 'Docs', path: '/example/org/a', children: [] })
    expect(menu.screens.get('/example/org/a')).toMatchObject({ screen: 'InnerLink', link: 'https://example.org/a' })
  })
})
