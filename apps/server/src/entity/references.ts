import {
  type AnyEntity,
  columnOf,
  entityByKey,
  type Issue,
  canonicalValue,
  plainText,
  tableOf,
} from '@timbermark/contract'
import countries from 'i18n-iso-countries'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import { identifier, type Sql, sql } from '../platform/database/sql.ts'
import { notInUse } from './dictionary.ts'
import { targetOf } from './model.ts'
import { readableRowsInScope, readableRows } from './own-rows.ts'

/** Is a row of this entity in use now: not disabled, and in a state in which it is still worked with? */
function inUse(entity: AnyEntity): Sql {
  if (entity.fields.status?.kind === 'dict') return sql`t.status = '0'`
  if (!entity.states) return sql`true`
  return sql`t.${identifier(columnOf(entity.states.field))} = any(${[...(entity.states.namable ?? entity.states.editable)]})`
}

/** Where a row may be looked up by whoever writes a reference to it: in lists or one by one, as far as his roles reach. */
export const canLookUp = (entity: AnyEntity, actor: Actor): Sql =>
  sql`(${readableRowsInScope(entity, actor, 'list')} or ${readableRowsInScope(entity, actor, 'query')})`

async function issueOf(db: Db, target: AnyEntity, actor: Actor, field: string, named: Sql): Promise<Issue[]> {
  // Kept as it is until the reference is written; what enterprises share is not theirs to keep.
  const kept = target.tenancy === 'tenant' ? sql`for share of t` : sql``
  const row = await db.maybe<{ used: boolean }>(sql`
    select ${inUse(target)} as used from ${identifier(tableOf(target))} t
    where ${readableRows(target, actor)} and ${named} and ${canLookUp(target, actor)} ${kept}`)
  if (!row) return [{ field, error: 'referenceMissing' }]
  return row.used ? [] : [{ field, error: 'referenceDisabled' }]
}

/**
 * A reference names something that its writer could look up, and that is in use now. What a record refers to already
 * stays, whatever became of it. Out of reach and not there are the same.
 */
export async function referenceIssues(
  db: Db,
  entity: AnyEntity,
  actor: Actor,
  body: Row,
  before?: Row,
): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const [key, field] of Object.entries(entity.fields)) {
    const value = body[key]
    if (value === before?.[key]) continue
    const target = targetOf(field)
    // What enterprises share is reached by a rule of its own.
    if (target && field.kind === 'ref' && !field.shared && typeof value === 'number')
      issues.push(...(await issueOf(db, target, actor, key, sql`t.id = ${value}`)))
    if (field.kind !== 'text' || !field.codeOf || typeof value !== 'string' || value.trim() === '') continue
    if (field.codeOf.orCountry && countries.isValid(value) && /^[A-Z]{2}$/.test(value)) continue
    const coded = entityByKey(field.codeOf.entity)!
    const code = sql`t.${identifier(columnOf(field.codeOf.field))}::text = ${plainText(value)}`
    issues.push(...(await issueOf(db, coded, actor, key, code)))
  }
  return issues
}

/** Values newly chosen of dictionaries are entries in use, of a dictionary in use. */
export async function dictionaryIssues(db: Db, entity: AnyEntity, body: Row, before?: Row): Promise<Issue[]> {
  const given = Object.entries(entity.fields).flatMap(([key, field]) => {
    const value = field.kind === 'dict' ? canonicalValue(field, body[key]) : undefined
    if (field.kind !== 'dict' || typeof value !== 'string' || value === before?.[key]) return []
    return [{ key, dict: field.dict, value }]
  })
  return (await notInUse(db, given)).map(item => ({ field: item.key, error: 'notOneOf' }))
}
