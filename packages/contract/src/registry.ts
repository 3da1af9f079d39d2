import { batch } from './catalog/batch.ts'
import { category } from './catalog/category.ts'
import { product } from './catalog/product.ts'
import { codeRequest } from './code/request.ts'
import { document } from './evidence/document.ts'
import { type AnyEntity, keyOf } from './entity.ts'

/** Every declared entity. Routes, screens, exports, permissions and the conformance tests walk this list. */
export const entities = [category, product, batch, codeRequest, document] as const satisfies readonly AnyEntity[]

export type DeclaredEntity = (typeof entities)[number]

const byKey = new Map<string, AnyEntity>(entities.map(entity => [keyOf(entity), entity]))

/** The entity with this key (`catalog/product`), or undefined. */
export function entityByKey(key: string): AnyEntity | undefined {
  return byKey.get(key)
}
