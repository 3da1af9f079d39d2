import { randomUUID } from 'node:crypto'
import { type Language, type MailFault, type MessageKind, messageKinds } from '@timbermark/contract'
import { phrase, words } from '@timbermark/phrases/all'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { orderJob } from '../../../platform/jobs/outbox.ts'
import { type Mail, MailError, sendMail } from '../../../platform/mail/mail.ts'
import { platformTenant } from '../../../platform/operator.ts'
import type { Services } from '../../../platform/services.ts'
import { resolvePhraseFact, type MessageFacts, notifyAdministrators } from './messages.ts'

const job = 'operator-mail'
/** With the queue's growing pauses this is about a day. */
const attempts = 14
/** Further mails in an hour wait, so that a recurring fault does not flood a mailbox. */
const maxPerHour = 30
/** A mail over that limit looks again after this wait, seconds. */
const nextHourSeconds = 900
const retentionDays = 90

type OperatorKind = Extract<MessageKind, 'alarm' | 'taskFailed'>

/** Facts of a message to the operator; `help` is the key of the phrase that says what to do. */
export type OperatorFacts = MessageFacts & { help?: string }

/** Sends a message to the operator's administrators, and a mail where a mail server is set. @param db across tenants */
export async function notifyOperator(db: Db, kind: OperatorKind, facts: OperatorFacts): Promise<void> {
  await notifyAdministrators(db, platformTenant, kind, facts)
  const { id } = await db.one<{ id: number }>(
    sql`insert into operator_mail (kind, facts) values (${kind}, ${JSON.stringify(facts)}::jsonb) returning id`,
  )
  await orderJob(db, { name: job, payload: { id }, key: `${job}:${id}`, attempts })
}

interface PendingMail {
  kind: OperatorKind
  facts: OperatorFacts
  orderedAt: Date
  /** Number of mails sent in the last hour. */
  sentLastHour: number
}

/** Defines the job that sends mail to the operator. Without a mail server nothing is sent, also not later. */
export function defineOperatorMail(services: Services): void {
  const { settings, database, jobs } = services
  jobs.define(
    job,
    async payload => {
      const { id } = payload as { id: number }
      const across = <T>(work: (db: Db) => Promise<T>) => database.acrossTenants('jobs', work)
      const waiting = await across(async db => {
        await db.execute(
          sql`delete from operator_mail where ordered_at < now() - make_interval(days => ${retentionDays})`,
        )
        return db.maybe<PendingMail>(sql`
          select kind, facts, ordered_at as "orderedAt",
            (select count(*)::int from operator_mail where sent_at > now() - interval '1 hour') as "sentLastHour"
          from operator_mail where id = ${id} and sent_at is null`)
      })
      const { mail } = settings
      if (!waiting || !mail) return
      if (waiting.sentLastHour >= maxPerHour)
        return across(db => jobs.add(db, job, { id }, `${job}:${id}`, nextHourSeconds))
      try {
        await sendMail(mail, { id: `operator-${id}`, ...composeMail(waiting, mail.language, settings.publicUrl) })
      } catch (error) {
        const fault = error instanceof MailError ? error.fault : 'other'
        await across(db =>
          db.execute(sql`update operator_mail set failed_at = now(), fault = ${fault} where id = ${id}`),
        )
        throw error
      }
      await across(db => db.execute(sql`update operator_mail set sent_at = now() where id = ${id}`))
    },
    { attempts, longestDelay: nextHourSeconds },
  )
}

/** Composes a mail: what happened, what to do, since when, and a link. */
function composeMail(
  { kind, facts, orderedAt }: PendingMail,
  language: Language,
  publicUrl: string,
): { subject: string; text: string } {
  const wordedFacts = resolvePhraseFact(language, facts)
  const lines = [
    phrase(language, `mail.${kind}.text`, wordedFacts),
    ...(facts.help ? [words(language).from(facts.help, facts)] : []),
    phrase(language, 'mail.since', { time: `${orderedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` }),
    `${publicUrl}${messageKinds[kind]}`,
  ]
  return {
    subject: phrase(language, 'mail.subject', { text: phrase(language, `mail.${kind}.subject`, wordedFacts) }),
    text: `${lines.join('\n\n')}\n`,
  }
}

/** Delivery state of mail to the operator. */
export interface MailState {
  to: number
  sentAt: Date | null
  failedAt: Date | null
  fault: MailFault | null
  waiting: number
}

/** @param db across tenants @returns null where no mail is sent */
export async function loadMailState({ settings }: Pick<Services, 'settings'>, db: Db): Promise<MailState | null> {
  if (!settings.mail) return null
  const state = await db.one<Omit<MailState, 'to'>>(sql`
    select max(sent_at) as "sentAt", max(failed_at) as "failedAt",
      (select fault from operator_mail where failed_at is not null order by failed_at desc limit 1) as fault,
      (select count(*)::int from operator_mail where sent_at is null and failed_at is not null) as waiting
    from operator_mail`)
  return { to: settings.mail.to.length, ...state }
}

/** Builds a mail with which the operator checks that mail arrives. */
export function buildTestMail(language: Language, publicUrl: string): Mail {
  return {
    id: randomUUID(),
    subject: phrase(language, 'mail.subject', { text: phrase(language, 'mail.test.subject') }),
    text: `${phrase(language, 'mail.test.text')}\n\n${publicUrl}\n`,
  }
}
