import type pg from 'pg'
import type { Books } from './books.ts'
import { compareCounts, countBy, loseOnce, marksOf } from './compare.ts'
import type { Verdict } from './verdict.ts'

/** Where the mark of each kind of write is stored: a query of marks and how often each is there. */
const places = {
  correct: 'select reason as mark, count(*) as n from stage_record where reason = any($1) group by 1',
  void: 'select reason as mark, count(*) as n from stage_record where reason = any($1) group by 1',
  certify: `select (lower(serials) + 1)::text as mark, count(*) as n from certification_step
    where action = 'submit' and (lower(serials) + 1)::text = any($1) and request_number = {goods} group by 1`,
  revoke: 'select reason as mark, count(*) as n from certification_step where reason = any($1) group by 1',
  pack: "select reason as mark, count(*) as n from packing where action <> 'unpack' and reason = any($1) group by 1",
  unpack: "select reason as mark, count(*) as n from packing where action = 'unpack' and reason = any($1) group by 1",
  list: "select operator as mark, count(*) as n from packing where action <> 'unpack' and operator = any($1) group by 1",
  assign: 'select reason as mark, count(*) as n from assignment where reason = any($1) group by 1',
  takeBack: 'select reason as mark, count(*) as n from assignment where reason = any($1) group by 1',
} as const

/** Packing, custody, certification, corrections, runs of tasks, submitted requests: each once. */
export async function judgeGoods(admin: pg.Client, books: Books, verdict: Verdict, goodsNumber: number): Promise<void> {
  for (const kind of Object.keys(places) as (keyof typeof places)[]) {
    const entries = books.all(kind)
    if (entries.length === 0) continue
    const query = places[kind].replace('{goods}', String(goodsNumber))
    compareCounts(entries, await countBy(admin, query, marksOf(entries)), verdict)
  }
  const runs = books.acknowledged('run')
  const { rows } = await admin.query<{ id: string }>('select id::text from task_run where id = any($1::bigint[])', [
    runs.map(entry => entry.answer?.id ?? 0),
  ])
  const there = new Set(rows.map(row => Number(row.id)))
  for (const entry of runs) if (entry.answer && !there.has(entry.answer.id)) loseOnce(entry, verdict)
  const { rows: unsubmitted } = await admin.query<{ id: string }>(
    'select id::text from code_request where id = any($1::bigint[]) and submitted_at is null',
    [books.acknowledged('submit').map(entry => entry.mark)],
  )
  for (const row of unsubmitted) {
    const entry = books.find('submit', row.id)
    if (entry) loseOnce(entry, verdict)
  }
}
