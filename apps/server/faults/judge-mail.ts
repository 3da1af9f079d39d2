import type pg from 'pg'
import type { Books } from './books.ts'
import { compareCounts, countBy, marksOf } from './compare.ts'
import type { Mailbox } from './mailbox.ts'
import type { Verdict } from './verdict.ts'
import { until } from './wait.ts'

/** Mails that are sent in an hour, and with those that other processes are sending at that moment. */
const perHour = 30
const mostPerHour = perHour + 6

/**
 * A task that fails is told once, and its mail is delivered: what is marked as sent has arrived, what has arrived was
 * ordered, and only the limit of an hour keeps one waiting. A mail whose answer was lost comes again under its id.
 */
export async function judgeMail(
  admin: pg.Client,
  books: Books,
  mailbox: Mailbox | undefined,
  verdict: Verdict,
  patienceMs: number,
): Promise<void> {
  const entries = books.all('mail')
  const query = `select facts ->> 'name' as mark, count(*) as n from operator_mail where kind = 'taskFailed' and facts ->> 'name' = any($1) group by 1`
  compareCounts(entries, await countBy(admin, query, marksOf(entries)), verdict)
  if (!mailbox) return
  let mails: MailRow[] = []
  const isSettled = async () => {
    mails = await readMails(admin)
    return mails.every(({ sent }) => sent) || latelySent(mails) >= perHour
  }
  // One whose answer was lost is tried again after a growing pause.
  if (!(await until(isSettled, { patienceMs, everyMs: 500 })))
    verdict.stuck.push(
      `${mails.filter(({ sent }) => !sent).length} mails wait, though only ${latelySent(mails)} were sent`,
    )
  const ordered = new Set(mails.map(({ id }) => id))
  for (const { id, sent } of mails) if (sent && !mailbox.taken.has(id)) verdict.lost.push(`${id}, marked as sent`)
  for (const id of mailbox.taken.keys()) if (!ordered.has(id)) verdict.wrong.push(`${id} arrived and was never ordered`)
  if (latelySent(mails) > mostPerHour) verdict.wrong.push(`${latelySent(mails)} mails were sent in an hour`)
}

interface MailRow {
  /** As it is part of the message's id. */
  id: string
  sent: boolean
  lately: boolean
}

const latelySent = (mails: readonly MailRow[]) => mails.filter(({ lately }) => lately).length

async function readMails(admin: pg.Client): Promise<MailRow[]> {
  const { rows } = await admin.query<MailRow>(
    `select 'operator-' || id as id, sent_at is not null as sent, coalesce(sent_at > now() - interval '1 hour', false) as lately
     from operator_mail`,
  )
  return rows
}
