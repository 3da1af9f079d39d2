import { keyOf, permissionOf, phraseOf, type ViewInput } from '@timbermark/contract'
import { nothing, oneOfEach } from '@timbermark/contract/calls'
import { z } from 'zod'
import type { Row } from '../platform/database/database.ts'
import { type Call, type RouteSpec, route } from '../platform/http/http.ts'
import { assertValid } from '../platform/refusal.ts'
import { flagIssue, recordOf, unknownFields } from './wire.ts'

/** Enables or disables a record, when that is more than a change of its row. */
export function statusRoute(
  view: ViewInput,
  summary: string,
  change: (call: Call<unknown, Row>, id: number, status: string) => Promise<void>,
): RouteSpec {
  const title = phraseOf(view)
  return route({
    method: 'PUT',
    path: `/${keyOf(view)}/changeStatus`,
    access: { permission: permissionOf(view, 'edit') },
    summary,
    body: z.record(z.string(), z.unknown()).meta({
      required: view.idAlias ? ['status'] : ['id', 'status'],
      properties: {
        id: { type: 'integer' },
        ...(view.idAlias && { [view.idAlias]: { type: 'integer' } }),
        status: { enum: ['0', '1'] },
      },
      ...(view.idAlias && oneOfEach(['id', view.idAlias])),
    }),
    answer: nothing,
    labels: title,
    audit: { title, kind: 'edit' },
    handler: call => {
      const { id, body } = recordOf(call.body, view.idAlias)
      assertValid([...unknownFields(body, ['id', 'status']), ...flagIssue(body, 'status', true)])
      return change(call, id, body.status as string)
    },
  })
}
