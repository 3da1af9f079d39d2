import { type MenuSeed, menus } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { office as screenWords } from '@timbermark/phrases/en/office'
import { officeStart } from '@timbermark/phrases/en/office-start'
import { identity } from '@timbermark/phrases/en/identity'
import { signInStart } from '@timbermark/phrases/en/sign-in-start'
import { describe, expect, test } from 'vitest'
import { findCycles, importsIn } from './imports.ts'
import { folders, literalWords, read, shipped, sources } from './source.ts'

/** Findings that are right as they are: what, and why. Each is looked for, so that none outlives its reason. */
type Allowed = Readonly<Record<string, string>>

const pages = ['apps/admin/src', 'apps/h5/src', 'apps/trace/src']
const workspaces = [...folders('packages'), ...folders('apps')]
const shippedIn = (place: string, name?: RegExp) => sources(`${place}/src`, name).filter(shipped)

function expectOnly(found: readonly string[], allowed: Allowed): void {
  const unexplained = found.filter(finding => !(finding in allowed))
  const outlived = Object.keys(allowed).filter(entry => !found.includes(entry))
  expect({ unexplained: [...new Set(unexplained)], outlived }).toEqual({ unexplained: [], outlived: [] })
}

describe('what a person reads comes from the phrases', () => {
  const literals: Allowed = {
    'apps/admin/src/areas/code/labels-dialog.tsx: PNG': 'name of a file format',
    'apps/admin/src/areas/code/labels-dialog.tsx: SVG': 'name of a file format',
    'apps/admin/src/shell/frame/header-tools.tsx: Ctrl K': 'what is printed on the keys',
    'apps/admin/src/areas/site/banner.tsx: caption': 'the entity’s field that names a row',
    'apps/admin/src/areas/tool/swagger.tsx: openapi.json': 'name of the file',
    'apps/admin/src/areas/search/search-dialog.tsx: Esc': 'what is printed on the key',
    'apps/trace/src/page/BaseMeta.tsx: width=device-width, initial-scale=1': 'for the browser',
    'apps/trace/src/page/BaseMeta.tsx: light dark': 'for the browser',
    'apps/trace/src/page/BaseMeta.tsx: #f4ecdf': 'a colour',
    'apps/trace/src/page/BaseMeta.tsx: telephone=no': 'for the browser',
    'apps/trace/src/page/Document.tsx: noindex': 'for search engines',
    'apps/trace/src/page/Document.tsx: website': 'a kind of page, for messengers',
    'apps/trace/src/page/Document.tsx: summary': 'a kind of card, for messengers',
    'apps/trace/src/page/Document.tsx: summary_large_image': 'a kind of card, for messengers',
    'apps/trace/src/reading-pages/Document.tsx: index, follow, max-image-preview:large': 'for search engines',
    'apps/trace/src/reading-pages/Document.tsx: noindex, follow': 'for search engines',
    'apps/trace/src/reading-pages/Document.tsx: article': 'a kind of page, for messengers',
    'apps/trace/src/reading-pages/Document.tsx: website': 'a kind of page, for messengers',
    'apps/trace/src/reading-pages/Document.tsx: summary': 'a kind of card, for messengers',
    'apps/trace/src/reading-pages/Document.tsx: summary_large_image': 'a kind of card, for messengers',
  }

  test('words in the source of a page are found, and its code is not taken for words', () => {
    const page = [
      `const close = <T extends Row>(a: T): Map<T, string> => { if (a < b && c > d) return t('action.close') }`,
      `<p className="tm-muted wide">Timber sold</p>`,
      `<p>`,
      `  Round wood`,
      `</p>`,
      `<b>{n} logs</b>`,
      `<img alt="Forêt" title={t('action.show')} />`,
      `<Form label={open ? 'Fermer' : 'Ouvrir'} rules={[{ message: '必填项' }]} />`,
      `<i>{done ? 'Saved just now' : n}</i> // Not shown`,
      `<u>·</u>`,
      `<s title={open ? t('action.show') : 'Ouvert'}>{n > 1 ? 'logs' : 'log'}</s>`,
      `<Button type="link" onClick={() => run(a => a.id)}>Sell all</Button>`,
    ].join('\n')
    expect(literalWords(page).map(({ line, text }) => `${line} ${text}`)).toEqual(
      expect.arrayContaining([
        '2 Timber sold',
        '6 logs',
        '7 Forêt',
        '8 Fermer',
        '8 必填项',
        '9 Saved just now',
        '11 Ouvert',
        '11 logs',
        '11 log',
        '12 Sell all',
      ]),
    )
    expect(literalWords(page).filter(({ text }) => text === 'Round wood')).toHaveLength(1)
    expect(literalWords(page).filter(({ line }) => line === 1 || line === 10)).toEqual([])
  })

  test('no page holds words of its own', () => {
    const files = pages.flatMap(place => sources(place, /\.tsx$/)).filter(shipped)
    expect(files.length).toBeGreaterThan(100)
    const offenders = files.flatMap(path =>
      literalWords(read(path))
        .filter(({ text }) => !(text in all.en))
        .map(({ text }) => `${path}: ${text}`),
    )
    expectOnly(offenders, literals)
  })

  test('no page sets a colon after a phrase by itself: French sets a space before it, Chinese another sign', () => {
    const files = pages.flatMap(place => sources(place, /\.tsx?$/)).filter(shipped)
    const called = String.raw`\b(?:t|t\.from|fieldLabel|entityLabel)\([^\n]*\)\}: ?(?:[<{$]|$)`
    const offenders = files.flatMap(path =>
      read(path)
        .split('\n')
        // What is only spoken has pauses, not signs.
        .filter(line => new RegExp(called).test(line) && !line.includes('aria-label'))
        .map(line => `${path}: ${line.trim()}`),
    )
    expect(offenders).toEqual([])
  })

  const office: object = { ...officeStart, ...screenWords }

  test('the back office names no phrase that only the phone or the public page has', () => {
    const files = sources('apps/admin/src', /\.tsx?$/).filter(shipped)
    const offenders = files.flatMap(path =>
      [...read(path).matchAll(/['"`]((?:h5|trace)\.[\w.-]+)['"`]/g)]
        .filter(([, key]) => key! in all.en && !(key! in office))
        .map(([, key]) => `${path}: ${key}`),
    )
    expect(offenders).toEqual([])
  })

  /** What a program of the back office's folder is made of, beside the screens that come when they are opened. */
  function collectSources(starts: readonly string[]): string[] {
    const screens = 'apps/admin/src/areas/screens.ts'
    // Names columns and verbs of any declared entity, which Home shows none of.
    const labels = 'apps/admin/src/entity/labels.ts'
    // Comes with the words of the screens, when it is opened.
    const sample = 'apps/admin/src/areas/stats/scan-sample.tsx'
    // Come with words of their own, when one is opened.
    const identityPages = 'apps/admin/src/sign-in/identity-pages.tsx'
    const begun = new Set<string>()
    const follow = (path: string) => {
      if (begun.has(path) || [screens, labels, sample, identityPages].includes(path) || !path.startsWith('apps/admin/'))
        return
      begun.add(path)
      for (const { target, byValue } of importsIn(path, read(path))) if (target && byValue) follow(target)
    }
    for (const path of starts) follow(path)
    return [...begun]
  }

  /** Phrases that these sources name and that are not among those that their program begins with. */
  function wordsMissing(files: readonly string[], words: object): string[] {
    const later = Object.keys(all.en).filter(key => !(key in words))
    // Ends in the name of a stage, of a common verb or of a language, whose words are there.
    const known = ['stage.', 'action.', 'language.']
    return files.flatMap(path =>
      [...read(path).matchAll(/['`]([a-z]\w*\.[\w.-]*)(['`]|\$\{)/g)].flatMap(([, key, end]) =>
        later
          .filter(name => (end === '${' ? !known.includes(key!) && name.startsWith(key!) : name === key))
          .map(name => `${path}: ${name}`),
      ),
    )
  }

  test('Home and the frame name only phrases that the back office begins with', () => {
    const files = collectSources(['apps/admin/src/main.ts', 'apps/admin/src/areas/stats/dashboard.tsx'])
    expect(files.length).toBeGreaterThan(80)
    expect(wordsMissing(files, officeStart)).toEqual([])
  })

  test('the pages before the sign-in name only phrases that they load', () => {
    const files = collectSources(['apps/admin/src/sign-in/start.ts'])
    expect(files.length).toBeGreaterThan(40)
    expectOnly(wordsMissing(files, signInStart), {
      'apps/admin/src/sign-in/form.ts: system.profile':
        'the beginning of the keys of fields, of which they load theirs',
    })
    const later = collectSources(['apps/admin/src/sign-in/auth-redirect.tsx', 'apps/admin/src/sign-in/bind.tsx'])
    expectOnly(wordsMissing(later, { ...signInStart, ...identity }), {
      'apps/admin/src/sign-in/form.ts: system.profile':
        'the beginning of the keys of fields, of which they load theirs',
    })
  })

  test('nothing before the sign-in needs the back office’s router or its library', () => {
    const files = collectSources(['apps/admin/src/sign-in/start.ts'])
    const used = files.flatMap(path => importsIn(path, read(path)).filter(({ byValue, target }) => byValue && !target))
    expect([...new Set(used.map(({ name }) => name))].filter(name => !name.endsWith('.css')).sort()).toEqual([
      'react',
      'react-dom/client',
      'zustand',
    ])
  })

  test('no source holds Chinese outside the phrases, the demonstration and data that is Chinese by nature', () => {
    const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u
    const offenders = workspaces
      .filter(place => place !== 'packages/phrases')
      .flatMap(place => shippedIn(place))
      .filter(path => !path.startsWith('apps/server/src/seed/'))
      .filter(path => chinese.test(read(path)))
    expectOnly(offenders, {
      'apps/server/src/areas/place/city-names.ts': 'cities of China by their own names',
      'apps/server/src/areas/place/province-names.ts': 'provinces of China by their own names',
      'apps/server/src/areas/place/ports.ts': 'ports and seas by their names in three languages',
      'apps/server/src/areas/place/geodata-worker.ts': 'names as the published boundaries spell them',
      'apps/server/src/areas/code/labels/text-lines.ts': 'signs after which a Chinese line may break',
      'apps/server/src/areas/system/division/division-source.ts': 'endings of the names of Chinese divisions',
      'apps/server/src/platform/workbook/xlsx/cells.ts': 'wide forms of the signs that begin a formula',
      'apps/trace/src/page/Value.tsx': 'the sign between the entries of a Chinese list',
      'apps/trace/src/verifier/page.ts': 'the name of a language in that language, to choose it by',
      'packages/codes/src/security.ts': 'signs that a Chinese keyboard types for those of a code',
      'packages/contract/src/reading/contact.ts': 'words that Chinese write before a phone number',
      'packages/contract/src/reading/country.ts': 'Chinese names of countries in use',
      'packages/contract/src/reading/day.ts': 'Chinese dates',
      'packages/contract/src/reading/degrees.ts': 'Chinese degrees and sides of the earth',
      'packages/contract/src/reading/month-names.ts': 'Chinese names of weekdays',
      'packages/contract/src/reading/time-zone.ts': 'names of the zone of China',
      'packages/contract/src/reading/moment.ts': 'Chinese times of day',
      'packages/contract/src/reading/species.ts': 'Chinese names of timbers',
      'packages/contract/src/reading/units.ts': 'Chinese units and currencies',
    })
  })
})

describe('the phrases of the three languages', () => {
  const keys = Object.keys(all.en) as (keyof typeof all.en)[]
  const languages = ['zh', 'en', 'fr'] as const
  const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ')

  test('have the same keys, and none is empty', () => {
    for (const language of languages) {
      expect(Object.keys(all[language]).sort()).toEqual([...keys].sort())
      expect(keys.filter(key => all[language][key].trim() === '')).toEqual([])
    }
  })

  test('are English and French without Chinese', () => {
    const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u
    for (const language of ['en', 'fr'] as const)
      expectOnly(
        keys.filter(key => chinese.test(all[language][key])),
        { 'language.zh': 'a language calls itself by its own name' },
      )
  })

  /** That every delivered menu has its words, and that no others are kept, the compiler sees to (`required.ts`). */
  test('hold no title of a place that does not exist', () => {
    const delivered = (list: readonly MenuSeed[]): string[] =>
      list.flatMap(menu => [`menu.${menu.key}`, ...delivered(menu.children ?? [])])
    const besides = keys.filter(key => key.startsWith('menu.') && !delivered(menus).includes(key))
    expect(besides).toContain('menu.home')
    const code = pages
      .flatMap(place => sources(place))
      .filter(shipped)
      .map(read)
      .join('\n')
    expect(besides.filter(key => !code.includes(`'${key}'`))).toEqual([])
  })

  test('name the same placeholders', () => {
    const unlike = keys.filter(key => new Set(languages.map(language => placeholders(all[language][key]))).size > 1)
    expect(unlike).toEqual([])
  })
})

describe('who uses whom', () => {
  /** The arrows of ARCHITECTURE.md. */
  const arrows: Readonly<Record<string, readonly string[]>> = {
    'packages/codes': [],
    'packages/ledger': [],
    'packages/material': [],
    'packages/contract': ['material'],
    'packages/phrases': ['contract'],
    'packages/client': ['contract', 'phrases'],
    'apps/admin': ['client', 'codes', 'contract', 'phrases'],
    'apps/h5': ['client', 'codes', 'contract', 'phrases'],
    'apps/trace': ['codes', 'contract', 'ledger', 'phrases'],
    'apps/server': ['codes', 'contract', 'ledger', 'material', 'phrases'],
  }

  const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"\n]+)['"]/g
  const importsOf = (path: string) => [...read(path).matchAll(imported)].map(match => match[1]!)

  test('every workspace has its place in the table', () => {
    expect([...workspaces].sort()).toEqual(Object.keys(arrows).sort())
  })

  test.each(Object.entries(arrows))('%s uses only what its arrows point to', (place, allowed) => {
    const manifest = JSON.parse(read(`${place}/package.json`)) as Record<string, Record<string, string> | undefined>
    const declared = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
      .flatMap(kind => Object.keys(manifest[kind] ?? {}))
      .filter(name => name.startsWith('@timbermark/'))
      .map(name => name.slice('@timbermark/'.length))
    expect(declared.filter(name => !allowed.includes(name))).toEqual([])

    const files = shippedIn(place)
    expect(files.length).toBeGreaterThan(0)
    const strays = files.flatMap(path =>
      importsOf(path)
        .filter(name => {
          if (name.startsWith('@timbermark/')) return !declared.includes(name.split('/')[1]!)
          return name.startsWith('.') && !resolved(path, name).startsWith(`${place}/`)
        })
        .map(name => `${path}: ${name}`),
    )
    expect(strays).toEqual([])
  })

  test('in the server, platform uses neither entity nor areas, and entity uses no areas', () => {
    const server = 'apps/server/src'
    const against = (layer: string, closed: readonly string[]) =>
      sources(`${server}/${layer}`)
        .filter(shipped)
        .flatMap(path => importsOf(path).map(name => ({ path, name, target: resolved(path, name) })))
        .filter(({ target }) => closed.some(one => target.startsWith(`${server}/${one}/`)))
        .map(({ path, name }) => `${path}: ${name}`)
    expect(against('platform', ['entity', 'areas'])).toEqual([])
    expect(against('entity', ['areas'])).toEqual([])
    expect(against('areas', ['platform']).length, 'imports are seen at all').toBeGreaterThan(50)
  })

  test.each([
    ['areas', 1],
    ['rooms of areas', 2],
  ])('in the server, %s use each other in one direction: no cycle', (_, depth) => {
    const areas = 'apps/server/src/areas/'
    const folderOf = (path: string) => path.slice(areas.length).split('/').slice(0, -1).slice(0, depth).join('/')
    const uses = Object.groupBy(
      sources(areas)
        .filter(shipped)
        .flatMap(path => importsOf(path).map(name => ({ folder: folderOf(path), target: resolved(path, name) })))
        .filter(({ folder, target }) => target.startsWith(areas) && folderOf(target) !== folder),
      ({ folder }) => folder,
    )
    const usedBy = (folder: string) => [...new Set(uses[folder]?.map(({ target }) => folderOf(target)))]
    const cycles = Object.keys(uses).flatMap(folder => {
      const seen = new Set<string>()
      const walk = (one: string): boolean =>
        usedBy(one).some(next => next === folder || (!seen.has(next) && seen.add(next) && walk(next)))
      return walk(folder) ? [folder] : []
    })
    expect(Object.keys(uses).length, 'uses are seen at all').toBeGreaterThan(5)
    expect(cycles).toEqual([])
  })
})

describe('the ladders of the pages', () => {
  /**
   * The folders of a page from the lowest rung up. A folder uses only what stands below it; those on one rung know
   * nothing of each other, and nobody uses the files beside the folders, from which the page starts.
   */
  const ladders: Readonly<Record<string, readonly (readonly string[])[]>> = {
    'apps/admin/src': [['shell'], ['entity', 'sign-in'], ['areas']],
    'apps/h5/src': [
      ['phrases', 'report'],
      ['platform'],
      ['outbox'],
      ['app'],
      ['ui'],
      ['scan', 'views'],
      ['codes'],
      ['form'],
      ['pages'],
      ['start'],
    ],
  }
  /** Looks, and programs of their own: they use no folder and stand on no rung. */
  const apart = ['styles', 'worker']

  const usesOf = (place: string) =>
    shippedIn(place.replace(/\/src$/, '')).flatMap(path =>
      importsIn(path, read(path)).flatMap(({ target }) => (target?.startsWith(`${place}/`) ? [{ path, target }] : [])),
    )

  test.each(Object.entries(ladders))('in %s each folder uses only those below it', (place, rungs) => {
    const rung = new Map(rungs.flatMap((names, height) => names.map(name => [name, height] as const)))
    const there = folders(place).map(folder => folder.slice(place.length + 1))
    expect(there.filter(name => !apart.includes(name)).sort(), 'every folder has its rung').toEqual(
      [...rung.keys()].sort(),
    )

    /** The folder of a file; nothing for a file beside the folders. */
    const folderOf = (path: string) => /^([^/]+)\//.exec(path.slice(place.length + 1))?.[1]
    const heightOf = (path: string) => {
      const folder = folderOf(path)
      return folder === undefined ? rungs.length : (rung.get(folder) ?? -1)
    }
    const between = usesOf(place).filter(({ path, target }) => folderOf(path) !== folderOf(target))
    expect(between.length, 'imports are seen at all').toBeGreaterThan(50)
    const upwards = between.filter(({ path, target }) => heightOf(target) >= heightOf(path))
    expect(upwards.map(({ path, target }) => `${path} -> ${target}`)).toEqual([])
  })

  test('in the back office no form puts another number in the place of the one that was typed', () => {
    const offenders = shippedIn('apps/admin').filter(path => /<InputNumber\b/.test(read(path)))
    expectOnly(offenders, {
      'apps/admin/src/entity/list/pager.tsx': 'leads to a page, the last one for any beyond it; nothing is saved',
      'apps/admin/src/areas/code/qr.tsx': 'leads to a code, the last one for any beyond it; nothing is saved',
      'apps/admin/src/areas/trade/facet-bar.tsx': 'narrows a list; nothing is saved',
    })
  })

  test('in the back office nothing keeps for itself whether something is under way', () => {
    // Set by hand around what is awaited, it forgets one of: the second press, what is typed meanwhile, a dialog that is
    // closed, an answer that is lost.
    const byHand = [
      /\bfinally\s*\{[^}]*\bset[A-Z]\w*\(/,
      /\.finally\(\(\) => set[A-Z]/,
      /const \[(?:saving|sending|busy|running|working|submitting), set\w+\] = useState(?:<boolean>)?\((?:false)?\)/,
    ]
    const offenders = shippedIn('apps/admin').filter(path => byHand.some(form => form.test(read(path))))
    expectOnly(offenders, {
      'apps/admin/src/entity/form/use-send-once.ts': 'does it for all',
      'apps/admin/src/sign-in/form.ts': 'does it for the pages before the sign-in, which have no library',
      'apps/admin/src/entity/list/export-button.tsx': 'how much of a file has come; its button is an action',
      'apps/admin/src/areas/code/labels-dialog.tsx': 'how much of a file has come, which can be stopped',
    })
  })

  test('in the back office what has come stays when asking anew fails', () => {
    const offenders = shippedIn('apps/admin').filter(path => /<LoadFailure\b/.test(read(path)))
    expectOnly(offenders, {
      'apps/admin/src/entity/list/list-states.tsx': 'in Awaited, which stands only where nothing else does',
      'apps/admin/src/areas/monitor/server.tsx': 'stands above the figures, which stay',
    })
  })

  test('in the back office no area uses another; only the registry of screens names them all', () => {
    const areas = 'apps/admin/src/areas'
    const areaOf = (path: string) => path.slice(areas.length + 1).split('/')[0]
    const uses = usesOf('apps/admin/src').filter(({ path, target }) =>
      [path, target].every(one => one.startsWith(areas)),
    )
    const across = uses.filter(({ path, target }) => areaOf(path) !== areaOf(target))
    expect(across.filter(({ path }) => path === `${areas}/screens.ts`).length).toBeGreaterThan(20)
    expect(
      across.filter(({ path }) => path !== `${areas}/screens.ts`).map(({ path, target }) => `${path} -> ${target}`),
    ).toEqual([])
  })
})

describe('circles of imports', () => {
  test('are seen in statements, in what is passed on and in lazy imports, and not in types or comments', () => {
    const source = [
      `import { a } from './a.ts'`,
      `import {`,
      `  type B,`,
      `  b,`,
      `} from './b.ts'`,
      `import './c.css'`,
      `export * from './d.ts'`,
      `export { type E, e } from './e.ts'`,
      `const f = lazy(() => import('./f.tsx'))`,
      `const g = new Worker(new URL('./g.ts', import.meta.url))`,
      `import { all } from '@timbermark/phrases/all'`,
      `import type { H } from './h.ts'`,
      `export type { I } from './i.ts'`,
      `let j: typeof import('./j.ts')`,
      `// import { k } from './k.ts'`,
      `import { z } from 'zod'`,
    ].join('\n')
    const imports = importsIn('apps/x/src/x.ts', source)
    const pathTo = (name: string) => `apps/x/src/${name}`
    expect(imports.flatMap(({ target, byValue }) => (target && byValue ? [target] : []))).toEqual([
      ...['a.ts', 'b.ts', 'c.css', 'd.ts', 'e.ts', 'f.tsx', 'g.ts'].map(pathTo),
      'packages/phrases/src/all.ts',
    ])
    expect(imports.flatMap(({ target, byValue }) => (target && !byValue ? [target] : []))).toEqual(
      ['h.ts', 'i.ts', 'j.ts'].map(pathTo),
    )
    const uses = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: [], f: ['f'] }
    expect(findCycles(new Map(Object.entries(uses)))).toEqual([['a', 'b', 'c'], ['f']])
  })

  // All but this one, in which imports stand as examples.
  const files = [...workspaces, 'e2e', 'scripts', 'test']
    .flatMap(place => sources(place))
    .filter(path => path !== 'test/repository.test.ts')

  test('are nowhere in the repository, lazy imports included', () => {
    const uses = new Map(
      files.map(path => [
        path,
        importsIn(path, read(path)).flatMap(({ target, byValue }) => (target && byValue ? [target] : [])),
      ]),
    )
    const strays = [...uses].flatMap(([path, used]) =>
      used.filter(target => /\.tsx?$/.test(target) && !uses.has(target)).map(target => `${path} -> ${target}`),
    )
    expect(strays, 'every import leads to a file that is looked at').toEqual([])
    expect([...uses.values()].flat().length).toBeGreaterThan(2000)
    expect(findCycles(uses)).toEqual([])
  })

  test('hide behind no pattern of files', () => {
    expect(files.filter(path => /import\.meta\.glob/.test(read(path)))).toEqual([])
  })
})

/** Where a relative import leads, as a path from the root. */
function resolved(path: string, name: string): string {
  return name.startsWith('.') ? new URL(name, `file:///${path}`).pathname.slice(1) : name
}
