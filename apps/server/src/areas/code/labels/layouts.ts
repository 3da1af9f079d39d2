import { designFault, labelLayout, type LabelDesign, leastMillimetres } from '@timbermark/contract'
import { entityRoutes } from '../../../entity/routes.ts'
import type { BeforeWrite } from '../../../entity/write.ts'
import type { RouteSpec } from '../../../platform/http/http.ts'
import { invalid } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { symbolModules } from './symbol-modules.ts'

/** Checks across fields: there is room for the heading, and phones can read the symbols once they are printed. */
const beforeWriteIn =
  ({ settings }: Services): BeforeWrite =>
  async (_db, _actor, body, before) => {
    const design = { ...before, ...body } as unknown as LabelDesign
    const modules = symbolModules(settings.publicUrl, design.errorLevel)
    const fault = designFault(design, modules)
    if (fault === 'width' || fault === 'height') throw invalid([{ field: fault, error: 'required' }])
    if (fault === 'marginTop' || fault === 'marginBottom') throw invalid([{ field: fault, error: 'code.headingRoom' }])
    const params = { mm: leastMillimetres(modules, Number(design.dpi)) }
    if (fault) throw invalid([{ field: fault, error: 'code.labelTooSmall', params }])
  }

/** Routes of saved label layouts. */
export const labelLayoutRoutes: readonly RouteSpec[] = entityRoutes(labelLayout, { beforeWriteIn })
