import { stageRecord } from '@timbermark/contract'
import { EntityTable } from '../../entity/entity-table.tsx'
import { NoPermission } from '../../entity/list-states.tsx'
import { ToneTag } from '../../entity/tone-tag.tsx'
import { useAddressWord } from '../../entity/use-list-state.ts'
import type { Row } from '../../entity/types.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { RecordDrawer } from './record-drawer.tsx'
import '../../entity/entity.css'

/** What was reported about batches, stage by stage. */
export default function StageRecordScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { can } = useSession()
  const [viewing, setViewing] = useAddressWord('view')
  if (!can('stage:record:list')) return <NoPermission />
  const mayOpen = can('stage:record:query')
  const mayForget = can('stage:record:forget')
  const actionsOf = (row: Row) => [
    ...(mayOpen ? [{ key: 'view', label: t('action.query'), run: () => setViewing(String(row.id)) }] : []),
    // Without an operator there is nothing personal left.
    ...(mayForget && row.operator !== ''
      ? [
          {
            key: 'forget',
            label: t('action.forget'),
            danger: true,
            confirm: {
              title: t('stage.record.forgetTitle'),
              text: t('stage.record.forgetText'),
              ok: t('action.forget'),
            },
            run: async () => {
              await client.call('POST /stage/record/:id/forget', { params: { id: String(row.id) } })
              feedback.done(t('stage.record.forgotten'))
            },
          },
        ]
      : []),
  ]
  return (
    <>
      <EntityTable
        entity={stageRecord}
        cells={{
          ledger: row => (
            <ToneTag tone={row.ledger === 'logged' ? 'success' : 'default'}>
              {t(`stage.record.ledger.${row.ledger}`)}
            </ToneTag>
          ),
        }}
        actions={mayOpen || mayForget ? actionsOf : undefined}
      />
      {mayOpen && <RecordDrawer id={viewing} onClose={() => setViewing(undefined)} />}
    </>
  )
}
