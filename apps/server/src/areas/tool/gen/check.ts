import {
  columnOf,
  freeMenuIcons,
  type GenColumn,
  type GenContent,
  genSearchesOf,
  genSortable,
  genTargets,
  type GenSettings,
  type TextInEachLanguage,
  type Issue,
  keyOf,
  languages,
  menuIconNames,
} from '@timbermark/contract'
import { dictionaries } from '@timbermark/contract/stages'
import type { GenColumnBody } from '@timbermark/contract/calls'
import { isEntityName, isFieldName, isTaken } from './names.ts'
import { longestText, optionPattern } from './proposal.ts'

/** Longest name of a field or of the record. */
const longestLabel = 100
/** Longest name of a menu and of a workbook sheet, which allows no more. */
const longestTitle = 31
/** Characters allowed in names of sheets and files. */
const titlePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ,’'&–-]*$/u

/** A label must exist in each language, on one line, without phrase placeholders. */
function labelIssues(at: string, labels: TextInEachLanguage, max = longestLabel): Issue[] {
  return languages.flatMap((language): Issue[] => {
    const text = labels[language].trim()
    const field = `${at}.${language}`
    if (text === '') return [{ field, error: 'required' }]
    if ([...text].length > max) return [{ field, error: 'tooLong', params: { max } }]
    return []
  })
}

function settingsIssues(settings: GenSettings): Issue[] {
  const issues = [
    ...labelIssues('settings.one', settings.one),
    ...labelIssues('settings.many', settings.many, longestTitle),
  ]
  for (const language of languages) {
    const title = settings.many[language].trim()
    if (title !== '' && !titlePattern.test(title)) issues.push({ field: `settings.many.${language}`, error: 'pattern' })
  }
  if (!isEntityName(settings.entity)) issues.push({ field: 'settings.entity', error: 'tool.nameReserved' })
  else if (isTaken(settings.area, settings.entity)) issues.push({ field: 'settings.entity', error: 'tool.nameTaken' })
  // No two menu entries share an icon.
  const has = (icons: readonly string[]) => icons.includes(settings.icon)
  if (!has(menuIconNames)) issues.push({ field: 'settings.icon', error: 'notOneOf' })
  else if (!has(freeMenuIcons())) issues.push({ field: 'settings.icon', error: 'taken' })
  return issues
}

function textIssues(column: GenColumn, at: string): Issue[] {
  if (column.kind !== 'text' && column.kind !== 'richText') return []
  if (column.max === undefined) return [{ field: `${at}.max`, error: 'required' }]
  if (column.max < 1) return [{ field: `${at}.max`, error: 'tooSmall', params: { min: 1 } }]
  return column.max > longestText ? [{ field: `${at}.max`, error: 'tooLarge', params: { max: longestText } }] : []
}

function choiceIssues({ kind, options = [] }: GenColumn, at: string): Issue[] {
  if (kind !== 'choice') return []
  if (options.length === 0) return [{ field: `${at}.options`, error: 'required' }]
  return options.flatMap((option, index): Issue[] => [
    ...(optionPattern.test(option.value) && !(option.value in Object.prototype)
      ? []
      : [{ field: `${at}.options.${index}.value`, error: 'pattern' } as const]),
    ...(options.findIndex(one => one.value === option.value) < index
      ? [{ field: `${at}.options.${index}.value`, error: 'taken' } as const]
      : []),
    ...labelIssues(`${at}.options.${index}.labels`, option.labels),
  ])
}

function columnIssues(column: GenColumn, at: string, add: boolean): Issue[] {
  const issues = [...labelIssues(`${at}.labels`, column.labels), ...textIssues(column, at), ...choiceIssues(column, at)]
  const wrong = (property: string, error: Issue['error'] = 'notOneOf') =>
    issues.push({ field: `${at}.${property}`, error })
  if (!isFieldName(column.key)) wrong('key', 'tool.nameReserved')
  if (!column.kinds.includes(column.kind)) wrong('kind')
  if (!genSearchesOf(column.kind).includes(column.search)) wrong('search')
  if (column.sortable && !genSortable.includes(column.kind)) wrong('sortable')
  if (column.unique && (column.kind !== 'text' || column.inLanguages)) wrong('unique')
  if (column.inLanguages && (column.kind !== 'text' || column.format)) wrong('inLanguages')
  if (column.format && column.kind !== 'text') wrong('format')
  if (column.required && !column.inForm && add) wrong('required', 'tool.requiredUnasked')
  if (column.kind === 'dict' && !dictionaries.some(one => one.type === column.dict)) wrong('dict')
  if (column.kind === 'ref' && !genTargets.some(one => keyOf(one) === column.entity)) wrong('entity')
  if (column.kind === 'ref' && !column.key.endsWith('Id')) wrong('key', 'pattern')
  if (column.min !== undefined && column.max !== undefined && column.min > column.max) wrong('min', 'tooLarge')
  // `status` must be the product's standard status field.
  if (column.key === 'status' && (column.kind !== 'dict' || column.dict !== 'sys_normal_disable'))
    wrong('key', 'tool.nameReserved')
  return issues
}

/** Issues of a table's settings; with any issue nothing is generated. */
export function contentIssues({ settings, columns }: GenContent): Issue[] {
  const fields = columns.filter(one => one.used)
  const issues = settingsIssues(settings)
  if (fields.length === 0) issues.push({ field: 'columns', error: 'tool.noField' })
  for (const [index, column] of columns.entries()) {
    const at = `columns.${index}`
    if (!column.used) continue
    if (column.state !== 'field') issues.push({ field: `${at}.used`, error: 'notOneOf' })
    issues.push(...columnIssues(column, at, settings.operations.includes('add')))
    const first = columns.findIndex(one => one.used && columnOf(one.key) === columnOf(column.key))
    if (first < index) issues.push({ field: `${at}.key`, error: 'taken' })
    // Imports match columns by their headings, so headings must be unique.
    for (const language of languages) {
      const text = column.labels[language].trim()
      const same = columns.findIndex(one => one.used && one.labels[language].trim() === text)
      if (text !== '' && same < index) issues.push({ field: `${at}.labels.${language}`, error: 'taken' })
    }
    // A reference is labelled by its name without `Id`, so no other field may have that name.
    if (column.kind === 'ref' && fields.some(one => one.key === `${column.key.slice(0, -2)}Name`))
      issues.push({ field: `${at}.key`, error: 'taken' })
  }
  const label = fields.find(one => one.key === settings.label)
  if (label?.kind !== 'text' || !label.required || !label.inForm)
    issues.push({ field: 'settings.label', error: 'tool.labelField' })
  return issues
}

/** Keeps only settings that fit the kind, so that nothing is left from an earlier choice. */
function keepFittingSettings(column: GenColumn): GenColumn {
  const { max, min, scale, format, inLanguages, dict, entity, options, ...plain } = column
  const isNumber = column.kind === 'integer' || column.kind === 'decimal'
  const isText = column.kind === 'text' || column.kind === 'richText'
  return {
    ...plain,
    ...((isText || isNumber) && max !== undefined && { max }),
    ...(isNumber && min !== undefined && { min }),
    ...(column.kind === 'decimal' && scale !== undefined && { scale }),
    ...(column.kind === 'text' && format && { format }),
    ...(column.kind === 'text' && inLanguages && { inLanguages }),
    ...(column.kind === 'dict' && { dict }),
    ...(column.kind === 'ref' && { entity }),
    ...(column.kind === 'choice' && { options }),
  } as GenColumn
}

/** Merges stored columns with the input, in the input's order. Unknown columns are ignored. */
export function mergeColumns(stored: readonly GenColumn[], input: readonly GenColumnBody[]): GenColumn[] {
  const byName = new Map(stored.map(one => [one.column, one]))
  const named = new Set(input.map(one => one.column))
  return [
    ...input.flatMap(body => {
      const before = byName.get(body.column)
      if (!before) return []
      byName.delete(body.column)
      return [
        keepFittingSettings({
          ...body,
          column: before.column,
          type: before.type,
          comment: before.comment,
          state: before.state,
          kinds: before.kinds,
        } as GenColumn),
      ]
    }),
    ...stored.filter(one => !named.has(one.column)),
  ]
}

/** A table's current columns, with the stored settings of those that still exist. */
export function synchronizeColumns(stored: readonly GenColumn[], now: readonly GenColumn[]) {
  const before = new Map(stored.map(one => [one.column, one]))
  const names = new Set(now.map(one => one.column))
  const order = new Map(stored.map((one, index) => [one.column, index]))
  const changed: string[] = []
  const columns = now.map(fresh => {
    const was = before.get(fresh.column)
    if (!was) return fresh
    if (was.type === fresh.type && was.state === fresh.state)
      return { ...was, comment: fresh.comment, kinds: fresh.kinds }
    changed.push(fresh.column)
    // The type changed: settings stay as far as the new type supports them.
    return was.state === 'field' && fresh.kinds.includes(was.kind)
      ? { ...was, type: fresh.type, comment: fresh.comment, state: fresh.state, kinds: fresh.kinds }
      : { ...fresh, key: was.key, labels: was.labels }
  })
  const last = stored.length
  return {
    columns: columns
      .map((one, index) => ({ one, at: order.get(one.column) ?? last + index }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one),
    added: now.filter(one => !before.has(one.column)).map(one => one.column),
    changed,
    gone: stored.filter(one => !names.has(one.column)).map(one => one.column),
  }
}
