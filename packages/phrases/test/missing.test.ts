import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const copy = mkdtempSync(join(tmpdir(), 'timbermark-phrases-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Replaces the one place of `path` that reads `from`. */
function change(path: string, from: string, to: string): void {
  const text = readFileSync(join(copy, path), 'utf8')
  expect(text.split(from), `${path}: ${from}`).toHaveLength(2)
  writeFileSync(
    join(copy, path),
    text.replace(from, () => to),
  )
}

/** What the compiler says to the copied contract and phrases. */
function compiled(): string {
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/tsc'),
    ['-p', copy, '--noErrorTruncation', '--singleThreaded'],
    {
      encoding: 'utf8',
    },
  )
  return stdout
}

test('a menu, role, verb or dictionary without its words does not compile, nor words without their menu', () => {
  for (const name of ['contract', 'phrases'])
    cpSync(join(root, 'packages', name, 'src'), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir')
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        typeRoots: [join(root, 'node_modules/@types')],
        paths: {
          '@timbermark/contract': ['./contract/index.ts'],
          '@timbermark/contract/stages': ['./contract/stage/stages.ts'],
          '@timbermark/phrases': ['./phrases/index.ts'],
        },
      },
      include: ['phrases'],
      exclude: ['**/*.test.ts'],
    }),
  )
  expect(compiled()).toBe('')

  change(
    'contract/menus.ts',
    "entityScreen('catalog/product', 'shopping'),",
    "entityScreen('catalog/product', 'shopping'), entityScreen('catalog/yard', 'inbox'),",
  )
  change('contract/menus.ts', "buttons: ['query', 'report', 'enter', ", "buttons: ['query', 'report', 'weigh', ")
  change(
    'contract/roles.ts',
    "{ key: 'auditor',",
    "{ key: 'forester', sort: 9, dataScope: '1', tenant: 'both', userType: 1, allow: [] }, { key: 'auditor',",
  )
  change('contract/dictionaries.ts', "{ value: 'protected' },", "{ value: 'protected' }, { value: 'sacred' },")
  change('phrases/fr/menu.ts', "'menu.home'", "'menu.nowhere': 'Nulle part', 'menu.home'")
  const output = compiled()
  for (const missing of ['menu.catalog.yard', 'action.weigh', 'role.forester', 'dict.forest_level.sacred'])
    expect(output).toMatch(new RegExp(`phrases/en/.*\\n?.*${missing.replaceAll('.', '\\.')}`))
  expect(output).toMatch(/phrases\/fr\/menu\.ts.*menu\.nowhere/)
})
