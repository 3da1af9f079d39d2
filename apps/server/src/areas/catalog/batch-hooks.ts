import type { BeforeWrite, EntityHooks } from '../../entity/write.ts'
import { batchCirculation, categoryCirculation } from '../stage/circulation/batch-circulation.ts'
import { batchHooks as sealedBatch, categoryHooks as sealedCategory } from './sealed-goods.ts'

const both =
  (first: BeforeWrite | undefined, second: BeforeWrite): BeforeWrite =>
  async (...write) => {
    await first?.(...write)
    await second(...write)
  }

/** What holds for batches: what codes that are out rely on stays, and they go by a circulation. */
export const batchHooks: EntityHooks = {
  ...sealedBatch,
  beforeWrite: both(sealedBatch.beforeWrite, batchCirculation),
}

/** What holds for categories, which may say by what their batches go. */
export const categoryHooks: EntityHooks = {
  ...sealedCategory,
  beforeWrite: both(sealedCategory.beforeWrite, categoryCirculation),
}
