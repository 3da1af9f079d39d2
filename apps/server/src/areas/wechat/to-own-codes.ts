import { limits } from '@timbermark/contract'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { findCodes, plainCode } from './code-index.ts'
import { ownCodeOf } from './own-code.ts'

/** What a scanner reads from the platform's labels: the printed address, or the nine characters of a dot code. */
const ofPlatform = (text: string) => /^(?:P\.URL\.CN\/\S+|[0-9A-Z$*+\-./:%]{9})$/i.test(plainCode(text))

/**
 * Scanned codes with each of the messaging platform's in the place of which one of ours stands replaced by ours. The others
 * stay as they are, to be judged like anything that was scanned. Where none is of the platform nothing is asked.
 * @throws Refusal stage.tooManyCodes
 */
export async function inOwnCodes(
  db: Db,
  services: Services,
  tenantId: number,
  texts: readonly string[],
): Promise<string[]> {
  const asked = [...new Set(texts.filter(ofPlatform))]
  if (asked.length === 0) return [...texts]
  if (asked.length > limits.reportPlatformCodes)
    throw new Refusal('stage.tooManyCodes', { max: limits.reportPlatformCodes })
  const found = await findCodes(db, services.secrets, tenantId, asked)
  const ids = [...new Set([...found.values()].map(({ id }) => id))]
  const rows = await db.query<{ id: number; request_id: number | null }>(sql`
    select id, request_id from platform_request where tenant_id = ${tenantId} and id = any(${ids})`)
  const requests = new Map(rows.map(row => [row.id, row.request_id]))
  const own = new Map<string, string>()
  for (const [text, { id, position }] of found) {
    const code = await ownCodeOf(db, services, tenantId, requests.get(id) ?? null, position)
    if (code !== null) own.set(text, code)
  }
  return texts.map(text => own.get(text) ?? text)
}
