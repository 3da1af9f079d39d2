import type { RowExtras, EntityInput, Listed } from './entity.ts'
import type { ErrorKey } from './errors.ts'
import type { Field } from './field.ts'
import type { RowValue } from './kinds/shape.ts'
import type { Texts } from './kinds/texts.ts'

/**
 * What a list, one row and an export answer: the fields of the stored entity that it shows, and computed ones. The server
 * reads it (`entity/view-routes.ts`), the back office draws it, and both compile against its rows.
 */
export interface ViewInput extends Listed {
  /** The stored entity of the rows: references are joined, and rows say who created them. None for logs and sums. */
  of?: EntityInput
  /**
   * The rows belong to one record: every list names its id in the query (`noticeId`) and is refused without it. The source defines it under `search`.
   */
  within?: string
  /** Searches that are no field of a row, such as one over several fields. They come first. */
  searches?: Record<string, Field>
  /** Only stored rows have an owner. */
  tenancy?: never
}

/** Declares the type of what rows carry in addition to their fields: `rowExtras: rowExtras<{ cursor: string }>()`. */
export const rowExtras = <T>(): RowExtras<T> => ({})

type StoredOnly = 'tenancy' | 'table' | 'unique' | 'scoped' | 'audited' | 'fields'

/** What a view inherits from its entity: names, operations, lifecycle and order. The view declares its fields. */
export function viewOf<const E extends EntityInput>(entity: E): Omit<E, StoredOnly> & { of: E } {
  const {
    tenancy: _tenancy,
    table: _table,
    unique: _unique,
    scoped: _scoped,
    audited: _audited,
    fields: _fields,
    ...inherited
  } = entity
  return { ...inherited, of: entity }
}

/** Keeps the literal types, so that phrases, permissions and rows can be derived from them. */
export function defineView<const V extends ViewInput>(view: V): V {
  return view
}

/** Field behind the wire's plain `beginTime` and `endTime`: the creation time, else the first searchable time. */
export function plainTimeOf(listed: Listed): string | undefined {
  const searched = Object.entries(listed.fields).filter(
    ([, field]) => field.kind === 'datetime' && field.search === 'range',
  )
  return (searched.find(([key]) => key === 'createTime') ?? searched[0])?.[0]
}

type RowMember<F extends Field> = F extends { required: true } ? RowValue<F> : RowValue<F> | null

type LabelKey<K> = K extends `${infer Name}Id` ? `${Name}Name` : `${K & string}Name`

type ExtrasOf<L> = L extends { rowExtras: RowExtras<infer T> } ? T : unknown

type StoredRow<L> = L extends { of: EntityInput } | EntityInput
  ? { createTime: string; updateTime: string | null; createBy: string | null }
  : unknown

type AliasOf<L> = L extends { idAlias: infer A extends string } ? { [K in A]: number } : unknown

/** One row of a list's answer: `required` fields always have a value, others may be null. */
export type RowOf<L extends Listed> = string extends keyof L['fields'] ? AnyRow : DeclaredRow<L>

/** A row of a list that is known at run time only. */
export type AnyRow = RowRights & { [field: string]: unknown }

/** Members of every row. A type alias, so that a row can be passed where fields are looked up by name. */
export type RowRights = {
  id: number
  /** Verbs that the reader may use on the row in its current state, and the refusals of the others. */
  can: string[]
  why: Record<string, ErrorKey>
}

type DeclaredRow<L extends Listed> = {
  [K in keyof L['fields'] & string]: L['fields'][K] extends { permission: string }
    ? RowMember<L['fields'][K]> | undefined
    : RowMember<L['fields'][K]>
} & {
  [K in keyof L['fields'] & string as L['fields'][K] extends { kind: 'ref' } ? LabelKey<K> : never]: string | null
} & {
  [K in keyof L['fields'] & string as L['fields'][K] extends { inLanguages: true } ? `${K}Texts` : never]: Texts
} & RowRights &
  StoredRow<L> &
  AliasOf<L> &
  ExtrasOf<L>
