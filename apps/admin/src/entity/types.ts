import type { ErrorKey, FileInfo, Listed, RowOf } from '@timbermark/contract'

/**
 * One row as the server answers it: the entity's fields, labels of references, who created it and when, and what this
 * user may do with it now.
 */
export interface Row {
  id: number
  createBy?: string | null
  createTime?: string
  updateTime?: string | null
  /** Verbs that this user may use on the row in its present state. */
  can?: string[]
  /** Verbs that the row's state refuses, with the key of the refusal. */
  why?: Record<string, ErrorKey>
  [field: string]: unknown
}

/**
 * The type of a row: typed by its fields when a view declares them all. A row of a stored entity may carry more, unless
 * the entity is its own view.
 */
export type RowIn<L extends Listed> = L extends { tenancy: unknown }
  ? L extends { idAlias: string }
    ? RowOf<L>
    : Row
  : string extends keyof L['fields']
    ? Row
    : RowOf<L>

/** One option of a reference select. */
export interface Option {
  id: number
  label: string
  disabled?: boolean
  /** In trees: the parent option; 0 or null for a root. */
  parentId?: number | null
}

export type { FileInfo }

/** Permissions of the signed-in user. */
export type Permissions = readonly string[]
