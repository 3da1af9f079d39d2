import type pg from 'pg'
import type { Books, Entry } from './books.ts'
import { compareCounts, countBy } from './compare.ts'
import type { Verdict } from './verdict.ts'

/** Scans and checks: each in the log once, counters and roll-ups equal to the log, one first scan. */
export async function judgeVisits(admin: pg.Client, books: Books, verdict: Verdict): Promise<void> {
  const scans = books.all('scan')
  const logged = await countBy(
    admin,
    "select device as mark, count(*) as n from scan_log where device ~ '^[0-9a-f-]{36}$' group by 1",
    undefined,
  )
  compareCounts(scans, logged, verdict)
  compareCounts(
    books.all('check'),
    await countBy(admin, 'select longitude::text as mark, count(*) as n from check_log group by 1', undefined),
    verdict,
  )
  for (const mark of logged.keys())
    if (!books.find('scan', mark)) verdict.wrong.push(`scan ${mark} was never asked for`)
  judgeFirst(scans, logged, verdict)
  await judgeSums(admin, verdict)
}

/** Exactly one scan of a code is the first, and no two have the same number. */
function judgeFirst(scans: readonly Entry<'scan'>[], logged: ReadonlyMap<string, number>, verdict: Verdict): void {
  for (const [code, entries] of Map.groupBy(scans, entry => entry.facts.code)) {
    const answered = entries.filter(entry => entry.answer)
    const first = answered.filter(entry => entry.answer!.first).length
    const allHeard = entries.every(entry => entry.acknowledged || !logged.has(entry.mark))
    if (first > 1) verdict.wrong.push(`${first} scans of ${code} were told to be the first`)
    if (first === 0 && answered.length > 0 && allHeard)
      verdict.wrong.push(`no scan of ${code} was told to be the first`)
    const numbers = new Set(answered.map(entry => entry.answer!.scans))
    if (numbers.size !== answered.length) verdict.wrong.push(`two scans of ${code} were told the same number`)
  }
}

const sums: [string, string][] = [
  [
    'scan counters differ from the log',
    `select coalesce(l.request_number, s.request_number) || ':' || coalesce(l.serial, s.serial) as place, l.n as log, s.scans as said
     from (select request_number, serial, count(*) as n from scan_log group by 1, 2) l
     full join (select * from code_stat where scans > 0) s using (request_number, serial) where l.n is distinct from s.scans`,
  ],
  [
    'check counters differ from the log',
    `select coalesce(l.request_number, s.request_number) || ':' || coalesce(l.serial, s.serial) as place, l.n as log, s.checks as said
     from (select request_number, serial, count(*) as n from check_log where genuine group by 1, 2) l
     full join (select * from code_stat where checks > 0) s using (request_number, serial) where l.n is distinct from s.checks`,
  ],
  [
    'sums of the day differ from the logs',
    `select coalesce(l.day, s.day)::text as place, l.n as log, s.n as said
     from (select day, sum(n) as n from (
       select (scanned_at at time zone time_zone)::date as day, count(*) as n from scan_log join enterprise t on t.id = tenant_id group by 1
       union all
       select (checked_at at time zone time_zone)::date, count(*) from check_log join enterprise t on t.id = tenant_id group by 1) e
       group by 1) l
     full join (select day, sum(scans + checks) as n from scan_day group by 1) s using (day) where l.n is distinct from s.n`,
  ],
]

async function judgeSums(admin: pg.Client, verdict: Verdict): Promise<void> {
  for (const [title, query] of sums) {
    const { rows } = await admin.query<{ place: string; log: string; said: string }>(query)
    for (const row of rows.slice(0, 3)) verdict.wrong.push(`${title}: ${row.place} ${row.log} and ${row.said}`)
  }
}
