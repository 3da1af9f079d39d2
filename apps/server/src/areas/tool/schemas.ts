import type { Language } from '@timbermark/contract'
import { z } from 'zod'
import { titled } from './titles.ts'

/** A JSON Schema (draft 2020-12, as OpenAPI 3.1 has it), as plain data. */
export interface Schema {
  [key: string]: unknown
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

const refPrefix = '#/components/schemas/'

/** Schema name of a list's row: `CatalogProduct` for `catalog/product/list`. */
const rowNameOf = (path: string): string =>
  path
    .replace(/\([^)]*\)/g, '')
    .split('/')
    .filter(part => part !== '' && !part.startsWith(':') && part !== 'list' && part !== 'mine')
    .flatMap(part => part.split('-'))
    .map(part => part[0]!.toUpperCase() + part.slice(1))
    .join('')

/**
 * JSON Schemas of the declared shapes. Shared and recursive shapes are under `components` once and are referenced.
 */
export class Schemas {
  /** Schemas under `components`, by name. */
  readonly named: Record<string, Schema> = {}
  readonly #language: Language
  readonly #names = new Map<string, string>()
  readonly #wanted: ReadonlyMap<z.ZodType, string>

  /** @param wanted names for shapes, wherever they occur */
  constructor(language: Language, wanted: ReadonlyMap<z.ZodType, string>) {
    this.#language = language
    this.#wanted = wanted
  }

  /** Schema of a shape as input or output. */
  of(shape: z.ZodType, io: 'input' | 'output', labels: string | undefined): Schema {
    const converted = z.toJSONSchema(shape, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Schema
    const { $schema: _, $defs = {}, ...rest } = converted
    const local = new Map(Object.entries($defs as Record<string, Schema>))
    // A recursive shape gets a name: local definitions of one schema are not found in a document.
    const renamed = new Map<string, string>()
    for (const [key, one] of local) {
      const text = JSON.stringify(one)
      const name = this.#names.get(text) ?? this.#free('Node')
      this.#names.set(text, name)
      renamed.set(`#/$defs/${key}`, refPrefix + name)
    }
    for (const [key, one] of local) {
      const name = renamed.get(`#/$defs/${key}`)!.slice(refPrefix.length)
      this.named[name] ??= titled(relinked(one, renamed), this.#language, labels)
    }
    const schema = titled(relinked(rest, renamed), this.#language, labels)
    const wanted = this.#wanted.get(shape)
    return wanted ? this.#refer(wanted, schema) : schema
  }

  /** Schema of a row; it is under `components` by the name of its list. */
  row(shape: z.ZodType, path: string, labels: string | undefined): Schema {
    const schema = this.of(shape, 'output', labels)
    if (schema.$ref || Object.keys(schema.properties ?? {}).length < 4) return schema
    return this.#refer(rowNameOf(path), schema)
  }

  #refer(name: string, schema: Schema): Schema {
    const text = JSON.stringify(schema)
    const known = this.#names.get(text) ?? this.#free(name)
    this.#names.set(text, known)
    this.named[known] = schema
    return { $ref: refPrefix + known }
  }

  #free(name: string): string {
    const taken = new Set([...Object.keys(this.named), ...this.#names.values()])
    if (!taken.has(name)) return name
    let n = 2
    while (taken.has(`${name}${n}`)) n++
    return `${name}${n}`
  }
}

/** The schema with renamed references. */
function relinked(schema: Schema, links: ReadonlyMap<string, string>): Schema {
  if (links.size === 0) return schema
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? (links.get(value) ?? value) : value,
  ) as Schema
}

/** Resolves a reference; other schemas stay. */
export function resolved(schema: Schema, named: Readonly<Record<string, Schema>>): Schema {
  const name = schema.$ref?.startsWith(refPrefix) ? schema.$ref.slice(refPrefix.length) : undefined
  return name === undefined ? schema : (named[name] ?? {})
}
