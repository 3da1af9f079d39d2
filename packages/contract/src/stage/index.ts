import { stageAuthorization } from './authorization.ts'
import { changeRequest } from './change-request.ts'
import { stageCirculation, stageCirculations } from './circulation.ts'
import { stageParameter, stageParameters } from './parameter.ts'
import { stageProgress } from './progress.ts'
import { stageRecord } from './record.ts'
import { stageTemplate, stageTemplates } from './template.ts'

export * from './authorization.ts'
export * from './change-request.ts'
export * from './circulation-order.ts'
export * from './circulation.ts'
export * from './keys.ts'
export * from './parameter.ts'
export * from './progress.ts'
export * from './record.ts'
export * from './template.ts'
export * from './types.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const stageEntities = [stageTemplate, stageParameter, stageCirculation] as const
/** The views of this area. */
export const stageViews = [
  stageRecord,
  changeRequest,
  stageAuthorization,
  stageTemplates,
  stageParameters,
  stageCirculations,
  stageProgress,
] as const
