import {
  columnOf,
  entities,
  type EntityInput,
  freeMenuIcons,
  type GenColumn,
  type GenContent,
  type GenKind,
  genTargets,
  type TextInEachLanguage,
  keyOf,
  type Language,
  menuIconNames,
  phraseOf,
  tableOf,
} from '@timbermark/contract'
import { dictionaries } from '@timbermark/contract/stages'
import { all } from '@timbermark/phrases/all'
import type { CatalogueColumn, CatalogueTable } from './catalogue.ts'
import { isTaken, proposedEntity, proposedKey, wordsOf } from './names.ts'

const textTypes = new Set(['text', 'varchar', 'bpchar', 'citext', 'name'])
const integerTypes = new Map([
  ['int2', 32_767],
  ['int4', 2_147_483_647],
  ['int8', Number.MAX_SAFE_INTEGER],
])

/** Default and maximum length of texts. */
const usualText = 200
export const longestText = 10_000

/** Columns that every table has automatically, under the names of this and of related products. */
const automaticColumns = new Set(
  'id tenant_id dept_id created_by created_at updated_by updated_at create_by create_time update_by update_time del_flag'.split(
    ' ',
  ),
)

/** Collapses a text to one line. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Proposed label in each language: the database comment, else the words of the identifier. */
export function proposedTexts(comment: string, identifier: string, max = 100): TextInEachLanguage {
  const text = [...oneLine(comment)].slice(0, max).join('').trim()
  const words = wordsOf(identifier).join(' ')
  const plain =
    words === ''
      ? [...oneLine(identifier)].slice(0, max).join('')
      : (words[0]!.toUpperCase() + words.slice(1)).slice(0, max)
  if (text === '') return { zh: plain, en: plain, fr: plain }
  return /\p{Script=Han}/u.test(text) ? { zh: text, en: plain, fr: plain } : { zh: text, en: text, fr: text }
}

const isDictionary = (type: string) => dictionaries.some(one => one.type === type)

/** Kinds that a column's type can hold, the usual one first; empty when it cannot be generated. */
export function kindsFor({ typeName, isArray, values }: CatalogueColumn): GenKind[] {
  if (isArray) return textTypes.has(typeName) ? ['images', 'files', 'video'] : []
  if (values) return ['choice']
  if (textTypes.has(typeName)) return ['text', 'richText', 'choice', 'dict']
  if (integerTypes.has(typeName)) return ['integer', 'decimal', 'ref']
  if (typeName === 'numeric') return ['decimal', 'integer']
  if (typeName === 'float4' || typeName === 'float8') return ['decimal']
  if (typeName === 'date') return ['date']
  if (typeName === 'timestamp' || typeName === 'timestamptz') return ['datetime', 'date']
  return typeName === 'bool' ? ['flag'] : []
}

/** Longest text that the type or a check allows. */
function longestOf(column: CatalogueColumn): number | undefined {
  if (column.modifier > 4 && textTypes.has(column.typeName)) return column.modifier - 4
  const limits = column.checks.flatMap(check => /length\([^()]*\)+ <= (\d{1,6})\b/.exec(check)?.[1] ?? [])
  return limits.length > 0 ? Math.min(...limits.map(Number)) : undefined
}

/** Values of a check constraint, if they can be options. */
function optionsIn({ values, checks }: CatalogueColumn): string[] {
  const listed =
    values ??
    checks.flatMap(check =>
      /= ANY \(ARRAY\[/.test(check) ? [...check.matchAll(/'((?:[^']|'')*)'::/g)].map(match => match[1]!) : [],
    )
  return [...new Set(listed)].filter(value => optionPattern.test(value)).slice(0, 50)
}

/** Options are parts of phrase keys, so they are plain words. */
export const optionPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/

function proposedColumn(
  source: CatalogueColumn,
  used: Set<string>,
  number: number,
  texts: ReadonlySet<string>,
): GenColumn {
  const { column, type, comment } = source
  const kinds = kindsFor(source)
  const isTextsColumn = column.endsWith('_texts') && texts.has(column.slice(0, -6))
  const state = automaticColumns.has(column) || isTextsColumn ? 'made' : kinds.length === 0 ? 'unsupported' : 'field'
  const key = proposedKey(column, used, number)
  if (state === 'field') used.add(key)
  const options = optionsIn(source)
  const target = genTargets.find(entity => tableOf(entity) === source.refersTo)
  const longest = longestOf(source)
  const isStatus = column === 'status' && kinds.includes('dict') && isDictionary('sys_normal_disable')
  const kind: GenKind =
    target && kinds.includes('ref')
      ? 'ref'
      : isStatus
        ? 'dict'
        : options.length > 0 && kinds.includes('choice')
          ? 'choice'
          : kinds.includes('text') && longest !== undefined && longest > longestText
            ? 'richText'
            : (kinds[0] ?? 'text')
  const most = integerTypes.get(source.typeName)
  const scale = source.typeName === 'numeric' && source.modifier > 4 ? (source.modifier - 4) & 0xffff : 3
  const named = /(^|_)name$/.test(column)
  const format = /phone|mobile|(^|_)tel$/.test(column)
    ? 'phone'
    : /e?mail$/.test(column)
      ? 'email'
      : /(^|_)url$|website/.test(column)
        ? 'url'
        : undefined
  return {
    column,
    type,
    comment: oneLine(comment),
    state,
    kinds,
    used: state === 'field',
    key,
    kind,
    labels: proposedTexts(comment, column),
    required: source.notNull && kind !== 'flag',
    unique: source.unique && kind === 'text' && !texts.has(column),
    search: kind === 'text' && named ? 'like' : kind === 'dict' || kind === 'choice' || kind === 'ref' ? 'eq' : 'none',
    sortable: false,
    inList: kind !== 'richText' && (longest ?? 0) < 500 && column !== 'remark',
    inForm: true,
    ...(kind === 'text' || kind === 'richText' ? { max: Math.min(longest ?? usualText, longestText) } : {}),
    ...(kind === 'integer' && most !== undefined ? { max: most, min: 0 } : {}),
    ...(kind === 'decimal' ? { scale: Math.min(scale, 12) } : {}),
    ...(kind === 'text' && format ? { format } : {}),
    ...(kind === 'text' && !format && texts.has(column) ? { inLanguages: true } : {}),
    ...(kind === 'dict' && isStatus ? { dict: 'sys_normal_disable' } : {}),
    ...(kind === 'ref' && target ? { entity: keyOf(target) } : {}),
    ...(kind === 'choice' ? { options: options.map(value => ({ value, labels: proposedTexts('', value) })) } : {}),
  }
}

/** What the generator proposes for the columns of a table. */
export function proposedColumns(columns: readonly CatalogueColumn[]): GenColumn[] {
  const used = new Set<string>()
  const texts = new Set(
    columns
      .filter(one => one.typeName === 'jsonb')
      .flatMap(({ column }) => (column.endsWith('_texts') ? [column.slice(0, -6)] : [])),
  )
  return columns.map((column, index) => proposedColumn(column, used, index + 1, texts))
}

/** The part of a text that can name a menu and a workbook sheet. */
const titleOf = (text: string) =>
  text
    .replace(/[^\p{L}\p{M}\p{N} ,’&–-]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/\s+/g, ' ')
    .slice(0, 31)
    .trim()

/** Makes labels unique: the second of two equal labels gets a suffix. */
function distinguishLabels(columns: readonly GenColumn[]): GenColumn[] {
  const used = { zh: new Set<string>(), en: new Set<string>(), fr: new Set<string>() }
  const free = (language: Language, text: string) => {
    let one = text
    for (let n = 2; used[language].has(one); n++) one = `${[...text].slice(0, 95).join('').trim()} ${n}`
    used[language].add(one)
    return one
  }
  return columns.map(column =>
    column.state === 'field'
      ? {
          ...column,
          labels: {
            zh: free('zh', column.labels.zh),
            en: free('en', column.labels.en),
            fr: free('fr', column.labels.fr),
          },
        }
      : column,
  )
}

/** Labels that a declared entity gives to the columns of its table, in each language. */
function declaredLabels(table: CatalogueTable): (column: string) => TextInEachLanguage | undefined {
  const entity =
    table.schema === 'public'
      ? (entities as readonly EntityInput[]).find(one => tableOf(one) === table.table)
      : undefined
  return column => {
    const key = entity && Object.keys(entity.fields).find(one => columnOf(one) === column)
    const phrase = entity && key ? `${phraseOf(entity)}.${key}` : ''
    const textIn = (language: Language) => (all[language] as Record<string, string>)[phrase]
    const [zh, en, fr] = [textIn('zh'), textIn('en'), textIn('fr')]
    return zh && en && fr ? { zh, en, fr } : undefined
  }
}

/** What the generator proposes for a table. */
export function proposal(table: CatalogueTable, columns: readonly CatalogueColumn[]): GenContent {
  const called = declaredLabels(table)
  const proposed = distinguishLabels(
    proposedColumns(columns).map(one => ({ ...one, labels: called(one.column) ?? one.labels })),
  )
  const fields = proposed.filter(one => one.used)
  const label =
    fields.find(one => one.kind === 'text' && /(^|_)name$/.test(one.column)) ??
    fields.find(one => one.kind === 'text' && one.required) ??
    fields.find(one => one.kind === 'text')
  // The label field is always required.
  const named = proposed.map(one => (one === label ? { ...one, required: true, inForm: true, inList: true } : one))
  const plain = proposedEntity(table.table)
  const entity = isTaken('catalog', plain) ? proposedEntity(`${plain.slice(0, 25)}-copy`) : plain
  // Menu names are shorter than field labels.
  const texts = proposedTexts(table.comment, table.table, 50)
  return {
    settings: {
      area: 'catalog',
      entity,
      one: texts,
      many: { zh: titleOf(texts.zh), en: titleOf(texts.en), fr: titleOf(texts.fr) },
      // When none is free, the check reports it.
      icon: freeMenuIcons()[0] ?? menuIconNames[0],
      scoped: true,
      operations: ['query', 'add', 'edit', 'remove', 'export', 'import'],
      label: label?.key ?? '',
    },
    columns: named,
  }
}
