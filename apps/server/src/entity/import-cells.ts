import { type AnyEntity, type Field, type Issue, type Language, phraseOf } from '@timbermark/contract'
import {
  type Answer,
  type Cell,
  type Note,
  type ReadBy,
  type ReadableValue,
  quoteCell,
  readText,
  readValue,
  writeCell,
} from '@timbermark/contract/reading'
import { noteSentence } from '@timbermark/phrases'
import { phrase, words as allWords } from '@timbermark/phrases/all'
import type { Actor } from '../platform/actor.ts'
import type { Db } from '../platform/database/database.ts'
import { issueText } from '../platform/refusal.ts'
import { cellOf } from '../platform/workbook/cell.ts'
import type { XlsxValue } from '../platform/workbook/xlsx/xlsx.ts'
import { choiceNames, readersLast } from './choice-names.ts'
import { wordsOf } from './export.ts'
import { type Choices, choicesOf } from './import-choices.ts'
import { ambiguousReference, type NamedRecords, namedRecords } from './import-references.ts'
import { targetOf } from './model.ts'
import type { TablePreview, TableSource } from './table/table-answer.ts'

export interface ImportProblem {
  /** Row of the sheet, counting its heading as 1. */
  row: number
  column: string
  message: string
  /** The value of the cell, and the correct one, when the import reports them separately from the message. */
  value?: string
  right?: string
}

/** So many wrong cells are named, and so many that were understood in one of several ways. */
export const mostProblems = 200

export interface ImportAnswer {
  rows: number
  errors: ImportProblem[]
  /** How cells with several meanings were understood. */
  notes?: ImportProblem[]
  source: TableSource
  preview: TablePreview
}

/** The message of a wrong cell, with the cell's value unless the message contains it. */
export function cellProblem(language: Language, issue: Issue, labels: string, cell: Cell | undefined): string {
  const message = issueText(language, issue, labels)
  const text = cell === undefined ? '' : quoteCell(cell)
  if (text === '' || issue.params?.value !== undefined || issue.error === 'required') return message
  return phrase(language, 'sheetName.given', { message, value: text })
}

/** What a reader understood of a cell, as a line of the check. */
export const cellNote = (language: Language, row: number, column: string, note: Note): ImportProblem => ({
  row,
  column,
  message: noteSentence(allWords(language), note, column),
})

/** A read cell: its value, in words where it is a key or an id, and what was understood; or what is wrong with it. */
export type ReadCell = { value: ReadableValue; shown?: string | undefined; note?: Note } | { issue: Issue }

/** Reads the cells of an entity's columns by the kinds of their fields. */
export class CellReader {
  readonly #db: Db
  readonly #entity: AnyEntity
  readonly #actor: Actor
  readonly #by: ReadBy
  readonly #names = new Map<string, ReturnType<typeof choiceNames>>()
  /** The words for values in the language of the user. */
  readonly #words = new Map<string, ReadonlyMap<string, string>>()
  readonly #records = new Map<string, NamedRecords>()
  readonly #choices = new Map<string, Choices | undefined>()

  private constructor(db: Db, entity: AnyEntity, actor: Actor, by: ReadBy) {
    this.#db = db
    this.#entity = entity
    this.#actor = actor
    this.#by = by
  }

  /** @param columns key of each column; undefined for columns without one */
  static async load(
    db: Db,
    entity: AnyEntity,
    actor: Actor,
    by: ReadBy,
    { columns, rows }: { columns: readonly (string | undefined)[]; rows: readonly (readonly XlsxValue[])[] },
  ): Promise<CellReader> {
    const reader = new CellReader(db, entity, actor, by)
    const labels = new Map<string, Map<string, string>[]>()
    for (const language of readersLast(by.language))
      for (const [key, words] of await wordsOf(db, entity, language))
        labels.set(key, [...(labels.get(key) ?? []), words])
    for (const [key, words] of labels) {
      const field = entity.fields[key]!
      reader.#words.set(key, words.at(-1)!)
      reader.#names.set(key, choiceNames(words, field.kind === 'dict' ? field.dict : undefined))
    }
    for (const [place, key] of columns.entries()) {
      const field = key === undefined ? undefined : entity.fields[key]
      const target = field && targetOf(field)
      if (key === undefined || !target) continue
      const texts = [...new Set(rows.map(cells => writeCell(cellOf(cells[place]))))].filter(text => text !== '')
      reader.#records.set(key, await namedRecords(db, target, actor, texts))
    }
    return reader
  }

  /** Reads a name in one language. */
  readName(key: string, cell: Cell): ReadCell {
    const answer = readText(cell)
    return 'fault' in answer ? { issue: { field: key, ...answer.fault } } : answer
  }

  async read(key: string, cell: Cell): Promise<ReadCell> {
    const field = this.#entity.fields[key]!
    const answer = await this.#readKind(key, field, cell)
    if ('issue' in answer) return answer
    if ('fault' in answer) return { issue: { field: key, ...answer.fault } }
    const value = field.kind === 'flag' ? answer.value === true || answer.value === 'true' : answer.value
    const label = this.#words.get(key)?.get(String(value))
    if (label !== undefined) return { ...answer, value, shown: label }
    if (field.kind === 'integer') return { ...answer, value: Number(answer.value) }
    return { ...answer, value }
  }

  async #readKind(key: string, field: Field, cell: Cell): Promise<Answer<ReadableValue> | ReadCell> {
    const records = this.#records.get(key)
    if (records) {
      const text = readText(cell)
      if ('fault' in text) return text
      const matches = records.find(text.value)
      if (matches.length === 1) return { value: matches[0]!.id, shown: matches[0]!.label }
      if (matches.length > 1) return { issue: ambiguousReference(this.#by.language, key, text.value, matches) }
    }
    const names = this.#names.get(key) ?? choiceNames([])
    if (!records && !this.#names.has(key)) return readValue(field, cell, this.#by)
    const separator = phrase(this.#by.language, 'sheetName.separator')
    const withLabels = (choices: Choices) =>
      readValue(field, cell, this.#by, { choices: { names, ...choices }, separator })
    const answer = withLabels({ labels: [], more: false })
    // The choices are loaded for a refusal only: a reference may have many.
    if (!('fault' in answer) || !['notOneOf', 'referenceMissing'].includes(answer.fault.error)) return answer
    return withLabels((await this.#choicesOf(key)) ?? { labels: [], more: false })
  }

  async #choicesOf(key: string): Promise<Choices | undefined> {
    if (!this.#choices.has(key))
      this.#choices.set(key, (await choicesOf(this.#db, this.#entity, this.#actor, this.#by.language, [key])).get(key))
    return this.#choices.get(key)
  }

  /** The message of a wrong cell. */
  problem(issue: Issue, cell: Cell | undefined): string {
    return cellProblem(this.#by.language, issue, phraseOf(this.#entity), cell)
  }
}
