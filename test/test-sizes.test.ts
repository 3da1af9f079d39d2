import { describe, expect, test } from 'vitest'
import { describeSelection, type Repository, selectTests } from '../scripts/testing/changed.ts'
import { decideOutcome, type FileResult, selectReruns } from '../scripts/testing/outcome.ts'
import { listTests, readRepository } from '../scripts/testing/repository.ts'
import { groups, groupsOf, quickJourneys, selectQuick } from '../scripts/testing/sizes.ts'

const all = listTests()

describe('the quick run', () => {
  test('every line of the list still leaves something out', () => {
    const idle = groups
      .flatMap(({ tests }) => tests)
      .filter(test => !all.some(path => (test.endsWith('/') ? path.startsWith(test) : path === test)))
    expect(idle).toEqual([])
    expect(quickJourneys.filter(path => !all.includes(path))).toEqual([])
  })

  test('has the rules of the repository, most of the server and two journeys, and nothing of a listed group besides', () => {
    const quick = selectQuick(all)
    expect(quick).toContain('test/repository.test.ts')
    expect(quick.filter(path => path.startsWith('e2e/'))).toEqual([...quickJourneys].sort())
    expect(quick.filter(path => groupsOf(path).length > 0 && !quickJourneys.includes(path))).toEqual([])
    const server = (paths: readonly string[]) => paths.filter(path => path.startsWith('apps/server/')).length
    expect(server(quick)).toBeGreaterThan(server(all) / 2)
  })
})

describe('what a change selects', () => {
  const tests = [
    'apps/admin/src/areas/catalog/product.test.ts',
    'apps/server/src/platform/workbook/xlsx.test.ts',
    'apps/server/test/catalog/recall.test.ts',
    'apps/server/test/code/codes.test.ts',
    'apps/server/test/conformance/schema.test.ts',
    'apps/server/test/process/survives.test.ts',
    'e2e/main.test.ts',
    'packages/codes/test/golden.test.ts',
    'packages/contract/src/call.test.ts',
    'test/repository.test.ts',
  ]
  /** Imports as `dependents` answers them; here only those of one file matter. */
  const repository: Repository = {
    tests,
    dependents: (path, stopAt) =>
      new Set(
        path === 'packages/contract/src/catalog/product.ts'
          ? [
              path,
              'apps/admin/src/areas/catalog/product.test.ts',
              'e2e/main.test.ts',
              ...(stopAt('packages/contract/src/registry.ts') ? [] : ['packages/codes/test/golden.test.ts']),
            ]
          : [path],
      ),
  }
  const select = (...changed: string[]) => selectTests(changed, repository)
  const cheap = ['packages/contract/src/call.test.ts', 'test/repository.test.ts']

  test('a new entity: the walks over what is declared and the tests of its area, whatever lists it is registered in', () => {
    const { tests: selected } = select(
      'packages/contract/src/catalog/yard.ts',
      'packages/contract/src/registry.ts',
      'packages/contract/src/views.ts',
      'packages/contract/src/menus.ts',
      'packages/contract/src/index.ts',
      'packages/contract/src/limits.ts',
      'packages/phrases/src/fr/catalog.ts',
      'packages/phrases/src/fr/menu.ts',
      'apps/server/src/routes.ts',
      'apps/server/migrations/0200-yard.sql',
      'apps/server/schema.sql',
    )
    expect(selected).toEqual([
      'apps/server/test/catalog/recall.test.ts',
      'apps/server/test/conformance/schema.test.ts',
      ...cheap,
    ])
  })

  test('a fix inside one area: its tests, the walks, and what imports it outside of the server', () => {
    expect(select('apps/server/src/areas/code/labels/sheet.ts').tests).toEqual([
      'apps/server/test/code/codes.test.ts',
      'apps/server/test/conformance/schema.test.ts',
      ...cheap,
    ])
    const declared = select('packages/contract/src/catalog/product.ts')
    expect(declared.tests).toEqual([
      'apps/admin/src/areas/catalog/product.test.ts',
      'apps/server/test/catalog/recall.test.ts',
      'apps/server/test/conformance/schema.test.ts',
      ...cheap,
    ])
    expect(declared.pages).toBe(true)
  })

  test('a file of the platform: every test of the server', () => {
    const selection = select('apps/server/src/platform/http/http.ts')
    expect(selection.tests).toEqual([...tests.filter(path => path.startsWith('apps/server/')), ...cheap])
    expect(describeSelection(1, tests.length, selection)).toEqual([
      '1 changed files select 7 of 10 test files:',
      '     2 rules of the repository, the contract and the phrases',
      '     1 walks over everything that is declared',
      '     4 apps/server/src/platform/http/http.ts is shared by all areas',
    ])
  })

  test('a list alone, for nothing tells whom it concerns: every test of the server', () => {
    expect(select('packages/contract/src/limits.ts').tests).toContain('apps/server/test/process/survives.test.ts')
  })

  test('a journey that changed itself, and no other', () => {
    expect(select('e2e/main.test.ts').tests).toContain('e2e/main.test.ts')
    expect(select('docs/operations.md').tests).toEqual(cheap)
    expect(select().tests).toEqual([])
  })

  test('imports are followed through what only passes on, to the names that are taken', () => {
    const { dependents } = readRepository()
    const users = dependents('packages/contract/src/stage/stages.ts', () => false)
    expect([...users].some(path => path.startsWith('apps/h5/src/'))).toBe(true)
    expect(dependents('test/source.ts', () => false).has('test/repository.test.ts')).toBe(true)
    expect(dependents('e2e/support/words.ts', () => false).has('test/repository.test.ts')).toBe(false)
  })
})

describe('a test that failed and passes alone', () => {
  const file = (path: string, failedTests = 0, message = 'expected 1 to be 2\n  at line 3'): FileResult => ({
    path,
    failed: failedTests > 0,
    leftOut: false,
    passedTests: 10 - failedTests,
    failedTests,
    skippedTests: 0,
    failures: failedTests > 0 ? [{ test: 'counts', message }] : [],
    milliseconds: 1,
  })
  const reruns = (...files: FileResult[]) => new Map(files.map(one => [one.path, one]))
  const decide = (files: FileResult[], again: FileResult[], errors: string[] = []) =>
    decideOutcome(
      { files, errors },
      files.some(one => one.failed) || errors.length > 0 ? 1 : 0,
      reruns(...again),
      false,
    )

  test('is unsteady, is named with its first failure, and the run passes', () => {
    const { ok, passed, failed, lines } = decide([file('a'), file('b', 1)], [file('b')])
    expect({ ok, passed, failed }).toEqual({ ok: true, passed: 20, failed: 0 })
    expect(lines).toEqual([
      'All files together: Test Files 1 failed | 1 passed (2), Tests 1 failed | 19 passed (20)',
      'Unsteady, 1 (failed among the others, passed alone; a defect to fix at its cause):',
      '  b > counts: expected 1 to be 2',
    ])
  })

  test('fails the run when it fails twice, or does not end', () => {
    expect(decide([file('a', 2)], [file('a', 1)])).toMatchObject({ ok: false, failed: 2 })
    expect(decide([file('a', 2)], [])).toMatchObject({ ok: false, failed: 2 })
    expect(decide([file('a', 1), file('b', 1)], [file('a'), file('b', 1)]).lines).toContain('Failed twice, 1:')
  })

  test('fails the run when it is one of more than three', () => {
    const names = ['a', 'b', 'c', 'd']
    const decided = (n: number) =>
      decide(
        names.slice(0, n).map(name => file(name, 1)),
        names.map(name => file(name)),
      )
    expect(decided(3)).toMatchObject({ ok: true, failed: 0 })
    expect(decided(4)).toMatchObject({ ok: false, failed: 4 })
  })

  test('is no excuse for errors outside of the tests, for types, or for a run that did not begin', () => {
    expect(decide([file('a')], [], ['nobody caught me'])).toMatchObject({ ok: false, failed: 1 })
    expect(decideOutcome({ files: [file('a')], errors: [] }, 0, new Map(), true)).toMatchObject({
      ok: false,
      failed: 1,
    })
    expect(decideOutcome(undefined, 1, new Map(), false)).toMatchObject({ ok: false, passed: 0, failed: 1 })
    expect(decide([file('a')], [])).toMatchObject({ ok: true, passed: 10, lines: [] })
  })

  test('is told apart from a file that the time left no room for, which is named and counts for nothing', () => {
    const late = { ...file('late'), leftOut: true, passedTests: 0, skippedTests: 10 }
    const { ok, passed, failed, lines } = decide([file('a'), late], [])
    expect({ ok, passed, failed }).toEqual({ ok: true, passed: 10, failed: 0 })
    // A file that failed and was then left out has not passed.
    expect(decide([file('b', 1)], [{ ...file('b'), leftOut: true }])).toMatchObject({ ok: false, failed: 1 })
    expect(lines).toEqual(['Not run, 1 of 2 files: the time was up (TEST_MINUTES=0 npm test runs all):', '  late'])
  })

  test('is run again with few others: where much failed, it is no accident', () => {
    const many = Array.from({ length: 11 }, (_, n) => file(`${n}`, 1))
    expect(selectReruns({ files: many, errors: [] })).toEqual([])
    expect(selectReruns({ files: [file('a'), ...many.slice(0, 3)], errors: [] })).toEqual(['0', '1', '2'])
  })
})
