import { stageKeys } from '@timbermark/contract'
import { drawFields, type PaperUnit, stageByKey } from '@timbermark/contract/stages'
import { join, type Sql, sql } from '../../platform/database/sql.ts'

const fieldsByStage = stageKeys.map(key => ({ key, ...drawFields(stageByKey(key)) }))

/** What a record draws on each of its papers in a unit, by its stage; `r` is the record. */
export function drawnIn(unit: PaperUnit): Sql {
  const stages = fieldsByStage.flatMap(({ key, [unit]: field }) =>
    field === undefined ? [] : [sql`(${key}, ${field})`],
  )
  return sql`coalesce((
    select (r.public_values ->> f.field)::numeric from (values ${join(stages)}) f (stage, field) where f.stage = r.stage), 0)`
}
