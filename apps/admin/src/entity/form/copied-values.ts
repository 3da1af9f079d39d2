import { isFilesKind, type Listed, textsKeyOf, textsOf } from '@timbermark/contract'
import type { Row } from '../types.ts'
import type { FormValues } from './form-values.ts'
import { isMultilingual } from './multilingual-fields.ts'

/** Addition to the name of a copy, the same in every language. */
const mark = ' (2)'

const marked = (name: string, max: number) => name.slice(0, max - mark.length) + mark

/**
 * Initial values of a new record that is a copy: those of the record, with another name and without what only one record
 * may have. Nothing is stored before the form is saved.
 */
export function copiedValues(
  entity: Listed & { unique?: readonly { fields: readonly string[] }[] },
  row: Row,
): FormValues {
  const values: FormValues = {}
  const alone = new Set((entity.unique ?? []).flatMap(({ fields }) => (fields.length === 1 ? fields : [])))
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.readonly || field.changeOnly || row[name] === null || row[name] === undefined) continue
    const named = name === entity.label && field.kind === 'text'
    if (alone.has(name) && !named) continue
    values[name] = named
      ? marked(String(row[name]), field.max)
      : isFilesKind(field)
        ? [...(row[name] as unknown[])]
        : row[name]
    if (!isMultilingual(field)) continue
    const texts = Object.entries(textsOf(row[textsKeyOf(name)]))
    values[textsKeyOf(name)] = Object.fromEntries(
      texts.map(([language, text]) => [language, named ? marked(text, field.max) : text]),
    )
  }
  return values
}
