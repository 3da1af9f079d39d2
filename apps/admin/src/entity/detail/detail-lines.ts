import type { Field, Listed } from '@timbermark/contract'
import type { Row } from '../types.ts'

const isMissing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Who created a record and when; shown below the fields of every record. */
const auditFields = new Set(['createBy', 'createTime', 'updateTime'])

/** Fields of a record that its detail shows. @param audit whether the audit fields are shown below */
export function detailLines(entity: Pick<Listed, 'fields'>, row: Row, audit: boolean): [name: string, field: Field][] {
  return Object.entries(entity.fields).filter(
    ([name, { readonly, awaited }]) =>
      !(audit && auditFields.has(name)) &&
      // A field that the system fills in is shown once it has a value, or when people wait for it.
      !(readonly && !awaited && isMissing(row[name])),
  )
}
