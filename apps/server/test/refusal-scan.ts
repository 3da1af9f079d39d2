import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as contract from '@timbermark/contract'
import {
  type AnyEntity,
  type ErrorKey,
  type Field,
  entities,
  errors,
  isFilesKind,
  keyOf,
  pressedTransitions,
  type Stateful,
  isOneOf,
} from '@timbermark/contract'
import * as calls from '@timbermark/contract/calls'
import { parseAst } from 'rolldown/parseAst'
import { plainPath } from '../src/areas/tool/summaries.ts'

/**
 * Reads the server's sources and follows, from the handler of each call, which refusals it names, through every function
 * that it uses by name. What is reached over an object (`services.files.…`) is not followed: the walk over real answers
 * (tool/interface.test.ts) tells where that leaves something out.
 */
const root = join(import.meta.dirname, '../src')

interface Node {
  type: string
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function each(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) each(one, visit)
  else if (isNode(value)) {
    visit(value)
    for (const [key, inner] of Object.entries(value)) if (key !== 'typeAnnotation') each(inner, visit)
  }
}

/** A text literal of the source, or undefined. */
const textOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined
const calleeOf = (node: Node): string | undefined => (node.type === 'CallExpression' ? nameOf(node.callee) : undefined)
const propertyOf = (node: unknown, key: string): unknown =>
  isNode(node) && node.type === 'ObjectExpression'
    ? (node.properties as Node[]).find(one => nameOf(one.key) === key)?.value
    : undefined

interface Source {
  file: string
  declared: Map<string, Node>
  /** Local name: where it comes from, and its name there. */
  imported: Map<string, { from: string; name: string }>
  body: Node
}

function read(file: string): Source {
  const body = parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }) as unknown as Node
  const source: Source = { file, declared: new Map(), imported: new Map(), body }
  for (const statement of body.body as Node[]) {
    if (statement.type === 'ImportDeclaration') {
      const from = textOf(statement.source)!
      for (const one of statement.specifiers as Node[])
        source.imported.set(nameOf(one.local)!, {
          from: from.startsWith('.') ? join(dirname(file), from) : from,
          name: nameOf(one.imported) ?? '*',
        })
      continue
    }
    const declaration = (isNode(statement.declaration) ? statement.declaration : statement) as Node
    const name = nameOf(declaration.id)
    if (name) source.declared.set(name, declaration)
    if (declaration.type === 'VariableDeclaration')
      for (const one of declaration.declarations as Node[]) {
        const names = isNode(one.id) && one.id.type === 'ObjectPattern' ? [] : [nameOf(one.id)]
        for (const each of names) if (each) source.declared.set(each, one)
      }
  }
  return source
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(one => one.isFile() && one.name.endsWith('.ts'))
    .map(one => join(one.parentPath, one.name))
}

const isKey = (text: string | undefined): text is ErrorKey => text !== undefined && Object.hasOwn(errors, text)

/** Refusals in a piece of source: those of an area anywhere in it, common ones where they are thrown. */
function named(node: unknown): Set<ErrorKey> {
  const keys = new Set<ErrorKey>()
  each(node, one => {
    const text = textOf(one)
    if (isKey(text) && text.includes('.')) keys.add(text)
    if (one.type === 'NewExpression' && nameOf(one.callee) === 'Refusal')
      each((one.arguments as Node[])[0], inner => {
        const key = textOf(inner)
        if (isKey(key)) keys.add(key)
      })
    const callee = calleeOf(one)
    if (callee === 'invalid' || callee === 'assertValid') keys.add('invalid')
    // The refusals of a save that fails.
    const [, broken] = callee === 'runSave' || callee === 'runSaveInSteps' ? (one.arguments as Node[]) : []
    const key = textOf(broken)
    if (isKey(key)) keys.add(key)
  })
  return keys
}

/** Titles of the operation log and labels are no refusals. */
const silent = new Set(['audit', 'labels', 'summary', 'access'])

export function scanRefusals(): Map<string, ErrorKey[]> {
  const sources = new Map(filesIn(root).map(file => [file, read(file)]))
  const memory = new Map<Node, { keys: Set<ErrorKey>; uses: [Source, Node][] }>()

  const direct = (source: Source, node: Node) => {
    const known = memory.get(node)
    if (known) return known
    const uses: [Source, Node][] = []
    each(node, one => {
      const name = nameOf(one)
      if (!name) return
      const here = source.declared.get(name)
      if (here && here !== node) uses.push([source, here])
      const there = source.imported.get(name)
      const other = there && sources.get(there.from)
      const declaration = other?.declared.get(there!.name)
      if (other && declaration) uses.push([other, declaration])
    })
    const result = { keys: named(node), uses }
    memory.set(node, result)
    return result
  }

  /** All refusals of a piece of source, with everything that it uses. */
  const refusalsOf = (source: Source, nodes: readonly unknown[]): Set<ErrorKey> => {
    const keys = new Set<ErrorKey>()
    const seen = new Set<Node>()
    const waiting: [Source, Node][] = nodes.filter(isNode).map(node => [source, node])
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [where, node] = next
      if (seen.has(node)) continue
      seen.add(node)
      const { keys: ownKeys, uses } = direct(where, node)
      for (const key of ownKeys) keys.add(key)
      // A declaration that serves calls is not part of the call that names it.
      waiting.push(...uses.filter(([, used]) => !serves(used)))
    }
    return keys
  }

  const refusals = new Map<string, Set<ErrorKey>>()
  const add = (method: string, path: string, keys: Iterable<ErrorKey>) => {
    const key = `${method} ${plainPath(path)}`
    refusals.set(key, new Set([...(refusals.get(key) ?? []), ...keys]))
  }
  const engine = (file: string, ...names: string[]) => {
    const source = sources.get(join(root, file))!
    return refusalsOf(
      source,
      names.map(name => source.declared.get(name)),
    )
  }
  const write = {
    POST: engine('entity/write.ts', 'addRow'),
    PUT: engine('entity/write.ts', 'editRow'),
    status: engine('entity/write.ts', 'lockRow'),
    DELETE: engine('entity/write.ts', 'removeRows', 'idsOf'),
    import: new Set([
      ...engine('entity/exchange.ts', 'importRows'),
      ...engine('entity/run-import.ts', 'runImport'),
      ...engine('entity/table/read-import.ts', 'readImport'),
    ]),
    move: engine('entity/transitions.ts', 'Lifecycle'),
  }
  const contractNamed = (source: Source, node: unknown): unknown => {
    const name = nameOf(node)
    const from = name && source.imported.get(name)
    return from && from.from === '@timbermark/contract' ? (contract as Record<string, unknown>)[from.name] : undefined
  }
  const callNamed = (source: Source, node: unknown, module?: string): { method: string; path: string } | undefined => {
    const from = source.imported.get(nameOf(node) ?? '')
    return from && (module === undefined || from.from === module)
      ? ((calls as Record<string, unknown>)[from.name] as { method: string; path: string } | undefined)
      : undefined
  }
  const entityNamed = (source: Source, node: unknown): AnyEntity | undefined => {
    const value = contractNamed(source, node)
    return isOneOf(entities, value) ? (value as AnyEntity) : undefined
  }
  const withHooks = (source: Source, entity: AnyEntity, hooks: unknown) => {
    const hookKeys = isNode(hooks) ? refusalsOf(source, [hooks]) : []
    const unique = Object.values((entity as { unique?: Record<string, unknown> }).unique ?? {}).filter(one =>
      isKey(one as string),
    ) as ErrorKey[]
    const base = `/${keyOf(entity)}`
    add('POST', base, [...write.POST, ...unique, ...hookKeys])
    add('PUT', base, [...write.PUT, ...unique, ...hookKeys])
    add('DELETE', `${base}/:ids`, [...write.DELETE, ...hookKeys])
    add('PUT', `${base}/changeStatus`, [...write.status, ...hookKeys])
    add('POST', `${base}/importData`, write.import)
  }

  for (const source of sources.values()) {
    if (relative(root, source.file).startsWith('entity')) continue
    each(source.body, node => {
      const args = (node.arguments ?? []) as Node[]
      const callee = calleeOf(node)
      // Served here, or by a helper of this file that serves several in the same way.
      const helper = callee === 'serve' ? undefined : source.declared.get(callee ?? '')
      const call = callNamed(source, args[0], helper && '@timbermark/contract/calls')
      if (call?.method && (callee === 'serve' || helper)) {
        add(call.method, call.path, refusalsOf(source, [...args.slice(1), helper]))
      } else if (callee === 'statusRoute') {
        const view = contractNamed(source, args[0])
        if (view) add('PUT', `/${keyOf(view as AnyEntity)}/changeStatus`, refusalsOf(source, [args[2]]))
      } else if (callee === 'route') {
        const [method, path] = [textOf(propertyOf(args[0], 'method')), textOf(propertyOf(args[0], 'path'))]
        const parts = ((args[0]?.properties ?? []) as Node[]).filter(one => !silent.has(nameOf(one.key) ?? ''))
        if (method && path) add(method, path, refusalsOf(source, parts))
      } else if (callee === 'entityRoutes') {
        const entity = entityNamed(source, args[0])
        if (entity) withHooks(source, entity, args[1])
      } else if (node.type === 'ArrayExpression') {
        const [first, second, ...rest] = node.elements as (Node | null)[]
        const entity = rest.length === 0 && second?.type === 'ObjectExpression' ? entityNamed(source, first) : undefined
        if (entity) withHooks(source, entity, second)
      }
      const lifecycle = node.type === 'NewExpression' && nameOf(node.callee) === 'Lifecycle'
      if (lifecycle || callee === 'transitionRoutes') {
        const entity = entityNamed(source, args[0]) as (AnyEntity & Stateful) | undefined
        if (!entity) return
        for (const { verb } of pressedTransitions(entity)) {
          const rule = propertyOf(args[1], verb)
          const keys = new Set([...write.move, ...refusalsOf(source, [rule ?? null, args[2]])])
          add('PUT', `/${keyOf(entity)}/:id/${verb}`, keys)
          add('PUT', `/${keyOf(entity)}/${verb}`, keys)
        }
      }
    })
  }
  // Files are bound to their record through an object.
  for (const entity of entities)
    for (const method of ['POST', 'PUT'])
      if (refusals.has(`${method} /${keyOf(entity)}`) && Object.values<Field>(entity.fields).some(isFilesKind))
        add(method, `/${keyOf(entity)}`, ['fileMissing'])
  return new Map([...refusals].map(([call, keys]) => [call, [...keys].sort()]))
}

/** Is it a declaration of routes? */
function serves(node: Node): boolean {
  let routes = false
  each(node, one => {
    const callee = calleeOf(one)
    if (callee === 'serve' || callee === 'route' || callee === 'entityRoutes' || callee === 'viewRoutes') routes = true
  })
  return routes
}
