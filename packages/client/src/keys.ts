import type { Query } from './query.ts'

/** Keys under which a page caches answers, so that a write can invalidate exactly the answers it made stale. */
export const queryKeys = {
  entity: (entity: string) => ['entity', entity] as const,
  list: (entity: string, query: Query = {}) => ['entity', entity, 'list', query] as const,
  one: (entity: string, id: string | number) => ['entity', entity, 'one', String(id)] as const,
  options: (entity: string) => ['entity', entity, 'options'] as const,
  dict: (type: string) => ['dict', type] as const,
  session: () => ['session'] as const,
}
