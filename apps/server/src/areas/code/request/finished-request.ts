import { codeRequest, type CodeRule, type Texts } from '@timbermark/contract'
import { lockRow } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { securityCodeScope } from '../directory/security-code-scope.ts'

/** A request whose codes are generated, with the data printed next to them. */
export interface FinishedRequest {
  id: number
  request_number: number
  name: string
  count: number
  status: string
  origin: 'own' | 'foreign' | 'received' | 'invited'
  code_rule: CodeRule
  security_length: number
  country_code: string
  factory_code: string
  batch_date: string
  species: string
  manifest_sha256: string | null
  /** Whether the actor may see its security codes. */
  shows_security: boolean
  batch_number: string
  product_name: string
  product_texts: Texts
}

/** Loads a request that has codes. @throws Refusal code.notCompleted, code.printedByOthers */
export async function loadFinishedRequest(db: Db, actor: Actor, id: number, verb: string): Promise<FinishedRequest> {
  await lockRow(db, codeRequest, actor, id, verb)
  const row = await db.one<FinishedRequest>(sql`
    select r.id, r.request_number, r.name, r.count, r.status, r.origin, r.code_rule, r.security_length,
           r.country_code, r.factory_code, r.batch_date, r.species, r.manifest_sha256,
           b.batch_number, p.name as product_name, p.name_texts as product_texts, ${securityCodeScope(actor)} as shows_security
    from code_request r join batch b on b.tenant_id = ${actor.tenantId} and b.id = r.batch_id
    join product p on p.tenant_id = ${actor.tenantId} and p.id = b.product_id
    where r.tenant_id = ${actor.tenantId} and r.id = ${id}`)
  if (row.status !== 'completed' && row.status !== 'downloaded') throw new Refusal('code.notCompleted')
  // Other codes are printed on the goods already.
  if (row.origin !== 'own') throw new Refusal('code.printedByOthers')
  return row
}
