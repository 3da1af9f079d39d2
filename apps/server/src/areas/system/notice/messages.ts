import { type Language, type MessageKind, messageKinds, messageNeeds } from '@timbermark/contract'
import type { MessageBrief } from '@timbermark/contract/calls'
import { phrase } from '@timbermark/phrases/all'
import { phraseIn } from '../../../entity/words.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { BeforeWire } from '../../../platform/http/http.ts'

/** So many are shown; what is older was said long ago. */
const newest = 10

/** What fills in the phrases of a message. */
export type MessageFacts = Record<string, string | number>

/** Tells somebody something, in the transaction that makes it true. */
export async function tell(
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
 * Tells all administrators of an enterprise (delivered role) who can sign in, or could before this transaction; of an `event`
 * each of them once.
 */
export async function tellAdministrators(
  db: Db,
  tenantId: number,
  kind: MessageKind,
  facts: MessageFacts,
): Promise<void> {
  await db.execute(sql`
    insert into message (tenant_id, account_id, kind, facts)
    select distinct a.tenant_id, a.id, ${kind}, ${JSON.stringify(facts)}::jsonb
    from account a
    join account_role ar on ar.tenant_id = a.tenant_id and ar.account_id = a.id
    join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
    where a.tenant_id = ${tenantId} and a.status = '0' and r.role_key in ('enterpriseAdmin', 'superAdmin')
      and not exists (select from message m where m.tenant_id = a.tenant_id and m.account_id = a.id and m.facts ->> 'event' = ${facts.event === undefined ? null : String(facts.event)})`)
}

/** Facts with what has a phrase of its own, `phrase`, as the reader's `name`. */
export function inWords(language: Language, facts: MessageFacts): MessageFacts {
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

/** Those kinds that somebody may read: whoever lost the right to what a message speaks of is not shown it any more. */
const readableKinds = (actor: Actor): string[] =>
  Object.entries(messageNeeds).flatMap(([kind, needed]) =>
    needed === null || hasPermission(actor, needed) ? [kind] : [],
  )

/** The newest messages to somebody in his language, and how many of all he has not read. */
export async function newestMessages(
  db: Db,
  actor: Actor,
  language: Language,
): Promise<{ messages: BeforeWire<MessageBrief>[]; unread: number }> {
  const own = sql`tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and kind = any(${readableKinds(actor)})`
  const rows = await db.query<Stored>(sql`
    select id, kind, facts, created_at as "createTime", read_at is not null as "isRead" from message
    where ${own} order by id desc limit ${newest}`)
  const { unread } = await db.one<{ unread: number }>(
    sql`select count(*)::int as unread from message where ${own} and read_at is null`,
  )
  const messages = rows.map(({ kind, facts, ...row }) => ({
    ...row,
    title: phrase(language, `message.${kind}.title`),
    text: phrase(language, `message.${kind}.text`, inWords(language, facts)),
    to: messageKinds[kind].replace(/\{(\w+)\}/g, (_given, fact: string) =>
      encodeURIComponent(String(facts[fact] ?? '')),
    ),
  }))
  return { messages, unread }
}

/** Those that he is shown. @param ids all without them @returns how many were unread */
export async function markMessages(db: Db, actor: Actor, ids: readonly number[] | undefined): Promise<number> {
  return db.execute(sql`
    update message set read_at = now()
    where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and read_at is null and kind = any(${readableKinds(actor)})
      and ${ids ? sql`id = any(${[...ids]}::bigint[])` : sql`true`}`)
}
