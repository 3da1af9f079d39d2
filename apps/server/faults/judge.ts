import pg from 'pg'
import type { Books } from './books.ts'
import { compareCounts, countBy, loseOnce, marksOf } from './compare.ts'
import { judgeFiles } from './judge-files.ts'
import { judgeGoods } from './judge-goods.ts'
import { judgeInterface } from './judge-interface.ts'
import { judgeLedger, type LedgerKeys } from './judge-ledger.ts'
import { judgeMail } from './judge-mail.ts'
import { judgeVisits } from './judge-visits.ts'
import { remarkOf } from './load.ts'
import type { Mailbox } from './mailbox.ts'
import { Verdict } from './verdict.ts'
import { until } from './wait.ts'

export interface Judged {
  books: Books
  adminUrl: string
  /** Folder of the files, by content hash. */
  filesFolder: string
  ledger: LedgerKeys
  /** Address and administrator's session; without them only the database is checked. */
  interface?: { address: string; token: string; hasSessions?: boolean }
  /** Number of the request whose codes are packed, assigned and certified. */
  goodsNumber?: number
  /** Where mail arrives; without it only orders of mail are checked. */
  mailbox?: Mailbox
  /** Stuck work that was reported before. */
  known?: ReadonlySet<string>
  /** How long pending work may take to end. */
  patienceMs?: number
}

/**
 * Compares what was acknowledged with what is stored: all of it, once; nothing that was never sent; every count the
 * same in all places; and no work that nothing processes any more.
 */
export async function judge({ patienceMs = 40_000, ...judged }: Judged): Promise<Verdict> {
  const verdict = new Verdict()
  const admin = new pg.Client({ connectionString: judged.adminUrl, application_name: 'campaign-judge' })
  // A fault during the judgement ends its query, not the campaign.
  admin.on('error', () => {})
  await admin.connect()
  try {
    await judgeStuck(admin, verdict, patienceMs, judged.known ?? new Set())
    const { books } = judged
    await judgeReports(admin, books, verdict)
    await judgeVisits(admin, books, verdict)
    await judgeRows(admin, books, verdict)
    if (judged.goodsNumber !== undefined) await judgeGoods(admin, books, verdict, judged.goodsNumber)
    await judgeMail(admin, books, judged.mailbox, verdict, patienceMs)
    await judgeFiles(admin, books, judged.filesFolder, verdict)
    await judgeLedger(admin, judged.adminUrl, judged.ledger, verdict)
    if (judged.interface) await judgeInterface(judged.interface, books, verdict)
  } finally {
    await admin.end().catch(() => {})
  }
  return verdict
}

async function judgeReports(admin: pg.Client, books: Books, verdict: Verdict): Promise<void> {
  const entries = [...books.all('report'), ...books.all('photo')]
  const counts = await countBy(
    admin,
    'select report_id::text as mark, count(*) as n from stage_record where version = 1 and report_id = any($1::uuid[]) group by 1',
    marksOf(entries),
  )
  compareCounts(entries, counts, verdict)
  const { rows: answers } = await admin.query<{ mark: string; id: string; codes: number }>(
    'select report_id::text as mark, id, code_count as codes from stage_record where version = 1 and report_id = any($1::uuid[])',
    [marksOf(entries)],
  )
  for (const row of answers) {
    const entry = books.find('report', row.mark) ?? books.find('photo', row.mark)!
    if (entry.facts.codes.length !== row.codes) verdict.wrong.push(`report ${row.mark} has ${row.codes} codes`)
    const answered = entry.answer && 'recordId' in entry.answer ? entry.answer.recordId : undefined
    if (answered !== undefined && Number(row.id) !== answered)
      verdict.wrong.push(`report ${row.mark} is record ${row.id}, ${answered} was answered`)
  }
  await judgePhotos(admin, books, verdict)
  const { rows: half } = await admin.query<{ id: string }>(`
    select r.id from stage_record r left join (
      select record_id, sum(upper(serials) - lower(serials)) as n from stage_record_code group by 1) c on c.record_id = r.id
    where c.n is distinct from r.code_count`)
  for (const row of half) verdict.wrong.push(`record ${row.id} does not have its codes`)
}

/** The photo of a report is what was sent with it. */
async function judgePhotos(admin: pg.Client, books: Books, verdict: Verdict): Promise<void> {
  const { rows } = await admin.query<{ mark: string; sha256: string | null }>(
    `select r.report_id::text as mark, f.sha256 from stage_record r
     left join file_object f on f.tenant_id = r.tenant_id and f.id::text = r.public_values -> 'photos' ->> 0
     where r.version = 1 and r.report_id = any($1::uuid[])`,
    [marksOf(books.all('photo'))],
  )
  for (const row of rows)
    if (row.sha256 !== books.find('photo', row.mark)!.facts.sha256)
      verdict.wrong.push(`report ${row.mark} does not have its photo`)
}

/** Listings and their changes, imported users, code requests. */
async function judgeRows(admin: pg.Client, books: Books, verdict: Verdict): Promise<void> {
  const added = books.all('add')
  const { rows: listings } = await admin.query<{ id: string; mark: string; remark: string }>(
    'select id, goods_name as mark, remark from listing where goods_name = any($1)',
    [marksOf(added)],
  )
  compareCounts(added, countOf(listings), verdict)
  // Only the answered row was changed, should there be a second one.
  const answered = listings.filter(row => books.find('add', row.mark)?.answer?.id === Number(row.id))
  judgeEdits(books, new Map(answered.map(row => [row.mark, row.remark])), verdict)

  const imports = books.all('import')
  const users = new Set(
    (
      await admin.query<{ user_name: string }>('select user_name from account where user_name = any($1)', [
        imports.flatMap(entry => entry.facts.users),
      ])
    ).rows.map(row => row.user_name),
  )
  for (const entry of imports) {
    const there = entry.facts.users.filter(user => users.has(user)).length
    if (there === 0 && entry.acknowledged) loseOnce(entry, verdict)
    if (there !== 0 && there !== entry.facts.users.length)
      verdict.wrong.push(`import ${entry.mark}: ${there} of ${entry.facts.users.length} users`)
  }

  const requests = books.all('request')
  compareCounts(
    requests,
    await countBy(
      admin,
      'select name as mark, count(*) as n from code_request where name = any($1) group by 1',
      marksOf(requests),
    ),
    verdict,
  )
  const { rows: twice } = await admin.query<{ request_number: number }>(
    'select request_number from code_request group by 1 having count(*) > 1',
  )
  for (const row of twice) verdict.wrong.push(`request number ${row.request_number} was given twice`)
}

function countOf(rows: readonly { mark: string }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { mark } of rows) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return counts
}

/** The last acknowledged change of a row is stored, or a later unacknowledged one. */
function judgeEdits(books: Books, remarks: ReadonlyMap<string, string>, verdict: Verdict): void {
  for (const [row, entries] of Map.groupBy(books.all('edit'), entry => entry.facts.row)) {
    const stands = remarks.get(row)
    if (stands === undefined) continue
    const last = entries.filter(entry => entry.acknowledged).at(-1)
    if (!last) continue
    const later = entries.filter(entry => entry.facts.place >= last.facts.place)
    if (!later.some(entry => remarkOf(entry.facts.place) === stands)) loseOnce(last, verdict)
  }
}

/** Waits until nothing is pending; what is left then is stuck. */
async function judgeStuck(
  admin: pg.Client,
  verdict: Verdict,
  patienceMs: number,
  known: ReadonlySet<string>,
): Promise<void> {
  let left: string[] = []
  await until(
    async () => {
      left = (await underWay(admin)).filter(item => !known.has(item))
      return left.length === 0
    },
    { patienceMs, everyMs: 200 },
  )
  verdict.stuck.push(...left)
}

async function underWay(admin: pg.Client): Promise<string[]> {
  const { rows: requests } = await admin.query<{ id: string; status: string; progress: string }>(
    "select id, status, progress from code_request where status in ('inProgress', 'processing')",
  )
  const { rows: queued } = await admin.query<{ n: string }>('select count(*) as n from ledger_queue')
  const { rows: jobs } = await admin.query<{ id: string; task: string; attempts: number; locked_by: string | null }>(`
    select j.id, t.identifier as task, j.attempts, j.locked_by from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where j.locked_at is not null or j.attempts >= j.max_attempts or j.run_at <= now()
      or j.run_at > now() + interval '7 hours'`)
  const { rows: runs } = await admin.query<{ id: string; task: string; status: string }>(
    "select id, task, status from task_run where status in ('queued', 'running')",
  )
  const { rows: marks } = await admin.query<{ name: string }>('select name from recurring_job where ordered_at > now()')
  const { rows: outbox } = await admin.query<{ there: string | null }>("select to_regclass('job_outbox') as there")
  const waiting = outbox[0]?.there
    ? (await admin.query<{ n: string }>('select count(*) as n from job_outbox')).rows
    : []
  return [
    ...requests.map(row => `code request ${row.id} is ${row.status} at ${row.progress}`),
    ...(Number(queued[0]!.n) > 0 ? [`${queued[0]!.n} entries wait for the ledger`] : []),
    ...jobs.map(row => `job ${row.id} (${row.task}), attempt ${row.attempts}, ${row.locked_by ? 'locked' : 'waiting'}`),
    ...runs.map(row => `run ${row.id} of ${row.task} is ${row.status}`),
    ...marks.map(row => `${row.name} is not ordered before a moment of the future`),
    ...(Number(waiting[0]?.n ?? 0) > 0 ? [`${waiting[0]!.n} jobs wait to be queued`] : []),
  ]
}
