import { stageRecord } from '@timbermark/contract'
import { EntityTable } from '../../entity/entity-table.tsx'
import { NoPermission } from '../../entity/list-states.tsx'
import { ToneTag } from '../../entity/tone-tag.tsx'
import { useAddressWord } from '../../entity/use-list-state.ts'
import { useSession, useT } from '../../shell/index.ts'
import { RecordDrawer } from './record-drawer.tsx'
import '../../entity/entity.css'

/** What was reported about batches, stage by stage. */
export default function StageRecordScreen() {
  const t = useT()
  const { can } = useSession()
  const [viewing, setViewing] = useAddressWord('view')
  if (!can('stage:record:list')) return <NoPermission />
  const mayOpen = can('stage:record:query')
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
        actions={
          mayOpen
            ? row => [{ key: 'view', label: t('action.query'), run: () => setViewing(String(row.id)) }]
            : undefined
        }
      />
      {mayOpen && <RecordDrawer id={viewing} onClose={() => setViewing(undefined)} />}
    </>
  )
}
