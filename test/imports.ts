import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { blankComments, folders, read, root } from './source.ts'

export interface Import {
  /** What is written: a relative path or the name of a package. */
  name: string
  /** The file it leads to, as a path from the root; nothing when it is not of this repository. */
  target: string | undefined
  /** Still there when the program runs: not of types alone. An import that is carried out later counts. */
  byValue: boolean
  /** What is taken from it, by the names it has there; undefined when it is the whole module. */
  names?: string[]
}

const statements =
  /(?:^|[;\n])\s*(?:import|export)\s+(type\s+(?=[\w*{]))?(?:[\w*{][^'"`;=]*?\bfrom\s*)?['"]([^'"\n]+)['"]|\bimport\s*\(\s*['"`]([^'"`\n]+)['"`]|\bnew URL\(\s*['"](\.[^'"\n]+\.tsx?)['"]\s*,\s*import\.meta\.url/g

/** Every import of a source file: statements, what is passed on with `export from`, lazy imports, threads by address. */
export function importsIn(path: string, source: string): Import[] {
  const code = blankComments(source)
  return [...code.matchAll(statements)].map(match => {
    const name = (match[2] ?? match[3] ?? match[4])!
    // `typeof import('…')` and `import('…').Name` in the place of a type are gone when the program runs.
    const asType = match[3] !== undefined && /(?:typeof|[:<|&]|\bas|\btype \w+ =)\s*$/.test(code.slice(0, match.index))
    return { name, target: targetOf(path, name), byValue: !match[1] && !asType, names: namesIn(match[0]) }
  })
}

/** `{ type A, b as c }` of a statement, as A and b. */
function namesIn(statement: string): string[] | undefined {
  const [, list] = /^[;\s]*(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from/.exec(statement) ?? []
  return list
    ?.split(',')
    .map(item => /^(?:type\s+)?(\w+)/.exec(item.trim())?.[1])
    .filter(name => name !== undefined)
}

type Exports = Readonly<Record<string, string>>
const packages: Readonly<Record<string, { place: string; exports: Exports }>> = Object.fromEntries(
  folders('packages').map(place => {
    const manifest = JSON.parse(read(`${place}/package.json`)) as { name: string; exports: Exports }
    return [manifest.name, { place, exports: manifest.exports }]
  }),
)

function targetOf(path: string, name: string): string | undefined {
  if (name.startsWith('.')) return new URL(name, `file:///${path}`).pathname.slice(1)
  const [, owner, door] = /^(@[^/]+\/[^/]+)(\/.*)?$/.exec(name) ?? []
  const workspace = packages[owner ?? '']
  if (!workspace) return undefined
  const file = workspace.exports[`.${door ?? ''}`] ?? workspace.exports['./*']?.replace('*', door?.slice(1) ?? '')
  const target = file && join(workspace.place, file)
  if (!target || !existsSync(join(root, target))) throw new Error(`${path} imports ${name}, which leads nowhere`)
  return target
}

/** Files that reach themselves: each circle once, with all that stand in it (strongly connected parts, after Tarjan). */
export function findCycles(uses: ReadonlyMap<string, readonly string[]>): string[][] {
  const number = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const components: string[][] = []

  function visit(file: string): void {
    number.set(file, number.size)
    lowest.set(file, number.get(file)!)
    open.push(file)
    for (const used of uses.get(file) ?? []) {
      if (!number.has(used)) visit(used)
      if (open.includes(used)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(used)!))
    }
    if (lowest.get(file) !== number.get(file)) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1 || uses.get(file)?.includes(file)) components.push(circle.sort())
  }
  for (const file of uses.keys()) if (!number.has(file)) visit(file)
  return components
}
