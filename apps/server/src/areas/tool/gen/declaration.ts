import type { GenColumn, GenContent } from '@timbermark/contract'
import { constantOf } from './names.ts'
import { tsKey, tsText } from './literals.ts'

/** Helpers of `contract/src/field.ts` that stand for a whole field. */
function wholeHelper({ key, kind, max, ...column }: GenColumn): string | undefined {
  if (key === 'status') return 'status'
  const isPlain = !column.required && !column.sortable && !column.inList && !column.format && !column.inLanguages
  return key === 'remark' && kind === 'text' && max === 200 && isPlain && column.search === 'none' && column.inForm
    ? 'remark'
    : undefined
}

const helperOf = (column: GenColumn): string =>
  wholeHelper(column) ??
  (column.kind !== 'text'
    ? column.kind
    : column.inLanguages
      ? 'naming'
      : column.format === 'url'
        ? 'webAddress'
        : (column.format ?? 'text'))

/** One call of a helper: `text({ max: 40, required: true })`. */
function fieldOf(column: GenColumn): string {
  const helper = helperOf(column)
  if (wholeHelper(column)) return `${helper}()`
  const isNumber = column.kind === 'integer' || column.kind === 'decimal'
  const parts = [
    ...((column.kind === 'text' || column.kind === 'richText' || isNumber) && column.max !== undefined
      ? [`max: ${column.max}`]
      : []),
    ...(isNumber && column.min !== undefined ? [`min: ${column.min}`] : []),
    ...(column.kind === 'decimal' && column.scale !== undefined
      ? [`scale: ${column.scale}, digits: ${column.scale}`]
      : []),
    ...(column.kind === 'dict' ? [`dict: ${tsText(column.dict!)}`] : []),
    ...(column.kind === 'ref' ? [`entity: ${tsText(column.entity!)}`] : []),
    ...(column.kind === 'choice'
      ? [`options: [${(column.options ?? []).map(one => tsText(one.value)).join(', ')}]`]
      : []),
    ...(column.required ? ['required: true'] : []),
    ...(column.search !== 'none' ? [`search: '${column.search}'`] : []),
    ...(column.sortable ? ['sortable: true'] : []),
    ...(column.inList ? [] : ['hideInList: true']),
    ...(column.inForm ? [] : ['readonly: true']),
    ...(column.kind === 'text' && !column.format && !column.inLanguages && (column.max ?? 0) >= 500
      ? ['lines: 4']
      : []),
  ]
  return `${helper}({${parts.length > 0 ? ` ${parts.join(', ')} ` : ''}})`
}

/** Name of a column's unique constraint. */
export const constraintOf = (table: string, column: string): string => `${table}_${column}_key`

/** Step 1 of the guide: what the entity is. */
export function declarationText(
  { settings, columns }: GenContent,
  table: string,
  columnOf: (key: string) => string,
): string {
  const fields = columns.filter(one => one.used)
  const helpers = [...new Set(fields.map(helperOf))].sort((a, b) =>
    a.toLowerCase().localeCompare(b.toLowerCase(), 'en'),
  )
  const unique = fields.filter(one => one.unique)
  return `import { defineEntity } from '../entity.ts'
import { ${helpers.join(', ')} } from '../field.ts'

export const ${constantOf(settings.entity)} = defineEntity({
  area: '${settings.area}',
  name: '${settings.entity}',
  table: '${table}',
  tenancy: 'tenant',
  label: ${tsText(settings.label)},
${settings.scoped ? '  scoped: true' : "  unscoped: 'one list for the whole enterprise'"},
  fields: {
${fields.map(one => `    ${tsKey(one.key)}: ${fieldOf(one)},`).join('\n')}
  },
  operations: [${['list', ...settings.operations].map(tsText).join(', ')}],
${
  unique.length === 0
    ? ''
    : `  unique: [
${unique.map(one => `    { fields: [${tsText(one.key)}], constraint: '${constraintOf(table, columnOf(one.key))}', error: 'taken' },`).join('\n')}
  ],
`
}})
`
}
