import { z } from 'zod'
import { defineCall } from '../call.ts'
import { count } from '../wire/shapes.ts'

/** Undoes what a call has answered an `undo` for. The change, its permission and its time are checked by the server. */
export const undoChange = defineCall({
  method: 'POST',
  path: '/system/undo/:id(^\\d+$)',
  access: 'signedIn',
  scope: { tested: 'rows in scope of the undone verb', in: 'apps/server/test/entity/undo.test.ts' },
  summary: 'Undoes a removal, a switch or a transition of the own account, within a minute, once or repeatedly',
  answer: z.strictObject({ undone: count }),
  audit: { title: 'system.undo', kind: 'edit' },
})

export const undoCalls = [undoChange] as const
