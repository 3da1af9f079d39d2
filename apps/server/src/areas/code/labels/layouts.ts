import { designFault, labelLayout, type LabelDesign } from '@timbermark/contract'
import { entityRoutes } from '../../../entity/routes.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import type { RouteSpec } from '../../../platform/http/http.ts'
import { invalid } from '../../../platform/refusal.ts'

/** Checks across fields: there is room for the heading, and phones can read the symbols. @throws Refusal invalid */
async function beforeWrite(_db: Db, _actor: Actor, body: Row, before: Row | undefined): Promise<void> {
  const fault = designFault({ ...before, ...body } as unknown as LabelDesign)
  if (fault === 'width' || fault === 'height') throw invalid([{ field: fault, error: 'required' }])
  if (fault === 'marginTop' || fault === 'marginBottom') throw invalid([{ field: fault, error: 'code.headingRoom' }])
  if (fault) throw invalid([{ field: fault, error: 'code.labelTooSmall' }])
}

/** Routes of saved label layouts. */
export const labelLayoutRoutes: readonly RouteSpec[] = entityRoutes(labelLayout, { beforeWrite })
