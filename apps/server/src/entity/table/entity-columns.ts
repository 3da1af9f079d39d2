import { type AnyEntity, isFilesKind, type Language, phraseOf, textsKeyOf } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { words as allWords } from '@timbermark/phrases/all'
import { columnKind, columnTitle, type SheetColumn } from '../export.ts'
import { isNaming } from '../names.ts'
import { nameColumn, otherLanguages } from '../sheet-names.ts'
import { readersLast } from '../choice-names.ts'
import type { TableColumn } from './find-table.ts'
import type { PreviewColumn } from './preview.ts'

/** Columns of an import template: the fields that may be set when a record is added. */
export function importColumns(entity: AnyEntity, language: Language): SheetColumn[] {
  return Object.entries(entity.fields)
    .filter(([, field]) => !field.readonly && !field.changeOnly && !isFilesKind(field) && field.kind !== 'richText')
    .flatMap(([key, field]): SheetColumn[] => [
      {
        key,
        title: `${columnTitle(language, entity, key)}${field.required ? ' *' : ''}`,
        width: 20,
        kind: columnKind(field) === 'integer' ? 'integer' : 'text',
      },
      ...otherLanguages(entity, key, field, language).map(other => ({ ...other, width: 20, kind: 'text' as const })),
    ])
}

/** The columns by which a list of an entity is found, under their headings in every language. */
export function entityColumns(entity: AnyEntity, reader: Language): TableColumn[] {
  const columns: TableColumn[] = []
  // A heading that two languages share means the one of the reader's language.
  for (const language of readersLast(reader))
    for (const { key, title } of importColumns(entity, language)) {
      const fieldKey = nameColumn(key)?.textsKey.replace(/Texts$/, '') ?? key
      const field = entity.fields[fieldKey]!
      // The column of a name is in the language of its heading.
      const foreign = language !== reader && isNaming(field) && !nameColumn(key)
      const required = field.required && !('default' in field && field.default !== undefined)
      columns.push({
        key: foreign ? `${textsKeyOf(key)}.${language}` : key,
        title: pathLabel(allWords(reader), fieldKey, phraseOf(entity)),
        // In sheets made by hand the unit may be missing.
        headings: [title, pathLabel(allWords(language), key, phraseOf(entity))],
        needed: required ? fieldKey : undefined,
      })
    }
  return columns
}

/** The columns as the check step shows them. */
export function previewColumns(entity: AnyEntity, reader: Language): PreviewColumn[] {
  return importColumns(entity, reader).flatMap(({ key, title }): PreviewColumn[] => {
    const field = nameColumn(key) ? undefined : entity.fields[key]
    const kind = field ? columnKind(field) : 'text'
    const column: PreviewColumn = {
      key,
      title: title.replace(/ \*$/, ''),
      kind: kind === 'integer' || kind === 'decimal' ? 'number' : kind,
    }
    // A list in another language may have a column for the reader's.
    return isNaming(field) ? [column, { ...column, key: `${textsKeyOf(key)}.${reader}` }] : [column]
  })
}
