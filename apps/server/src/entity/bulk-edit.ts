import { type AnyEntity, type Issue, type Language, phraseOf } from '@timbermark/contract'
import type { EditOutcomes } from '@timbermark/contract/transition-calls'
import type { Actor } from '../platform/actor.ts'
import type { Row } from '../platform/database/database.ts'
import { assertValid, invalid } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { attemptRow } from '../platform/attempt-row.ts'
import { editRow, type EntityHooks } from './write.ts'

interface BulkEdit {
  ids: readonly number[]
  changes: Row
  hooks: EntityHooks
}

/**
 * Gives several records the same values, each by the rules of a single edit: a refused record does not block the others.
 * @throws Refusal invalid when there is no value, or one of a field that the declaration does not name
 */
export async function editSeveral(
  services: Services,
  entity: AnyEntity,
  { actor, language }: { actor: Actor; language: Language },
  { ids, changes, hooks }: BulkEdit,
): Promise<EditOutcomes> {
  const names = Object.keys(changes)
  if (names.length === 0) throw invalid([{ field: 'changes', error: 'required' }])
  const closed = names.filter(name => !entity.bulkEdit?.includes(name))
  assertValid(closed.map((name): Issue => ({ field: name, error: 'unknownField', params: { name } })))
  const uniqueIds = [...new Set(ids)]
  const results = await services.database.withTenant(actor.tenantId, async db => {
    const outcomes = new Map<number, EditOutcomes['results'][number]>()
    // In id order, so that two callers who edit the same records do not deadlock.
    for (const id of [...uniqueIds].sort((a, b) => a - b))
      outcomes.set(
        id,
        await attemptRow(db, { language, labels: phraseOf(entity) }, id, async () => {
          await editRow(db, services, entity, actor, { ...changes, id }, hooks, language)
          return { id, ok: true as const }
        }),
      )
    return uniqueIds.map(id => outcomes.get(id)!)
  })
  const done = results.filter(({ ok }) => ok).length
  return { done, failed: results.length - done, results }
}
