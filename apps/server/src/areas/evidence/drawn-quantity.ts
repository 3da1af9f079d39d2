import { stageKeys } from '@timbermark/contract'
import { drawFields, type PaperUnit, stageByKey } from '@timbermark/contract/stages'
import { join, type Sql, sql } from '../../platform/database/sql.ts'

const fieldsByStage = stageKeys.map(key => ({ key, ...drawFields(stageByKey(key)) }))

/** What a record draws on each of its papers in a unit, by its stage; `r` is the record. */
export function drawnIn(unit: PaperUnit): Sql {
  const stages = fieldsByStage.flatMap(({ key, [unit]: field }) =>
    field === undefined ? [] : [sql`when ${key} then (r.public_values ->> ${field})::numeric`],
  )
  return sql`coalesce(case r.stage ${join(stages, ' ')} end, 0)`
}
