import { theme } from 'antd'
import { readdirSync, readFileSync } from 'node:fs'
import { limits, themeColors } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { contrast, inkOn, parseHex, readableOn } from '../src/shell/theme/color.ts'
import { topMenuCount } from '../src/shell/theme/device.ts'
import { type CachedView, maxCachedViews, nextViews } from '../src/shell/tags/cached-views.ts'
import { embeddable, openable } from '../src/shell/safe-link.ts'
import { layoutDefaults, parseLayout } from '../src/shell/theme/settings.ts'
import { cookieOf } from '../src/shell/storage.ts'
import { close, closeAll, closeOthers, closeRight, neighbour, type Tag, visit } from '../src/shell/tags/tags.ts'
import { scrollFor } from '../src/shell/tags/tags-bar.tsx'
import { palettes, sidebars } from '../src/shell/theme/palette.ts'
import { themeOf } from '../src/shell/theme/theme.ts'
import { ease } from '../src/shell/frame/back-to-top.tsx'

describe('layout settings', () => {
  it('have the defaults of the specification (CON-19 to CON-27)', () => {
    expect(parseLayout(null)).toEqual(layoutDefaults)
    expect(layoutDefaults).toMatchObject({
      sideTheme: 'theme-dark',
      theme: '#409EFF',
      topNav: false,
      tagsView: true,
      fixedHeader: false,
      sidebarLogo: true,
      dynamicTitle: false,
      showSettings: false,
    })
  })

  it('are parsed as stored, and damaged values get their default', () => {
    expect(parseLayout('{"sideTheme":"theme-light","theme":"#11a983","topNav":true,"errorLog":true}')).toEqual({
      ...layoutDefaults,
      sideTheme: 'theme-light',
      theme: '#11a983',
      topNav: true,
      errorLog: true,
    })
    expect(parseLayout('{"sideTheme":"x","theme":"red;}","topNav":"yes","__proto__":{"tagsView":false}}')).toEqual(
      layoutDefaults,
    )
    for (const bad of ['', 'null', '[]', '1', '{']) expect(parseLayout(bad)).toEqual(layoutDefaults)
  })
})

describe('the top menu', () => {
  it('shows a third of the width over 85 px, rounded down (LAY-31, AMB-24)', () => {
    expect([1920, 1280, 992, 2560].map(topMenuCount)).toEqual([7, 5, 3, 10])
  })
})

describe('the measures of the specification', () => {
  const folder = new URL('../src/', import.meta.url)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => ({
    name,
    // Comments may name a measure.
    text: /\.(css|tsx?)$/.test(name)
      ? readFileSync(new URL(name, folder), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      : '',
  }))
  const scripts = sources.filter(({ name }) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  const sheets = sources.filter(({ name }) => name.endsWith('.css'))

  it('are defined once, and no screen has a copy (CON-02, LAY-05, LAY-07, LAY-31)', () => {
    expect(limits).toMatchObject({ mobileBreakpoint: 992, sidebarWidth: 220, topMenuItem: 85, importKilobytes: 500 })
    expect(limits).toMatchObject({ labelPixels: 1000 })
    const copies = scripts.flatMap(({ name, text }) =>
      [...text.matchAll(/\b(99[12](\.\d+)?|500 \* 1024|512_?000)\b/g)].map(([value]) => `${name}: ${value}`),
    )
    expect(copies).toEqual([])
  })

  it('are the same in the style sheets, which cannot read them (CON-02)', () => {
    const widths = sheets.flatMap(({ text }) =>
      [...text.matchAll(/@media[^{]*max-width:\s*([\d.]+)px/g)].map(m => m[1]),
    )
    expect(widths.length).toBeGreaterThan(3)
    expect(widths.filter(width => width === `${limits.mobileBreakpoint - 0.02}`).length).toBeGreaterThan(3)
    expect(widths.filter(width => Math.abs(Number(width) - limits.mobileBreakpoint) < 40)).toEqual(
      widths.filter(width => width === `${limits.mobileBreakpoint - 0.02}`),
    )
    const sides = sheets.flatMap(({ text }) => [...text.matchAll(/--side-width:\s*(\d+)px/g)].map(m => Number(m[1])))
    expect(Math.max(...sides)).toBe(limits.sidebarWidth)
  })
})

describe('colours', () => {
  const ratio = (a: string, b: string) => contrast(parseHex(a)!, parseHex(b)!)

  it('are readable in every preset, light and dark, as text and as background of a button', () => {
    for (const theme of themeColors) {
      for (const darkMode of [false, true]) {
        const { token, components } = themeOf({ ...layoutDefaults, theme, darkMode }, 'medium')
        const palette = darkMode ? palettes.dark : palettes.light
        for (const ground of [palette.paper, palette.ground])
          expect(ratio(token!.colorLink as string, ground)).toBeGreaterThanOrEqual(4.5)
        const { primaryColor, colorPrimary } = components!.Button!
        expect(primaryColor).toBe('#ffffff')
        expect(ratio(primaryColor as string, colorPrimary as string)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('of secondary texts are readable on every background', () => {
    for (const darkMode of [false, true]) {
      const token = theme.getDesignToken(themeOf({ ...layoutDefaults, darkMode }, 'medium'))
      const { ground, paper, raised } = darkMode ? palettes.dark : palettes.light
      const inks = [
        'colorSuccessText',
        'colorWarningText',
        'colorErrorText',
        'colorWarning',
        'colorTextSecondary',
      ] as const
      for (const ink of inks)
        for (const below of [ground, paper, raised])
          expect(ratio(token[ink], below), `${ink} on ${below}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('stay the chosen ones on surfaces (LAY-43, LAY-52)', () => {
    for (const theme of themeColors)
      expect(themeOf({ ...layoutDefaults, theme }, 'medium').token?.colorPrimary).toBe(theme)
  })

  it('of the sidebars are readable', () => {
    for (const side of Object.values(sidebars)) {
      expect(ratio(side.ink, side.ground)).toBeGreaterThanOrEqual(4.5)
      expect(ratio(side.ink, side.deep)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('are only changed as far as needed', () => {
    expect(readableOn('#6959CD', '#ffffff')).toBe('#6959cd')
    expect(ratio(readableOn('#409EFF', '#ffffff'), '#ffffff')).toBeLessThan(5)
    expect(inkOn('#6959CD')).toBe('#ffffff')
  })
})

describe('sizes', () => {
  it('name each look, so that rules of another look in hidden screens do not affect the visible one', () => {
    const looks = [
      themeOf(layoutDefaults, 'medium'),
      themeOf({ ...layoutDefaults, darkMode: true }, 'medium'),
      themeOf({ ...layoutDefaults, sideTheme: 'theme-light' }, 'medium'),
      themeOf({ ...layoutDefaults, theme: '#11a983' }, 'medium'),
      themeOf(layoutDefaults, 'mini'),
      themeOf(layoutDefaults, 'medium', false),
    ]
    const names = looks.map(({ cssVar }) => (typeof cssVar === 'object' ? cssVar.key : undefined))
    expect(new Set(names).size).toBe(looks.length)
    for (const name of names) expect(name).toMatch(/^tm-[\w-]+$/)
  })

  it('differ in type and controls (LAY-39)', () => {
    const fonts = (['default', 'medium', 'small', 'mini'] as const).map(
      size => themeOf(layoutDefaults, size).token?.fontSize,
    )
    expect(fonts).toEqual([15, 14, 13, 12])
  })
})

const tag = (path: string, pinned = false): Tag => ({ path, fullPath: path, title: path, pinned })
const tags = [tag('/index', true), tag('/a'), tag('/b'), tag('/c'), tag('/p', true)]
const paths = (list: readonly Tag[]) => list.map(one => one.path).join(' ')

describe('tags of visited views', () => {
  it('list each view once, with the address at which it was left (LAY-16)', () => {
    const screen = { path: '/b', title: '/b', affix: false }
    const next = visit(tags, screen, '/b?page=2')
    expect(paths(next)).toBe('/index /a /b /c /p')
    expect(next[2]?.fullPath).toBe('/b?page=2')
    expect(paths(visit(tags, { ...screen, path: '/d' }, '/d'))).toBe('/index /a /b /c /p /d')
  })

  it('close one, the others, those to the right, all; pinned ones stay (LAY-18 to LAY-22)', () => {
    expect(paths(close(tags, '/b'))).toBe('/index /a /c /p')
    expect(paths(close(tags, '/index'))).toBe('/index /a /b /c /p')
    expect(paths(closeOthers(tags, '/b'))).toBe('/index /b /p')
    expect(paths(closeRight(tags, '/a'))).toBe('/index /a /p')
    expect(paths(closeAll(tags))).toBe('/index /p')
  })

  it('open the neighbour of the closed one', () => {
    expect(neighbour(tags, close(tags, '/b'), '/b')?.path).toBe('/a')
    expect(neighbour(tags, closeAll(tags), '/a')?.path).toBe('/index')
  })

  it('scroll into view with 4 px next to them (LAY-24)', () => {
    const bar = { left: 100, width: 300 }
    expect(scrollFor(bar, { left: 150, width: 80 })).toBe(100)
    expect(scrollFor(bar, { left: 50, width: 80 })).toBe(46)
    expect(scrollFor(bar, { left: 380, width: 80 })).toBe(164)
    expect(scrollFor(bar, { left: 2, width: 80 })).toBe(0)
  })
})

describe('cached views', () => {
  const place = (path: string, keep = true, generation = 0) => ({
    path,
    isCached: keep,
    generation,
    location: { pathname: path, search: '', hash: '', state: null, key: path, mask: undefined },
  })
  const open = (views: readonly CachedView[], now: ReturnType<typeof place>, closed: string[] = []) =>
    nextViews(views, now, path => !closed.includes(path))
  const walk = (...steps: ReturnType<typeof place>[]) =>
    steps.reduce<readonly CachedView[]>((views, step) => open(views, step), [])

  it('keep those that may be cached and drop the others as soon as they are left (RT-18, SYS-10)', () => {
    expect(walk(place('/a'), place('/x', false), place('/b')).map(view => view.path)).toEqual(['/a', '/b'])
  })

  it('never change their order, so that a frame in them does not load again', () => {
    expect(walk(place('/a'), place('/b'), place('/a')).map(view => view.path)).toEqual(['/a', '/b'])
  })

  it('drop a view whose tag was closed, and remount one that was restarted', () => {
    const views = walk(place('/a'), place('/b'))
    expect(open(views, place('/b'), ['/a']).map(view => view.path)).toEqual(['/b'])
    expect(open(views, place('/b', true, 1)).map(view => view.generation)).toEqual([0, 1])
  })

  it(`are at most ${maxCachedViews}; the least recently open one is dropped first`, () => {
    const many = Array.from({ length: maxCachedViews }, (_, i) => place(`/${i}`))
    const views = walk(...many, place('/0'), place('/new'))
    expect(views).toHaveLength(maxCachedViews)
    expect(views.map(view => view.path)).not.toContain('/1')
    expect(views.map(view => view.path)).toContain('/0')
  })

  it('stay the same object when nothing changed, so that rendering ends', () => {
    const step = place('/a')
    const views = open([], step)
    expect(open(views, step)).toBe(views)
  })
})

describe('links to other sites', () => {
  it('are embedded only over https and never from this origin (A82)', () => {
    const origin = 'https://wood.example'
    expect(embeddable('https://standard.example/a', origin)).toBe('https://standard.example/a')
    for (const bad of [
      'http://standard.example',
      'https://wood.example/x',
      'javascript:alert(1)',
      'https://a:b@evil.example',
      '//x',
      'data:text/html,x',
      '',
    ]) {
      expect(embeddable(bad, origin)).toBeNull()
    }
  })

  it('open in a window only when they are web addresses', () => {
    expect(openable('http://manual.example/')).toBe('http://manual.example/')
    for (const bad of ['javascript:alert(1)', 'file:///etc/passwd', 'x']) expect(openable(bad)).toBeNull()
  })
})

describe('small things', () => {
  it('a cookie is found by its exact name', () => {
    expect(cookieOf('xsize=mini; size=small; a=b', 'size')).toBe('small')
    expect(cookieOf('', 'size')).toBeNull()
  })

  it('scrolling to the top starts and ends gently', () => {
    expect([0, 0.5, 1].map(ease)).toEqual([0, 0.5, 1])
    expect(ease(0.1)).toBeLessThan(0.1)
  })
})
