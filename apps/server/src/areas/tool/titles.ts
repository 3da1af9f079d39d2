import type { Language } from '@timbermark/contract'
import { pathLabel, type Words } from '@timbermark/phrases'
import { words } from '@timbermark/phrases/all'

interface Schema {
  title?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** Label of a field; undefined for fields without one. */
export function titleOf(language: Language, name: string, labels: string | undefined): string | undefined {
  const texts: Words = words(language)
  const range = /^(begin|end)([A-Z])(\w*)$/.exec(name)
  if (range && !texts.has(`field.${name}`)) {
    const of = titleOf(language, range[2]!.toLowerCase() + range[3]!, labels)
    return of && `${of} (${texts.from(`common.${range[1]}`)})`
  }
  const label = pathLabel(texts, name, labels)
  return label === name ? undefined : label
}

/** The schema with a title for each field that has a label. */
export function titled<S extends Schema>(schema: S, language: Language, labels: string | undefined): S {
  const inner = (one: Schema) => titled(one, language, labels)
  const properties =
    schema.properties &&
    Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => {
        const title = titleOf(language, name, labels)
        return [name, { ...(title ? { title } : {}), ...inner(one) }]
      }),
    )
  return {
    ...schema,
    ...(properties ? { properties } : {}),
    ...(schema.items ? { items: inner(schema.items) } : {}),
    ...(schema.anyOf ? { anyOf: schema.anyOf.map(inner) } : {}),
    ...(schema.oneOf ? { oneOf: schema.oneOf.map(inner) } : {}),
  }
}
