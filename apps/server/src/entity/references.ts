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
  return sql`t.${identifier(columnOf(entity.states.field))} = any(${[...(entity.states.referable ?? entity.states.editable)]})`
}

/** A row that a body refers to. */
interface Reference {
  field: string
  target: AnyEntity
  /** What names the row: its id, or the column of a code. */
  by: Sql
  value: number | string
}

function referencesIn(entity: AnyEntity, body: Row): Reference[] {
  return Object.entries(entity.fields).flatMap(([key, field]): Reference[] => {
    const value = body[key]
    const target = targetOf(field)
    // References to shared rows have a rule of their own.
    if (target && field.kind === 'ref' && !field.shared && typeof value === 'number')
      return [{ field: key, target, by: sql`t.id`, value }]
    if (field.kind !== 'text' || !field.codeOf || typeof value !== 'string' || value.trim() === '') return []
    if (field.codeOf.orCountry && countries.isValid(value) && /^[A-Z]{2}$/.test(value)) return []
    const coded = entityByKey(field.codeOf.entity)!
    const by = sql`t.${identifier(columnOf(field.codeOf.field))}::text`
    return [{ field: key, target: coded, by, value: plainText(value) }]
  })
}

/** What is wrong with references of one field: each of its rows must be one that the actor may look up, and in use. */
async function issueOf(
  db: Db,
  actor: Actor,
  { field, target, by }: Reference,
  values: readonly (number | string)[],
): Promise<Issue[]> {
  // Locked until the reference is written; rows that tenants share are not locked.
  const rowLock = target.tenancy === 'tenant' ? sql`for share of t` : sql``
  const rows = await db.query<{ used: boolean }>(sql`
    select ${inUse(target)} as used from ${identifier(tableOf(target))} t
    where ${readableRows(target, actor)} and ${by} = any(${[...values]}) and ${canLookUp(target, actor)} ${rowLock}`)
  if (rows.length < values.length) return [{ field, error: 'referenceMissing' }]
  return rows.every(({ used }) => used) ? [] : [{ field, error: 'referenceDisabled' }]
}

/** What is wrong with the references of new rows, as `referenceIssues` says it of one, without naming the rows. */
export async function referenceIssuesOfAll(
  db: Db,
  entity: AnyEntity,
  actor: Actor,
  bodies: readonly Row[],
): Promise<Issue[]> {
  const byField = new Map<string, { reference: Reference; values: Set<number | string> }>()
  for (const body of bodies)
    for (const reference of referencesIn(entity, body)) {
      const known = byField.get(reference.field) ?? { reference, values: new Set() }
      byField.set(reference.field, known)
      known.values.add(reference.value)
    }
  const issues: Issue[] = []
  for (const { reference, values } of byField.values())
    issues.push(...(await issueOf(db, actor, reference, [...values])))
  return issues
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
    const target = targetOf(field)
    if (body[key] === before?.[key] || !target?.people || !before) continue
    if (!(await mayReplace(db, target, actor, before[key]))) issues.push({ field: key, error: 'referenceKept' })
  }
  for (const reference of referencesIn(entity, body))
    if (body[reference.field] !== before?.[reference.field])
      issues.push(...(await issueOf(db, actor, reference, [reference.value])))
  return issues
}

/** Newly chosen values must be entries in use, of a dictionary in use. */
export async function dictionaryIssues(db: Db, entity: AnyEntity, body: Row, before?: Row): Promise<Issue[]> {
  const chosen = chosenIn(entity, body).filter(({ key, value }) => value !== before?.[key])
  return (await notInUse(db, chosen)).map(item => ({ field: item.key, error: 'notOneOf' }))
}

function chosenIn(entity: AnyEntity, body: Row): { key: string; dict: string; value: string }[] {
  return Object.entries(entity.fields).flatMap(([key, field]) => {
    const value = field.kind === 'dict' ? canonicalValue(field, body[key]) : undefined
    return field.kind === 'dict' && typeof value === 'string' ? [{ key, dict: field.dict, value }] : []
  })
}

/** The same of new rows together, without naming the rows. */
export async function dictionaryIssuesOfAll(db: Db, entity: AnyEntity, bodies: readonly Row[]): Promise<Issue[]> {
  const chosen = new Map(
    bodies.flatMap(body => chosenIn(entity, body)).map(one => [JSON.stringify([one.key, one.value]), one] as const),
  )
  return (await notInUse(db, [...chosen.values()])).map(item => ({ field: item.key, error: 'notOneOf' }))
}
