import type pg from 'pg'
import { ledgerLog } from '../src/areas/ledger/log/log.ts'
import { checkWholeLedger } from '../src/areas/ledger/log/verify.ts'
import { rowChecks } from '../src/areas/trace/proof/nightly-check.ts'
import { Database } from '../src/platform/database/database.ts'
import { Secrets } from '../src/platform/installation/secrets.ts'
import { readSettings } from '../src/platform/settings.ts'
import type { Verdict } from './verdict.ts'

/** What the ledger's key is derived from. */
export interface LedgerKeys {
  dataDir: string
  keyFile: string
  publicUrl: string
}

/** The ledger: no gap, head at its end, every record and every finished request in it once, and all of it recomputed. */
export async function judgeLedger(
  admin: pg.Client,
  adminUrl: string,
  { dataDir, keyFile, publicUrl }: LedgerKeys,
  verdict: Verdict,
): Promise<void> {
  const { rows } = await admin.query<{ leaves: string; last: string | null; head: string | null }>(
    'select (select count(*) from ledger_entry) as leaves, (select max(index) from ledger_entry) as last, (select max(size) from ledger_checkpoint) as head',
  )
  const { leaves, last, head } = rows[0]!
  if (Number(leaves) !== Number(last ?? -1) + 1) verdict.wrong.push(`${leaves} leaves, the last is number ${last}`)
  if (Number(leaves) !== Number(head ?? 0)) verdict.wrong.push(`${leaves} leaves, the head says ${head}`)
  // A record of single codes is mentioned once per block of them, any other record and each request exactly once; a withdrawal also
  // among the withdrawals.
  const { rows: subjects } = await admin.query<{ subject: string; n: string }>(`
    select w.kind || '/' || w.id as subject, count(e.index) as n from (
      select 'mention' as kind, tenant_id, id, case status when 'voided' then 2 else 1 end as most from stage_record
      union all select 'request', tenant_id, id, 1 from code_request where status in ('completed', 'downloaded')) w
    left join sealed_content c on c.tenant_id = w.tenant_id and c.kind = w.kind and c.row_id = w.id
    left join ledger_entry e on e.content = c.content
    group by 1 having count(e.index) < 1 or count(e.index) <> count(c.id) or (count(e.index) > max(w.most) and bool_and(c.open not like '%"codes"%'))`)
  for (const row of subjects) verdict.wrong.push(`${row.subject} is in the ledger ${row.n} times`)

  const settings = readSettings('test', {
    DATA_DIR: dataDir,
    MASTER_KEY_FILE: keyFile,
    PUBLIC_URL: publicUrl,
    PORT: '0',
  })
  const database = new Database({ serverUrl: adminUrl, workerUrl: adminUrl })
  try {
    const log = ledgerLog({ settings, secrets: Secrets.load(settings) })
    const check = await checkWholeLedger(database, log, rowChecks)
    for (const fault of check.faults.slice(0, 10)) verdict.wrong.push(`ledger: ${fault.kind} ${fault.place}`)
  } finally {
    await database.close()
  }
}
