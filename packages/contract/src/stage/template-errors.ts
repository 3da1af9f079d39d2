import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about stage templates. */
export const stageTemplateErrors = {
  'stage.templateUsed': 500,
  'stage.templateDelivered': 500,
} as const satisfies Record<string, WireCode>
