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
const wholeTypes = new Map([
  ['int2', 32_767],
  ['int4', 2_147_483_647],
  ['int8', Number.MAX_SAFE_INTEGER],
])

/** Longest text where the table sets no limit, and most that any text may have. */
const usualText = 200
export const longestText = 10_000

/** Columns that every table of the product has, under the names of this and of neighbouring families. */
const made = new Set(
  'id tenant_id dept_id created_by created_at updated_by updated_at create_by create_time update_by update_time del_flag'.split(
    ' ',
  ),
)

/** What people read is one line. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A first name in each language: what the database says of it, else the words of the identifier. */
export function proposedTexts(comment: string, identifier: string, max = 100): TextInEachLanguage {
  const said = [...oneLine(comment)].slice(0, max).join('').trim()
  const words = wordsOf(identifier).join(' ')
  const plain =
    words === ''
      ? [...oneLine(identifier)].slice(0, max).join('')
      : (words[0]!.toUpperCase() + words.slice(1)).slice(0, max)
  if (said === '') return { zh: plain, en: plain, fr: plain }
  return /\p{Script=Han}/u.test(said) ? { zh: said, en: plain, fr: plain } : { zh: said, en: said, fr: said }
}

const isDictionary = (type: string) => dictionaries.some(one => one.type === type)

/** Kinds of values that a column's type can hold, the usual one first; none where it cannot be generated. */
export function kindsFor({ typeName, isArray, values }: CatalogueColumn): GenKind[] {
  if (isArray) return textTypes.has(typeName) ? ['images', 'files', 'video'] : []
  if (values) return ['choice']
  if (textTypes.has(typeName)) return ['text', 'richText', 'choice', 'dict']
  if (wholeTypes.has(typeName)) return ['integer', 'decimal', 'ref']
  if (typeName === 'numeric') return ['decimal', 'integer']
  if (typeName === 'float4' || typeName === 'float8') return ['decimal']
  if (typeName === 'date') return ['date']
  if (typeName === 'timestamp' || typeName === 'timestamptz') return ['datetime', 'date']
  return typeName === 'bool' ? ['flag'] : []
}

/** The most characters that the type or a check allows. */
function longestOf(column: CatalogueColumn): number | undefined {
  if (column.modifier > 4 && textTypes.has(column.typeName)) return column.modifier - 4
  const limits = column.checks.flatMap(check => /length\([^()]*\)+ <= (\d{1,6})\b/.exec(check)?.[1] ?? [])
  return limits.length > 0 ? Math.min(...limits.map(Number)) : undefined
}

/** Values that a check allows, where they can be options. */
function optionsIn({ values, checks }: CatalogueColumn): string[] {
  const listed =
    values ??
    checks.flatMap(check =>
      /= ANY \(ARRAY\[/.test(check) ? [...check.matchAll(/'((?:[^']|'')*)'::/g)].map(match => match[1]!) : [],
    )
  return [...new Set(listed)].filter(value => optionPattern.test(value)).slice(0, 50)
}

/** Options name phrases, so they are plain words. */
export const optionPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/

function proposedColumn(
  source: CatalogueColumn,
  used: Set<string>,
  number: number,
  texts: ReadonlySet<string>,
): GenColumn {
  const { column, type, comment } = source
  const kinds = kindsFor(source)
  const beside = column.endsWith('_texts') && texts.has(column.slice(0, -6))
  const state = made.has(column) || beside ? 'made' : kinds.length === 0 ? 'unsupported' : 'field'
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
  const most = wholeTypes.get(source.typeName)
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

/** What of a text can be the name of a menu and of a workbook's sheet. */
const titleOf = (text: string) =>
  text
    .replace(/[^\p{L}\p{M}\p{N} ,’&–-]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/\s+/g, ' ')
    .slice(0, 31)
    .trim()

/** Labels apart from each other: of two that are called the same the second says so. */
function apart(columns: readonly GenColumn[]): GenColumn[] {
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

/** What a declared entity calls a column of its own table, in each language. */
function declaredLabels(table: CatalogueTable): (column: string) => TextInEachLanguage | undefined {
  const own =
    table.schema === 'public'
      ? (entities as readonly EntityInput[]).find(one => tableOf(one) === table.table)
      : undefined
  return column => {
    const key = own && Object.keys(own.fields).find(one => columnOf(one) === column)
    const phrase = own && key ? `${phraseOf(own)}.${key}` : ''
    const said = (language: Language) => (all[language] as Record<string, string>)[phrase]
    const [zh, en, fr] = [said('zh'), said('en'), said('fr')]
    return zh && en && fr ? { zh, en, fr } : undefined
  }
}

/** What the generator proposes for a table. */
export function proposal(table: CatalogueTable, columns: readonly CatalogueColumn[]): GenContent {
  const called = declaredLabels(table)
  const proposed = apart(proposedColumns(columns).map(one => ({ ...one, labels: called(one.column) ?? one.labels })))
  const fields = proposed.filter(one => one.used)
  const label =
    fields.find(one => one.kind === 'text' && /(^|_)name$/.test(one.column)) ??
    fields.find(one => one.kind === 'text' && one.required) ??
    fields.find(one => one.kind === 'text')
  // What names a record in selects and questions is always there.
  const named = proposed.map(one => (one === label ? { ...one, required: true, inForm: true, inList: true } : one))
  const plain = proposedEntity(table.table)
  const entity = isTaken('catalog', plain) ? proposedEntity(`${plain.slice(0, 25)}-copy`) : plain
  // Menus have shorter names than fields.
  const texts = proposedTexts(table.comment, table.table, 50)
  return {
    settings: {
      area: 'catalog',
      entity,
      one: texts,
      many: { zh: titleOf(texts.zh), en: titleOf(texts.en), fr: titleOf(texts.fr) },
      // Where none is free, the check says so.
      icon: freeMenuIcons()[0] ?? menuIconNames[0],
      scoped: true,
      operations: ['query', 'add', 'edit', 'remove', 'export', 'import'],
      label: label?.key ?? '',
    },
    columns: named,
  }
}
