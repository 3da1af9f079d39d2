import type { Field, Listed } from '@timbermark/contract'
import type { Row } from '../types.ts'

const isMissing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Who made a record and when: said of every record below its fields. */
const auditFields = new Set(['createBy', 'createTime', 'updateTime'])

/** Fields of a record that have a line in its detail. @param audit who made it and when stands below them */
export function detailLines(entity: Pick<Listed, 'fields'>, row: Row, audit: boolean): [name: string, field: Field][] {
  return Object.entries(entity.fields).filter(
    ([name, { readonly, awaited }]) =>
      !(audit && auditFields.has(name)) &&
      // What the system fills in is only worth a line once it is there, unless people look out for it.
      !(readonly && !awaited && isMissing(row[name])),
  )
}
