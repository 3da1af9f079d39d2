import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { platformTenant } from '../../platform/operator.ts'
import { identityAttemptMinutes } from '../system/identity/retention.ts'

/** A person as the messaging platform names them to one app. */
export interface Person {
  /** Keyed hash of the platform's id of the person. */
  hash: Buffer
  appId: string
  nickname: string
}

/** What a browser brought from the consent page. */
export interface Proven extends Person {
  /** Page of this site to open afterwards; empty without one. */
  path: string
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/**
 * Begins a trip to the consent page.
 * @returns `token` for the browser's cookie, `state` for the platform; neither can be computed from what is stored
 */
export async function beginAttempt(db: Db, path: string): Promise<{ token: string; state: string }> {
  const token = randomBytes(32).toString('base64url')
  const state = `id${randomBytes(16).toString('hex')}`
  await db.execute(sql`
    insert into identity_attempt (tenant_id, token_hash, state_hash, path)
    values (${platformTenant}, ${hashOf(token)}, ${hashOf(state)}, ${path})`)
  return { token, state }
}

/** Whether a value may be the state of such a trip; the states of visitors of the public page look otherwise. */
export const isAttemptState = (state: unknown): state is string =>
  typeof state === 'string' && /^id[0-9a-f]{32}$/.test(state)

const isCurrent = sql`t.created_at > now() - make_interval(mins => ${identityAttemptMinutes})`

/**
 * Uses up the state that a browser brought back.
 * @returns the page to open afterwards; `again` when this browser has brought it before; undefined when it is unknown, has
 * expired or is another browser's
 */
export async function consumeState(
  db: Db,
  token: string,
  state: string,
): Promise<{ path: string } | 'again' | undefined> {
  const mine = sql`
    t.tenant_id = ${platformTenant} and t.token_hash = ${hashOf(token)} and t.state_hash = ${hashOf(state)} and ${isCurrent}`
  const used = await db.maybe<{ path: string }>(
    sql`update identity_attempt t set returned_at = now() where ${mine} and t.returned_at is null returning t.path`,
  )
  if (used) return used
  return (await db.maybe(sql`select 1 from identity_attempt t where ${mine}`)) ? 'again' : undefined
}

/** Stores whom the platform named. */
export async function storePerson(db: Db, token: string, person: Person): Promise<void> {
  await db.execute(sql`
    update identity_attempt t set person_hash = ${person.hash}, app_id = ${person.appId}, nickname = ${person.nickname}
    where t.tenant_id = ${platformTenant} and t.token_hash = ${hashOf(token)}`)
}

/**
 * The identity that a browser has brought.
 * @returns `waiting` while the platform is still asked about it; undefined when there is none
 */
export async function findProven(db: Db, token: string): Promise<Proven | 'waiting' | undefined> {
  const row = await db.maybe<{
    hash: Buffer | null
    appId: string
    nickname: string
    path: string
    fresh: boolean
  }>(sql`
    select t.person_hash as hash, t.app_id as "appId", t.nickname, t.path, t.returned_at > now() - interval '15 seconds' as fresh
    from identity_attempt t
    where t.tenant_id = ${platformTenant} and t.token_hash = ${hashOf(token)}
      and t.returned_at > now() - make_interval(mins => ${identityAttemptMinutes})`)
  if (row?.hash) return { hash: row.hash, appId: row.appId, nickname: row.nickname, path: row.path }
  return row?.fresh ? 'waiting' : undefined
}

/** Ends a trip: what it brought is used once. @returns whether it was still there */
export async function endAttempt(db: Db, token: string): Promise<boolean> {
  return (
    (await db.execute(
      sql`delete from identity_attempt where tenant_id = ${platformTenant} and token_hash = ${hashOf(token)}`,
    )) > 0
  )
}
