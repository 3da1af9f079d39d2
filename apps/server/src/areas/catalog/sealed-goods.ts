import { type Issue, textsOf } from '@timbermark/contract'
import { sameTexts } from '../../entity/names.ts'
import type { EntityHooks } from '../../entity/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { assertValid } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { resealRows } from '../ledger/sealing/seal-rows.ts'
import { sealedSubjects } from '../ledger/sealing/subjects.ts'

/** Facts that public pages show for issued codes: `fixed` ones can no longer change, `explained` ones only with a reason. */
interface SealedFacts {
  kind: 'product' | 'batch'
  fixed: readonly string[]
  explained: readonly string[]
}

const productFacts: SealedFacts = {
  kind: 'product',
  fixed: ['latinGenus', 'latinSpecies'],
  explained: [
    'name',
    'nameTexts',
    'foreignName',
    'chineseName',
    'categoryId',
    'description',
    'publicDescription',
    'publicDescriptionTexts',
    'images',
    'video',
  ],
}
const batchFacts: SealedFacts = { kind: 'batch', fixed: ['productId'], explained: ['volume', 'plannedDate'] }

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Compares values; texts by language are compared without regard to their order. */
const isSame = (a: unknown, b: unknown) =>
  isObject(a) && isObject(b)
    ? sameTexts(textsOf(a), textsOf(b))
    : JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Does the body contain the field with another value than the stored one? Exact numbers may have more or fewer zeros. */
function isChanged(key: string, body: Row, before: Row): boolean {
  if (!(key in body)) return false
  const [now, then] = [body[key] === '' ? null : body[key], before[key]]
  return key === 'volume' && now !== null && then !== null ? Number(now) !== Number(then) : !isSame(now, then)
}

/** Checks changes of goods with issued codes: fixed facts cannot change, the explained ones need a reason. @throws Refusal invalid */
async function checkSealed(
  db: Db,
  actor: Actor,
  body: Row,
  before: Row | undefined,
  facts: SealedFacts,
): Promise<void> {
  if (!before) return
  const id = Number(before.id)
  if (!(await sealedSubjects(db, actor.tenantId, facts.kind, [id])).has(id)) return
  const issues: Issue[] = facts.fixed
    .filter(key => isChanged(key, body, before))
    .map(field => ({ field, error: 'catalog.sealed' }))
  const explained = facts.explained.some(key => isChanged(key, body, before))
  if (explained && !String(body.changeReason ?? '').trim())
    issues.push({ field: 'changeReason', error: 'catalog.reason' })
  assertValid(issues)
}

function sealedGoods(facts: SealedFacts): EntityHooks {
  return {
    beforeWrite: (db, actor, body, before) => checkSealed(db, actor, body, before, facts),
    afterEdit: (db, services, actor, id) =>
      resealRows(db, services, actor.tenantId, { kind: facts.kind, ids: [id], hasNewReason: true }),
  }
}

export const productHooks: EntityHooks = { publicFiles: ['images', 'video'], ...sealedGoods(productFacts) }
export const batchHooks: EntityHooks = sealedGoods(batchFacts)

/** Public pages show the name of a product's category, so its products are sealed again. */
export const categoryHooks: EntityHooks = {
  async afterEdit(db, services, actor, id) {
    const rows = await db.query<{ id: number }>(
      sql`
        select id from product
        where tenant_id = ${actor.tenantId} and category_id = ${id} and subject is not null order by id for update`,
    )
    await resealRows(db, services, actor.tenantId, { kind: 'product', ids: rows.map(row => row.id) })
  },
}
