/**
 * Every sentence that a wrong field can be answered with: each field of each entity, call and stage with each rule that it
 * can break, in one language. To read it as a person would: `node packages/phrases/test/sentences.ts fr`.
 */
import { type AnyEntity, entities, type Issue, type Kind, type Language, phraseOf } from '@timbermark/contract'
import { calls } from '@timbermark/contract/calls'
import { kindOf, stages, valueFields } from '@timbermark/contract/stages'
import { z } from 'zod'
import { words } from '../src/all.ts'
import { issueSentence, pathLabel } from '../src/issue.ts'

export interface Sentence {
  /** What the field belongs to and its path. */
  where: string
  path: string
  error: Issue['error']
  label: string
  text: string
}

type Fault = Omit<Issue, 'field'>

const fault = (error: Issue['error'], params?: Issue['params']): Fault => (params ? { error, params } : { error })
const bounds = (min: number | undefined, max: number | undefined): Fault[] => [
  ...(min === undefined ? [] : [fault('tooSmall', { min })]),
  ...(max === undefined ? [] : [fault('tooLarge', { max })]),
]

/** What can be wrong with a value of a kind. */
function faultsOf(kind: Kind): Fault[] {
  switch (kind.kind) {
    case 'text':
      return [
        fault('notText'),
        fault('tooLong', { max: kind.max }),
        ...(kind.min === undefined ? [] : [fault('tooShort', { min: kind.min })]),
        ...(kind.pattern
          ? [fault(kind.patternError ?? 'pattern', kind.patternPhrase && { said: kind.patternPhrase })]
          : []),
      ]
    case 'richText':
      return [fault('notText'), fault('tooLong', { max: kind.max })]
    case 'integer':
      return [fault('notNumber'), fault('notInteger'), ...bounds(kind.min, kind.max)]
    case 'decimal':
      return [fault('notNumber'), ...bounds(kind.min, kind.max)]
    case 'date':
    case 'datetime':
      return [fault('notDate'), ...(kind.happened ? [fault('inFuture')] : [])]
    case 'coordinates':
      return [fault('notNumber'), ...bounds(-180, 180)]
    case 'ref':
      return [fault('referenceMissing')]
    case 'dict':
      return [fault('notText'), fault('notOneOf')]
    case 'images':
    case 'files':
    case 'video':
      return [fault('notList'), fault('tooManyItems', { max: kind.maxItems }), fault('fileMissing')]
    default:
      return [fault('notOneOf')]
  }
}

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

/** Fields of a request with what the validator may find in them. */
function* leaves(schema: Schema, path: readonly string[] = []): Generator<{ path: string; faults: Fault[] }> {
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* leaves(inner, [...path, name])
  for (const inner of schema.anyOf ?? []) yield* leaves(inner, path)
  if (schema.items?.properties) yield* leaves(schema.items, [...path, '0'])
  if (schema.properties || schema.anyOf || path.length === 0 || schema.type === 'null') return
  const known = (bound: number | undefined) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound
  const min = schema.minLength === 1 ? undefined : schema.minLength
  yield {
    path: path.join('.'),
    faults: [
      fault('required'),
      ...(schema.type === 'string' ? [fault('notText')] : []),
      ...(schema.type === 'integer' ? [fault('notNumber'), fault('notInteger')] : []),
      ...(schema.type === 'number' ? [fault('notNumber')] : []),
      ...(schema.type === 'array' ? [fault('notList')] : []),
      ...(schema.enum || schema.const !== undefined || schema.type === 'boolean' ? [fault('notOneOf')] : []),
      ...(schema.format === 'date-time' ? [fault('notDate')] : schema.pattern ? [fault('pattern')] : []),
      ...bounds(known(schema.minimum), known(schema.maximum)),
      ...(min === undefined ? [] : [fault('tooShort', { min })]),
      ...(schema.maxLength === undefined ? [] : [fault('tooLong', { max: schema.maxLength })]),
      ...(schema.maxItems === undefined ? [] : [fault('tooManyItems', { max: schema.maxItems })]),
    ],
  }
}

/** Faults by what they are found in, with the prefix of its labels. */
function* findFaults(): Generator<{ where: string; path: string; labels: string | undefined; fault: Fault }> {
  for (const entity of entities as readonly AnyEntity[]) {
    const labels = phraseOf(entity)
    for (const [path, field] of Object.entries(entity.fields)) {
      if (field.readonly) continue
      const faults = [...(field.required ? [fault('required')] : []), ...faultsOf(field)]
      for (const one of faults) yield { where: labels, path, labels, fault: one }
    }
    for (const { fields, error } of entity.unique ?? [])
      yield { where: labels, path: fields[0] ?? '', labels, fault: fault(error) }
  }
  for (const stage of stages)
    for (const field of valueFields(stage)) {
      const at = { where: stage.key, path: `values.${field.key}`, labels: 'stage.report' }
      if (field.required) yield { ...at, fault: fault('required') }
      for (const one of faultsOf(kindOf(field))) yield { ...at, fault: one }
      if (field.notAbove)
        yield {
          ...at,
          fault: fault(field.type === 'datetime' ? 'stage.after' : 'stage.above', { other: field.notAbove }),
        }
    }
  for (const call of calls as readonly {
    method: string
    path: string
    labels?: string
    query?: z.ZodType
    body?: z.ZodType
  }[])
    for (const part of [call.query, call.body]) {
      if (!part) continue
      const schema = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Schema
      for (const leaf of leaves(schema))
        for (const one of leaf.faults)
          yield { where: `${call.method} ${call.path}`, path: leaf.path, labels: call.labels, fault: one }
    }
}

/** All of them, each way to say it once. */
export function sentences(language: Language): Sentence[] {
  const texts = words(language)
  const byText = new Map<string, Sentence>()
  for (const { where, path, labels, fault } of findFaults()) {
    const label = pathLabel(texts, path, labels)
    const text = issueSentence(texts, { field: path, ...fault }, label)
    if (!byText.has(text)) byText.set(text, { where, path, error: fault.error, label, text })
  }
  return [...byText.values()]
}

if (import.meta.main)
  for (const { where, path, text } of sentences((process.argv[2] ?? 'en') as Language))
    console.log([text, where, path].join('\t'))
