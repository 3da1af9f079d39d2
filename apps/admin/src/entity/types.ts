import type { ErrorKey, FileInfo, Listed, RowOf } from '@timbermark/contract'

/**
 * One row as the server answers it: the entity's fields, labels of references, who made it and when, and what this
 * reader may do to it now.
 */
export interface Row {
  id: number
  createBy?: string | null
  createTime?: string
  updateTime?: string | null
  /** Verbs that this reader may use on the row in its present state. */
  can?: string[]
  /** Verbs that its state refuses, with the refusal's key. */
  why?: Record<string, ErrorKey>
  [field: string]: unknown
}

/** A row of what is drawn: typed where a view declares all of it. A stored entity's may carry more, unless it is its own view. */
export type RowIn<L extends Listed> = L extends { tenancy: unknown }
  ? L extends { idAlias: string }
    ? RowOf<L>
    : Row
  : string extends keyof L['fields']
    ? Row
    : RowOf<L>

/** One entry of a reference select. */
export interface Option {
  id: number
  label: string
  disabled?: boolean
  /** In trees: the entry above; 0 or null for a root. */
  parentId?: number | null
}

export type { FileInfo }

/** Permission strings of the signed-in person. */
export type Permissions = readonly string[]
