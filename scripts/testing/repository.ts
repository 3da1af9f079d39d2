import { spawnSync } from 'node:child_process'
import { importsIn } from '../../test/imports.ts'
import { blankComments, read, sources } from '../../test/source.ts'
import type { Repository } from './changed.ts'

const git = (root: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`git ${args[0]}: ${(stderr ?? '').trim() || 'cannot be run'}`)
  return stdout.split('\0').filter(Boolean)
}

/** Sources of the working tree; found without git, which a bare machine may lack. */
const listSources = (): string[] => ['apps', 'e2e', 'packages', 'scripts', 'test'].flatMap(place => sources(place))

/** Every test file, as a path from the root. */
export const listTests = (): string[] => listSources().filter(path => /\.test\.tsx?$/.test(path))

/**
 * What differs from a commit, what is not committed and what is new included.
 * @param base a commit or branch; the change is counted from where this branch left it
 * @throws when git does not know the base
 */
export function listChanged(root: string, base = 'HEAD'): string[] {
  const [from] = git(root, 'merge-base', base, 'HEAD').map(line => line.trim())
  return [
    ...new Set([
      ...git(root, 'diff', '--name-only', '--no-renames', '-z', from!, '--'),
      ...git(root, 'ls-files', '--others', '--exclude-standard', '-z'),
    ]),
  ]
}

const exported =
  /^export\s+(?:declare\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|const|let|class|interface|type|enum)\s+(\w+)/gm

/** The working tree as `selectTests` looks at it. */
export function readRepository(): Repository {
  const files = listSources()
  const known = new Set(files)
  const imports = new Map(
    files.map(path => [path, importsIn(path, read(path)).filter(one => known.has(one.target ?? ''))]),
  )
  const declared = new Map<string, ReadonlySet<string>>()
  const declaredIn = (path: string) => {
    const names = declared.get(path) ?? new Set([...read(path).matchAll(exported)].map(match => match[1]!))
    declared.set(path, names)
    return names
  }
  /** Only passes on what others declare. */
  const isBarrel = (path: string) =>
    !/\S/.test(
      blankComments(read(path)).replace(
        /export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s*from\s*['"][^'"]+['"];?/g,
        '',
      ),
    )
  const barrels = new Set(files.filter(path => /(^|\/)index\.ts$/.test(path) && isBarrel(path)))

  /** Where a name that a barrel passes on is declared. */
  const find = (barrel: string, name: string): string | undefined => {
    for (const { target, names } of imports.get(barrel) ?? []) {
      if (names && !names.includes(name)) continue
      if (barrels.has(target!)) {
        const place = find(target!, name)
        if (place) return place
      } else if (names || declaredIn(target!).has(name)) return target
    }
    return undefined
  }

  const users = new Map<string, Set<string>>()
  const link = (from: string, to: string) => users.set(to, (users.get(to) ?? new Set()).add(from))
  for (const [path, list] of imports)
    for (const { target, names } of list)
      if (barrels.has(target!) && names && !barrels.has(path))
        for (const name of names) link(path, find(target!, name) ?? target!)
      else link(path, target!)

  return {
    tests: listTests(),
    dependents(path, stopAt) {
      const reached = new Set([path])
      for (const file of reached)
        if (file === path || !(stopAt(file) || barrels.has(file)))
          for (const user of users.get(file) ?? []) reached.add(user)
      return reached
    },
  }
}
