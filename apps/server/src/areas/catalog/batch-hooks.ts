import type { BeforeWrite, EntityHooks } from '../../entity/write.ts'
import { batchCirculation, categoryCirculation } from '../stage/circulation/batch-circulation.ts'
import { batchHooks as sealedBatch, categoryHooks as sealedCategory } from './sealed-goods.ts'

const inSequence =
  (first: BeforeWrite | undefined, second: BeforeWrite): BeforeWrite =>
  async (...write) => {
    await first?.(...write)
    await second(...write)
  }

/** Hooks of batches: facts sealed with issued codes are protected, and each batch has a circulation. */
export const batchHooks: EntityHooks = {
  ...sealedBatch,
  beforeWriteIn: services => inSequence(sealedBatch.beforeWrite, batchCirculation(services)),
}

/** Hooks of categories, which can name the circulation of their batches. */
export const categoryHooks: EntityHooks = {
  ...sealedCategory,
  beforeWrite: inSequence(sealedCategory.beforeWrite, categoryCirculation),
}
