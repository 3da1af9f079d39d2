import type { ReportedValue, StageRecord } from './record-shape.ts'

/** One thing that two versions of a record say differently; a side that says nothing about it is undefined. */
export interface Change {
  key: string
  field: ReportedValue
  before: unknown
  after: unknown
}

const facts = ['documentCode', 'operator', 'time', 'position'] as const

/** What every record names, as values beside those of its stage. */
function factsOf(record: StageRecord): ReportedValue[] {
  const { longitude, latitude } = record
  const said = {
    documentCode: record.documentCode,
    operator: record.operator,
    time: record.time,
    position: longitude === null || latitude === null ? undefined : [String(longitude), String(latitude)],
  }
  const type = { documentCode: 'document', operator: 'text', time: 'datetime', position: 'coordinates' } as const
  return facts.map(key => ({ key, type: type[key], group: 'common', value: said[key] }))
}

/** Files are the same file by their number: their addresses are signed anew each time. */
const sameAs = (value: unknown): string =>
  JSON.stringify(
    Array.isArray(value)
      ? value.map(item => (item && typeof item === 'object' && 'id' in item ? item.id : item))
      : (value ?? null),
  )

/** What was changed from one version of a record to another, in the order of the form. */
export function changesBetween(before: StageRecord, after: StageRecord): Change[] {
  const [old, young] = [before, after].map(
    record => new Map([...factsOf(record), ...record.values].map(value => [value.key, value])),
  ) as [Map<string, ReportedValue>, Map<string, ReportedValue>]
  const keys = [...new Set([...young.keys(), ...old.keys()])]
  return keys.flatMap(key => {
    const [was, is] = [old.get(key)?.value, young.get(key)?.value]
    return sameAs(was) === sameAs(is) ? [] : [{ key, field: (young.get(key) ?? old.get(key))!, before: was, after: is }]
  })
}
