import { z } from 'zod'
import { defineCall } from '../call.ts'
import { count } from '../wire/shapes.ts'

export const codeImportProgress = defineCall({
  method: 'GET',
  path: '/code/qr/importProgress/:name',
  access: { permission: 'code:qr:import' },
  scope: { none: 'the progress of an import of the caller' },
  summary: 'How far the import of codes is that was begun with this name; null while none runs',
  answer: z.strictObject({ done: count, total: count }).nullable(),
})

export const codeImportCalls = [codeImportProgress] as const
