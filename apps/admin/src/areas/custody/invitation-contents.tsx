import { formatDate, queryKeys } from '@timbermark/client'
import type { Row } from '../../entity/types.ts'
import { useClient, useT } from '../../shell/index.ts'
import { OfferedGoods } from './goods-dialog.tsx'

/** The goods of an invitation, with the stages that the partner may report, until when, and what both sides wrote. */
export function InvitationContents({ row }: { row: Row }) {
  const t = useT()
  const client = useClient()
  return (
    <OfferedGoods
      query={{
        queryKey: [...queryKeys.entity('custody/invitation'), 'goods', row.id],
        queryFn: ({ signal }) => client.call('GET /custody/invitation/:id/goods', { params: { id: row.id }, signal }),
      }}
      agreed={({ note }) => [
        { key: 'stages', label: t('custody.invitation.stages'), children: String(row.stageNames) },
        {
          key: 'untilOn',
          label: t('custody.invitation.untilOn'),
          children: formatDate(String(row.untilOn)),
        },
        { key: 'note', label: t('custody.invitation.note'), children: note },
        { key: 'reason', label: t('custody.invitation.reason'), children: row.reason as string | null },
      ]}
    />
  )
}
