import type { ReportedValue, StageRecord } from './record-shape.ts'

/** One value that differs between two versions of a record; undefined on the side that lacks it. */
export interface Change {
  key: string
  field: ReportedValue
  before: unknown
  after: unknown
}

const commonKeys = ['documentCode', 'operator', 'time', 'position'] as const

/** The values that every record has, in the form of its stage's values. */
function commonValuesOf(record: StageRecord): ReportedValue[] {
  const { longitude, latitude } = record
  const values = {
    documentCode: record.documentCode,
    operator: record.operator,
    time: record.time,
    position: longitude === null || latitude === null ? undefined : [String(longitude), String(latitude)],
  }
  const type = { documentCode: 'document', operator: 'text', time: 'datetime', position: 'coordinates' } as const
  return commonKeys.map(key => ({ key, type: type[key], group: 'common', value: values[key] }))
}

/** Files are compared by their id, because their addresses are signed anew each time. */
const comparable = (value: unknown): string =>
  JSON.stringify(
    Array.isArray(value)
      ? value.map(item => (item && typeof item === 'object' && 'id' in item ? item.id : item))
      : (value ?? null),
  )

/** The values that changed from one version of a record to another, in the order of the form. */
export function changesBetween(before: StageRecord, after: StageRecord): Change[] {
  const [olderValues, newerValues] = [before, after].map(
    record => new Map([...commonValuesOf(record), ...record.values].map(value => [value.key, value])),
  ) as [Map<string, ReportedValue>, Map<string, ReportedValue>]
  const keys = [...new Set([...newerValues.keys(), ...olderValues.keys()])]
  return keys.flatMap(key => {
    const [oldValue, newValue] = [olderValues.get(key)?.value, newerValues.get(key)?.value]
    return comparable(oldValue) === comparable(newValue)
      ? []
      : [{ key, field: (newerValues.get(key) ?? olderValues.get(key))!, before: oldValue, after: newValue }]
  })
}
