import { type AnyEntity, columnOf, type Issue, type Language, tableOf, type Texts } from '@timbermark/contract'
import { nameKey } from '@timbermark/contract/reading'
import { phrase } from '@timbermark/phrases/all'
import type { Actor } from '../platform/actor.ts'
import type { Db } from '../platform/database/database.ts'
import { join, identifier, type Sql, sql } from '../platform/database/sql.ts'
import { deliveredTexts, labelledBy, nameIsOneOf, nameIsSpelled } from './names.ts'
import { canLookUp, readableRows, readableRowsInScope } from './tenant-rows.ts'

/** A record that a cell may mean: its id, and a code that distinguishes it from others of its name. */
export interface CellMatch {
  id: number
  label?: string
  code?: string
}

const maxNamed = 10

/** Several records have this name: the user must name the id. */
export function ambiguousReference(
  language: Language,
  key: string,
  value: string,
  matches: readonly CellMatch[],
): Issue {
  const listed = matches.map(({ id, code }) => (code === undefined ? String(id) : `${id} (${code})`))
  const choices = listed.slice(0, maxNamed).join(phrase(language, 'sheetName.separator'))
  return { field: key, error: 'referenceSeveral', params: { value, choices } }
}

/** Records by name: as it is written, else by what it has in common with other spellings, else by id. */
export class NamedRecords {
  readonly #exact = new Map<string, Map<number, CellMatch>>()
  readonly #folded = new Map<string, Map<number, CellMatch>>()
  readonly #byId = new Map<string, CellMatch>()

  add(match: CellMatch, names: readonly string[]): void {
    this.#byId.set(String(match.id), match)
    for (const name of names) {
      for (const [records, text] of [
        [this.#exact, name],
        [this.#folded, nameKey(name)],
      ] as const)
        records.set(text, (records.get(text) ?? new Map<number, CellMatch>()).set(match.id, match))
    }
  }

  /** The records that a text may mean. A name takes precedence over an equal id. */
  find(text: string): readonly CellMatch[] {
    const matches = this.#exact.get(text) ?? this.#folded.get(nameKey(text))
    if (matches) return [...matches.values()]
    const one = this.#byId.get(text)
    return one ? [one] : []
  }
}

/** Field whose value distinguishes records with the same name. */
const distinguishingField = (target: AnyEntity): string | undefined =>
  target.unique?.find(({ fields }) => fields.length === 1 && fields[0] !== target.label)?.fields[0]

interface FoundRecord {
  id: number
  code: string | null
  label: string
  labelTexts?: Texts
  labelPhrase?: string | null
}

/** The records that the texts of a column may mean, as far as the user may refer to them. */
export async function namedRecords(
  db: Db,
  target: AnyEntity,
  actor: Actor,
  texts: readonly string[],
): Promise<NamedRecords> {
  const apart = distinguishingField(target)
  const code = apart === undefined ? sql`null` : sql`t.${identifier(columnOf(apart))}::text`
  const columns = [sql`t.id`, sql`${code} as code`, ...labelledBy(sql`t`, target, 'label')]
  const readable = sql`${readableRows(target, actor)} and ${target.people ? canLookUp(target, actor) : readableRowsInScope(target, actor, 'list')}`
  const records = new NamedRecords()
  const load = async (condition: Sql) => {
    const rows = await db.query<FoundRecord>(
      sql`select ${join(columns, ', ')} from ${identifier(tableOf(target))} t where ${condition} and ${readable}`,
    )
    for (const { id, code: distinguishing, label, labelTexts, labelPhrase } of rows)
      records.add({ id, label, ...(distinguishing !== null && { code: distinguishing }) }, [
        ...Object.values({ ...deliveredTexts(labelPhrase), ...labelTexts }),
        label,
      ])
  }
  const labelled = target.fields[target.label]
  await load(sql`(${nameIsOneOf(sql`t`, target.label, labelled, texts)} or t.id::text = any(${[...texts]}))`)
  // Other spellings are looked for only where the written one is no name: that compares every record.
  const unknown = texts.filter(text => records.find(text).length === 0)
  if (unknown.length > 0) await load(nameIsSpelled(sql`t`, target.label, labelled, unknown))
  return records
}
