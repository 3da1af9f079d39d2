/** Changes to JSON values, by path; and from a seed, always the same. */
import type { Json } from '@timbermark/ledger'
import type { SealedFields } from '../src/fixtures/sealed-log.ts'

export type Value = unknown
export type Path = readonly (string | number)[]

/** The path of every part of a value, the value itself first. */
export function pathsInto(value: Value, path: Path = []): Path[] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, part]) =>
          pathsInto(part, [...path, Array.isArray(value) ? Number(name) : name]),
        )
      : []
  return [path, ...below]
}

export function at(value: Value, path: Path): Value {
  return path.reduce((part, step) => (part as Record<string | number, Value> | undefined)?.[step], value)
}

/** A copy of the value with another part at the path, or without that part. */
export function put(value: Value, path: Path, other: Value | typeof nothing): Value {
  if (path.length === 0) return other
  const copy = structuredClone(value)
  const parent = at(copy, path.slice(0, -1)) as Record<string | number, Value>
  const last = path.at(-1)!
  if (other !== nothing) parent[last] = other
  else if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete parent[last]
  return copy
}
export const nothing = Symbol('nothing')

/** A different value of the same type. */
export function changed(value: Value): Value {
  if (typeof value === 'string') {
    const middle = Math.floor(value.length / 2)
    return value.slice(0, middle) + (value[middle] === 'A' ? 'B' : 'A') + value.slice(middle + 1)
  }
  if (typeof value === 'number') return value + 1
  if (Array.isArray(value)) return value.toReversed()
  return value === null ? 'A'.repeat(43) : {}
}

/** Numbers from a seed (mulberry32). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Values that two readers may take for different things. */
const odd: readonly Json[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 2, 64, 2 ** 53, 2 ** 53 - 1, 1e21, 1e-7],
  ...[
    '',
    'x',
    'current',
    'voided',
    'pack',
    'pass',
    'certified',
    'felling',
    'move',
    'mention',
    'label',
    'activate',
    'lose',
    'reinstate',
    'inUse',
    'lost',
    'spoiled',
    'made',
    'misprint',
    '\u2028',
    '0',
    '-0.5',
    '180.1',
  ],
  ...[
    '2025-06-30T08:00Z',
    '2025-02-29T08:00:00Z',
    '2025-06-30T24:00:00Z',
    '2025-06-30T08:00:60Z',
    '2025-06-30',
    '0000-02-29T00:00:00Z',
  ],
  ...[
    '2025-06-30T08:00:00.1234567891Z',
    '2026-12-01T00:00:00.999999999Z',
    '2025-06-30T08:00:00+00:00',
    `${'A'.repeat(42)}B`,
  ],
  ...['A'.repeat(43), 'ab'.repeat(32), 'AB'.repeat(32)],
  ...[
    [],
    [[0, 1]],
    [[0, 20_000_000]],
    [[1, 0]],
    [[5, 5]],
    [12_345, 0],
    [77, 640],
    [0, 1],
    {},
    { zh: 'x' },
    { und: 'x' },
    { xx: 'x' },
    { zh: null },
  ],
]

/** One change to a value, by its seed: of a part's value, its type, its place or its presence. */
export function mutate(value: Value, seed: number): Value {
  const pick = numbersFrom(seed)
  const paths = pathsInto(value).slice(1)
  const path = pickPath(paths, pick)
  const parent = at(value, path.slice(0, -1))
  const part = at(value, path)
  switch (pick(7)) {
    case 0:
      return put(value, path, nothing)
    case 1:
      return put(value, path, [...odd, 'e\u0301', '\ud800'][pick(odd.length + 2)])
    case 2:
      // Another part of the same name: a hash of another place, the text of another entry.
      return put(value, path, at(value, pickAlike(paths, path, pick)))
    case 3:
      return Array.isArray(parent)
        ? put(value, path.slice(0, -1), parent.toSpliced(pick(parent.length), 0, part))
        : put(value, path, changed(part))
    case 4:
      return Array.isArray(parent) && parent.length > 1
        ? put(value, path.slice(0, -1), exchanged(parent, Number(path.at(-1)), pick(parent.length)))
        : put(value, path, changed(part))
    default:
      return put(value, path, changed(part))
  }
}

/** First a name, then one of its places: otherwise nearly every change would be to one of the many texts of fields. */
function pickPath(paths: readonly Path[], pick: (below: number) => number): Path {
  const groups = [...Map.groupBy(paths, nameOf).values()]
  const group = groups[pick(groups.length)]!
  return group[pick(group.length)]!
}

const nameOf = (path: Path) => path.filter(step => typeof step === 'string').join('.')

function pickAlike(paths: readonly Path[], path: Path, pick: (below: number) => number): Path {
  const alike = paths.filter(other => nameOf(other) === nameOf(path))
  return alike[pick(alike.length)]!
}

function exchanged(list: readonly Value[], one: number, other: number): Value[] {
  return list.with(one, list[other]).with(other, list[one])
}

/** One change to fields before they are sealed, as only the log's own operator can make it. */
export function mutateFields(fields: SealedFields, seed: number): SealedFields {
  const pick = numbersFrom(seed)
  const names = Object.keys(fields.open)
  const name = names[pick(names.length)]!
  const { [name]: value, ...others } = fields.open
  switch (pick(8)) {
    case 0:
      return { ...fields, open: others }
    case 1:
      // Kept back.
      return { ...fields, open: others, closed: { ...fields.closed, [name]: value! } }
    case 2:
      return { ...fields, open: { ...fields.open, [`${name}/${pick(3)}`]: value! } }
    case 3:
      return { ...fields, closed: Object.fromEntries(Object.entries(fields.closed ?? {}).slice(1)) }
    case 4:
      return { ...fields, open: { ...fields.open, [name]: odd[pick(odd.length)]! } }
    default: {
      const inside = pathsInto(value)
      const path = inside[pick(inside.length)]!
      const other = pick(2) === 0 ? odd[pick(odd.length)] : changed(at(value, path))
      return { ...fields, open: { ...fields.open, [name]: put(value, path, other) as Json } }
    }
  }
}
