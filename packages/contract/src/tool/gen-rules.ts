import type { EntityInput } from '../entity.ts'
import { entities } from '../registry.ts'
import type { GenKind, GenSearch } from './gen.ts'

const searches: Partial<Record<GenKind, readonly GenSearch[]>> = {
  text: ['none', 'eq', 'like'],
  integer: ['none', 'eq'],
  date: ['none', 'range'],
  datetime: ['none', 'range'],
  choice: ['none', 'eq', 'in'],
  flag: ['none', 'eq'],
  dict: ['none', 'eq', 'in'],
  ref: ['none', 'eq'],
}

/** How a field of this kind can be searched. */
export const genSearchesOf = (kind: GenKind): readonly GenSearch[] => searches[kind] ?? ['none']

/** Kinds by which a list can be ordered. */
export const genSortable: readonly GenKind[] = ['text', 'integer', 'decimal', 'date', 'datetime']

/** Entities that a generated record may refer to: tenant-owned, with a single id. */
export const genTargets: readonly EntityInput[] = (entities as readonly EntityInput[]).filter(
  entity => entity.tenancy === 'tenant' && ['catalog', 'channel', 'evidence'].includes(entity.area),
)
