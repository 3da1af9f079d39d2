import type { ErrorKey } from './errors.ts'
import type { Field } from './field.ts'
import type { States } from './states.ts'

/** The plain operations of an entity; each is a route, a permission, a button and a column of the role matrix. */
export const operations = ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'] as const
export type Operation = (typeof operations)[number]

/**
 * Who owns the rows.
 * - `tenant`: each row belongs to one enterprise; row security keeps the others out.
 * - `platform`: shared rows, written by the platform operator (tenant 1), read by every enterprise.
 * - `overlay`: platform rows that everybody reads, plus a tenant's own.
 */
export type Tenancy = 'tenant' | 'platform' | 'overlay'

/** What entities and views have in common: everything that a list shows. */
export interface Listed {
  /** Area of the product, first part of route, permission and phrase key. */
  area: string
  /** Name within the area, e.g. `dealer` or `dict/type`. */
  name: string
  /** In the order of columns, details and sheets. */
  fields: Record<string, Field>
  /** Field that names a record in selects, messages and references. */
  label: string
  operations: readonly Operation[]
  /**
   * Columns that a list shows until its reader chooses others: at most 8, so that it fits without scrolling sideways. The
   * other columns are in the column settings. Without it the list shows all.
   */
  defaultColumns?: readonly string[]
  /** Rows form a tree by `parentId`; the list answers the complete tree, unpaged. */
  tree?: boolean
  /** Lifecycle, when the entity has one beyond normal and disabled. */
  states?: States
  /** Further verbs with a permission of their own (`<area>:<entity>:<verb>`), each a file in the server's areas. */
  verbs?: readonly string[]
  /**
   * Fields that several chosen records can be given at once, each by the rules of a single edit. A reason for changing them is
   * one of them.
   */
  bulkEdit?: readonly string[]
  /** Default order of the list. */
  orderBy?: { field: string; order: 'asc' | 'desc' }
  /** Additional name of the row's id that clients of this family expect (`operId`, `recordId` ...). */
  idAlias?: string
  /**
   * Why no data scope of a role limits the rows. Required of rows of an enterprise that are not `scoped`, by the
   * conformance test `data-scope`.
   */
  unscoped?: string
  /**
   * Changes that cannot be undone, each with the reason: the back office asks before it makes them. A removal, and enabling
   * or disabling, can otherwise be undone for a minute by the account that made it (`docs/decisions/undo.md`).
   */
  final?: Readonly<Partial<Record<'remove' | 'changeStatus', string>>>
  /** How the one search of the back office finds the records; without it they are not searched. */
  globalSearch?: Searched
  /** What rows carry in addition to their fields, for the pages' own use: no column, label or cell of a sheet. */
  rowExtras?: RowExtras<unknown>
}

/**
 * A list in the one search. Its table has an index `<table>_search` over the stored texts of `by`, in this order
 * (`apps/server/test/search`).
 */
export interface Searched {
  /** Fields that are compared: stored texts by which the list can be searched (`search: 'like'`). */
  by: readonly string[]
  /** Fields shown below the name of a record. */
  shows?: readonly string[]
  /** Search of the list that takes a code: it finds records about it. */
  byCode?: string
}

/** Carries only a type; empty at run time. */
export interface RowExtras<T> {
  readonly type?: T
}

/** A stored entity: its table, its fields and who may do what with the rows. */
export interface EntityInput extends Listed {
  /** Table name when it differs from the name with `/` as `_`. */
  table?: string
  tenancy: Tenancy
  /** The platform operator also sees rows of every enterprise, as far as row security allows (it audits them). */
  audited?: boolean
  /** Rows carry the department and user that created them; the data scope of roles applies. */
  scoped?: boolean
  /**
   * Rows are people: their department and they themselves decide the data scope, and only users who may look people up
   * refer to them.
   */
  people?: true
  /** Unique together (inside the tenant): the constraint's name in the database and the refusal it means. */
  unique?: readonly { fields: readonly string[]; constraint: string; error: ErrorKey }[]
}

/** Keeps the literal types, so that phrases and permissions can be derived from them. */
export function defineEntity<const E extends EntityInput>(entity: E): E {
  return entity
}

export type AnyEntity = EntityInput

/** `catalog/product`: the entity's key, path below /api and prefix of its phrases (with dots). */
export function keyOf(entity: Pick<Listed, 'area' | 'name'>): string {
  return `${entity.area}/${entity.name}`
}

export function tableOf(entity: Pick<EntityInput, 'name' | 'table'>): string {
  return entity.table ?? entity.name.replace('/', '_')
}

/** `catalog:product:list`; an inner slash of the name becomes one word (`system:dict:list` for `dict/type`). */
export function permissionOf(entity: Pick<Listed, 'area' | 'name'>, verb: string): string {
  return `${entity.area}:${entity.name.split('/')[0]}:${verb}`
}

/** `catalog.product`: prefix of the entity's phrases. */
export function phraseOf(entity: Pick<Listed, 'area' | 'name'>): string {
  return `${entity.area}.${entity.name.replace('/', '.')}`
}

/** Column of a field: camelCase to snake_case. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/** Key under which a row carries the label of a reference: `categoryId` gives `categoryName`. */
export function labelKeyOf(field: string): string {
  return `${field.replace(/Id$/, '')}Name`
}

/** Whether the target belongs to the same tenant, so that a two-column foreign key must hold it there. */
export function targetsTenant(entity: Pick<EntityInput, 'tenancy'>, field: Field): boolean {
  return entity.tenancy === 'tenant' && field.kind === 'ref' && field.shared !== true
}
