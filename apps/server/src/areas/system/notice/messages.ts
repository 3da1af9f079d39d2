import { type Language, type MessageKind, messageKinds, messageNeeds } from '@timbermark/contract'
import type { MessageBrief } from '@timbermark/contract/calls'
import { phrase } from '@timbermark/phrases/all'
import { phraseIn } from '../../../entity/words.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { BeforeWire } from '../../../platform/http/http.ts'

/** The list shows this many of the newest messages. */
const maxShown = 10

/** Parameters of the phrases of a message. */
export type MessageFacts = Record<string, string | number>

/** Sends a message to one account, in the transaction of the event that it reports. */
export async function sendMessage(
  db: Db,
  to: { tenantId: number; accountId: number },
  kind: MessageKind,
  facts: MessageFacts,
): Promise<void> {
  await db.execute(sql`
    insert into message (tenant_id, account_id, kind, facts)
    values (${to.tenantId}, ${to.accountId}, ${kind}, ${JSON.stringify(facts)}::jsonb)`)
}

/**
 * Sends a message to all enabled administrators (bootstrap role) of an enterprise; with a fact `event`, once per event and
 * administrator.
 */
export async function notifyAdministrators(
  db: Db,
  tenantId: number,
  kind: MessageKind,
  facts: MessageFacts,
): Promise<void> {
  const administrators = await db.query<{ id: number }>(sql`
    select distinct a.id
    from account a
    join account_role ar on ar.tenant_id = ${tenantId} and ar.account_id = a.id
    join role r on r.tenant_id = ${tenantId} and r.id = ar.role_id
    where a.tenant_id = ${tenantId} and a.status = '0' and r.role_key in ('enterpriseAdmin', 'superAdmin')
      and not exists (select from message m where m.tenant_id = ${tenantId} and m.account_id = a.id
      and m.facts ->> 'event' = ${facts.event === undefined ? null : String(facts.event)})`)
  await insertRows(
    db,
    'message',
    administrators.map(({ id }) => ({ tenant_id: tenantId, account_id: id, kind, facts: JSON.stringify(facts) })),
  )
}

/** Replaces the fact `phrase`, a phrase key, by its text in the reader's language as the fact `name`. */
export function resolvePhraseFact(language: Language, facts: MessageFacts): MessageFacts {
  const name = typeof facts.phrase === 'string' ? phraseIn(language, facts.phrase) : undefined
  return name === undefined ? facts : { ...facts, name }
}

interface Stored {
  id: number
  kind: MessageKind
  facts: MessageFacts
  createTime: Date
  isRead: boolean
}

/** Message kinds that the actor may read: a message is hidden from people who lost the permission for its subject. */
const readableKinds = (actor: Actor): string[] =>
  Object.entries(messageNeeds).flatMap(([kind, needed]) =>
    needed === null || hasPermission(actor, needed) ? [kind] : [],
  )

/** Loads the newest messages to the actor in their language, and the number of all unread ones. */
export async function loadNewestMessages(
  db: Db,
  actor: Actor,
  language: Language,
): Promise<{ messages: BeforeWire<MessageBrief>[]; unread: number }> {
  const toActor = sql`tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and kind = any(${readableKinds(actor)})`
  const rows = await db.query<Stored>(sql`
    select id, kind, facts, created_at as "createTime", read_at is not null as "isRead" from message
    where ${toActor} order by id desc limit ${maxShown}`)
  const { unread } = await db.one<{ unread: number }>(
    sql`select count(*)::int as unread from message where ${toActor} and read_at is null`,
  )
  const messages = rows.map(({ kind, facts, ...row }) => ({
    ...row,
    title: phrase(language, `message.${kind}.title`),
    text: phrase(language, `message.${kind}.text`, resolvePhraseFact(language, facts)),
    to: messageKinds[kind].replace(/\{(\w+)\}/g, (_given, fact: string) =>
      encodeURIComponent(String(facts[fact] ?? '')),
    ),
  }))
  return { messages, unread }
}

/** Marks readable messages as read. @param ids undefined for all @returns the number of messages that were unread */
export async function markMessages(db: Db, actor: Actor, ids: readonly number[] | undefined): Promise<number> {
  return db.execute(sql`
    update message set read_at = now()
    where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and read_at is null and kind = any(${readableKinds(actor)})
      and ${ids ? sql`id = any(${[...ids]}::bigint[])` : sql`true`}`)
}

/** Messages are stored for this many days, read or not. */
const messageDays = 400

/** Removes messages that are past their retention, in every enterprise. @returns the number of removed rows */
export async function removeOldMessages(database: Database): Promise<number> {
  return database.acrossTenants('jobs', db =>
    db.execute(sql`delete from message where created_at < now() - make_interval(days => ${messageDays})`),
  )
}
