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
import { readableRows, canLookUp } from './tenant-rows.ts'

/** Is a row of this entity in use: not disabled, and in a state in which it may be referred to? */
function inUse(entity: AnyEntity): Sql {
  if (entity.fields.status?.kind === 'dict') return sql`t.status = '0'`
  if (!entity.states) return sql`true`
  return sql`t.${identifier(columnOf(entity.states.field))} = any(${[...(entity.states.namable ?? entity.states.editable)]})`
}

async function issueOf(db: Db, target: AnyEntity, actor: Actor, field: string, named: Sql): Promise<Issue[]> {
  // Locked until the reference is written; rows that tenants share are not locked.
  const rowLock = target.tenancy === 'tenant' ? sql`for share of t` : sql``
  const row = await db.maybe<{ used: boolean }>(sql`
    select ${inUse(target)} as used from ${identifier(tableOf(target))} t
    where ${readableRows(target, actor)} and ${named} and ${canLookUp(target, actor)} ${rowLock}`)
  if (!row) return [{ field, error: 'referenceMissing' }]
  return row.used ? [] : [{ field, error: 'referenceDisabled' }]
}

/** Who may not look a person up cannot take them away from a record either. */
async function mayReplace(db: Db, people: AnyEntity, actor: Actor, id: unknown): Promise<boolean> {
  if (typeof id !== 'number') return true
  return Boolean(
    await db.maybe(sql`
      select 1 from ${identifier(tableOf(people))} t
      where ${readableRows(people, actor)} and t.id = ${id} and ${canLookUp(people, actor)}`),
  )
}

/**
 * A new reference must name a row that its writer may look up and that is in use. An existing reference of a record
 * stays, whatever became of it. Out of scope and missing are refused alike.
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
    if (target?.people && before && !(await mayReplace(db, target, actor, before[key])))
      issues.push({ field: key, error: 'referenceKept' })
    // References to shared rows have a rule of their own.
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

/** Newly chosen values must be entries in use, of a dictionary in use. */
export async function dictionaryIssues(db: Db, entity: AnyEntity, body: Row, before?: Row): Promise<Issue[]> {
  const chosen = Object.entries(entity.fields).flatMap(([key, field]) => {
    const value = field.kind === 'dict' ? canonicalValue(field, body[key]) : undefined
    if (field.kind !== 'dict' || typeof value !== 'string' || value === before?.[key]) return []
    return [{ key, dict: field.dict, value }]
  })
  return (await notInUse(db, chosen)).map(item => ({ field: item.key, error: 'notOneOf' }))
}
