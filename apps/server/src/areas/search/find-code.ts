import type { CodeCard, FoundCode } from '@timbermark/contract/calls'
import { codeLength, fold } from '@timbermark/codes'
import { hasPermission } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { BeforeWire, Call } from '../../platform/http/http.ts'
import { describeCodes } from '../code/by-state/describe-codes.ts'
import { isCodeInScope } from '../code/directory/code-in-scope.ts'
import { hasCodes } from '../code/directory/parse-codes.ts'
import { type KnownCode, rangeOfCode } from '../code/directory/range-facts.ts'
import { loadHistoryRecords } from '../trace/logs/code-history.ts'

type Reader = Pick<Call, 'services' | 'actor' | 'language'>

/** What a text is as a code; null when it is none. */
export async function findCode(reader: Reader, text: string): Promise<BeforeWire<FoundCode> | null> {
  const { services, actor } = reader
  const opened = await services.directory.openFor(actor.tenantId, text)
  if (!opened.known) {
    const { code } = opened
    if (code === null) return incomplete(text)
    const mistyped = await services.directory.findMistyped(text)
    return mistyped ? { is: 'mistyped', code, group: mistyped.group } : { is: 'unknown', code }
  }
  const { code, entry } = opened
  if (!hasCodes(entry)) return { is: 'unknown', code }
  if (entry.tenantId !== actor.tenantId) return { is: 'elsewhere', code }
  return services.database.withTenant(actor.tenantId, async db => {
    const card = (await isCodeInScope(db, actor, opened)) ? await loadCard(db, reader, opened) : undefined
    return card ? { is: 'known' as const, card } : { is: 'elsewhere' as const, code }
  })
}

/** A text alone that has the letters and digits of a code, and some too few or too many of them. */
function incomplete(text: string): FoundCode | null {
  const typed = fold(text.replace(/[\s\u2010-\u2015-]/g, ''))
  const mayBeCode = /^[0-9A-Z]{16,24}$/.test(typed) && /\d.*\d.*\d/.test(typed) && /[A-Z]/.test(typed)
  return mayBeCode && typed.length !== codeLength
    ? { is: 'incomplete', characters: typed.length, expected: codeLength }
    : null
}

async function loadCard(db: Db, reader: Reader, code: KnownCode): Promise<BeforeWire<CodeCard> | undefined> {
  const { actor } = reader
  const [row] = await describeCodes(db, reader, [rangeOfCode(code)])
  if (!row) return undefined
  const checks = await db.maybe<{ checks: number; wrong: number }>(sql`
    select s.checks, s.wrong_checks as wrong from code_stat s
    where s.tenant_id = ${actor.tenantId} and s.request_number = ${code.entry.requestNumber} and s.serial = ${code.serial}`)
  const records = hasPermission(actor, 'stage:record:list')
    ? await loadHistoryRecords(db, actor, code, row.batchId)
    : []
  const last = records.at(-1)
  return {
    code: row.code,
    printed: row.printed,
    codeType: row.codeType,
    serial: row.serial,
    request: { id: row.requestId, name: String(row.requestName) },
    batch: { id: row.batchId, batchNumber: String(row.batchName) },
    product: { id: row.productId, name: String(row.productName) },
    state: hasPermission(actor, 'code:by-state:list') ? row.state : null,
    certification: row.certification,
    recalled: row.recalled,
    parentCode: row.parentCode,
    dealerName: hasPermission(actor, 'channel:assignment:list') ? row.dealerName : null,
    scanCount: row.scanCount,
    firstScanTime: row.firstScanTime,
    checkCount: checks?.checks ?? 0,
    wrongCheckCount: checks?.wrong ?? 0,
    lastStage: last ? { id: last.id, stage: last.stage, time: last.time } : null,
  }
}
