import { limits } from '@timbermark/contract'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { findCodes, plainCode } from './code-index.ts'
import { ownCodeOf } from './own-code.ts'

/** Whether a scanned text is from the platform's labels: the printed address, or the nine characters of a dot code. */
const isMessagingCode = (text: string) => /^(?:P\.URL\.CN\/\S+|[0-9A-Z$*+\-./:%]{9})$/i.test(plainCode(text))

/**
 * Replaces scanned platform codes by the own codes that they stand for. Others stay unchanged and are checked like any
 * scanned text. Without platform codes there is no query.
 * @throws Refusal stage.tooManyCodes
 */
export async function replaceMessagingCodes(
  db: Db,
  services: Services,
  tenantId: number,
  texts: readonly string[],
): Promise<string[]> {
  const platformCodes = [...new Set(texts.filter(isMessagingCode))]
  if (platformCodes.length === 0) return [...texts]
  if (platformCodes.length > limits.reportPlatformCodes)
    throw new Refusal('stage.tooManyCodes', { max: limits.reportPlatformCodes })
  const positions = await findCodes(db, services.secrets, tenantId, platformCodes)
  const ids = [...new Set([...positions.values()].map(({ id }) => id))]
  const rows = await db.query<{ id: number; request_id: number | null }>(sql`
    select id, request_id from platform_request where tenant_id = ${tenantId} and id = any(${ids})`)
  const requests = new Map(rows.map(row => [row.id, row.request_id]))
  const ownCodes = new Map<string, string>()
  for (const [text, { id, position }] of positions) {
    const code = await ownCodeOf(db, services, tenantId, requests.get(id) ?? null, position)
    if (code !== null) ownCodes.set(text, code)
  }
  return texts.map(text => ownCodes.get(text) ?? text)
}
