import { describe, expect, test } from 'vitest'
import type { Audited, CallInput } from '../src/call.ts'
import { calls } from '../src/calls.ts'
import type { EntityInput } from '../src/entity.ts'
import { entities, type Field, type States, type Transition, type ViewInput, views } from '../src/index.ts'

/** The keys of every member of a union. */
type KeysOf<Union> = Union extends unknown ? keyof Union & string : never
/** Every key of a declaration, written down once; the compiler demands all of them and no other. */
type Known<Union> = Record<KeysOf<Union>, true>

const listed = {
  area: true,
  name: true,
  label: true,
  defaultColumns: true,
  fields: true,
  operations: true,
  orderBy: true,
  states: true,
  verbs: true,
  idAlias: true,
  tree: true,
  rowExtras: true,
  unscoped: true,
  globalSearch: true,
  bulkEdit: true,
  final: true,
} as const

/** Declarations keep their literal types, so that the compiler does not refuse a key that nothing reads. */
const known = {
  call: {
    method: true,
    path: true,
    access: true,
    scope: true,
    summary: true,
    query: true,
    body: true,
    upload: true,
    labels: true,
    audit: true,
    whileInitial: true,
    whileFactorless: true,
    bodyLimit: true,
    maxAgeSeconds: true,
    refusedByStatus: true,
    changes: true,
    reads: true,
    answer: true,
    envelopeExtras: true,
    rows: true,
    file: true,
  } satisfies Known<CallInput>,
  audit: { title: true, kind: true, loggable: true } satisfies Known<Audited>,
  entity: {
    ...listed,
    table: true,
    tenancy: true,
    audited: true,
    scoped: true,
    people: true,
    unique: true,
  } satisfies Known<EntityInput>,
  view: { ...listed, of: true, within: true, searches: true, tenancy: true } satisfies Known<ViewInput>,
  states: {
    field: true,
    initial: true,
    values: true,
    transitions: true,
    editable: true,
    removable: true,
    referable: true,
  } satisfies Known<States>,
  transition: {
    verb: true,
    from: true,
    to: true,
    by: true,
    permission: true,
    userTypes: true,
    reason: true,
    seen: true,
    bulk: true,
    confirm: true,
    undo: true,
    final: true,
    audit: true,
  } satisfies Known<Transition>,
  field: {
    awaited: true,
    unit: true,
    types: true,
    tree: true,
    sortable: true,
    shared: true,
    several: true,
    seen: true,
    search: true,
    scale: true,
    required: true,
    readonly: true,
    publicAddress: true,
    personal: true,
    permission: true,
    patternPhrase: true,
    patternError: true,
    pattern: true,
    options: true,
    numeric: true,
    min: true,
    maxMegabytes: true,
    maxItems: true,
    max: true,
    lines: true,
    kind: true,
    inLanguages: true,
    hideInList: true,
    happened: true,
    entity: true,
    digits: true,
    dict: true,
    delivered: true,
    default: true,
    createOnly: true,
    codeOf: true,
    changeOnly: true,
  } satisfies Known<Field>,
}

const unknownKeys = (declared: readonly object[], keys: object) => [
  ...new Set(declared.flatMap(one => Object.keys(one)).filter(key => !Object.hasOwn(keys, key))),
]

const declared = [...entities, ...views] as readonly { fields: Record<string, object>; states?: States }[]
const states = declared.flatMap(one => one.states ?? [])

describe('a declaration holds no key that nothing reads', () => {
  test.each([
    ['calls', calls, known.call],
    ['audit entries of calls', calls.flatMap(call => ('audit' in call ? [call.audit] : [])), known.audit],
    ['entities', entities, known.entity],
    ['views', views, known.view],
    ['fields', declared.flatMap(one => Object.values(one.fields)), known.field],
    ['lifecycles', states, known.states],
    ['transitions', states.flatMap(one => one.transitions), known.transition],
  ] as readonly [string, readonly object[], object][])('in %s', (_, list, keys) => {
    expect(list.length).toBeGreaterThan(5)
    expect(unknownKeys(list, keys)).toEqual([])
  })
})
