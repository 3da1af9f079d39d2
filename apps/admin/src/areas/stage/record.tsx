import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { isStageKey, type RowOf, stageRecord } from '@timbermark/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Action } from '../../entity/actions/action-button.tsx'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { ReasonDialog } from '../../entity/dialogs/reason-dialog.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { useClient, useSession, useT, useCurrentQuery } from '../../shell/index.ts'
import { CorrectionDrawer } from './correction.tsx'
import { EntryDrawer, type EntryStart } from './entry.tsx'
import { EntryImport } from './entry-import.tsx'
import { RecordDrawer } from './record-drawer.tsx'
import '../../entity/entity.css'

type ListedRecord = Pick<RowOf<typeof stageRecord>, 'id' | 'operator' | 'can' | 'why' | 'stage' | 'batchNumber'>

const reasonLength = 500

/** Stage records: read, entered from the back office, corrected, voided. */
export default function StageRecordScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(stageRecord)
  const { can } = useSession()
  const [viewing, setViewing] = useAddressParam('view')
  const [correcting, setCorrecting] = useAddressParam('correct')
  const [adding, setAdding] = useAddressParam('add')
  const [importing, setImporting] = useState(false)
  const [, setSearch] = useSearchParams()
  const wordsNow = useCurrentQuery()
  const [voiding, setVoiding] = useState<ListedRecord>()
  const chosen = useLocation().state as EntryStart | null
  const rowAction = useRowAction(stageRecord)
  // Set by the document's screen: only records that rely on this document.
  const [documentId, setDocumentId] = useAddressParam('documentId')
  if (!can('stage:record:list')) return <NoPermission />
  const mayOpen = can('stage:record:query')
  const mayEnter = can('stage:record:enter')
  const changes = (row: ListedRecord): Action[] => [
    ...rowAction(row, 'correct', {
      hasPermission: can('stage:record:correct'),
      run: () => setCorrecting(String(row.id)),
    }),
    ...rowAction(row, 'void', { hasPermission: can('stage:record:void'), danger: true, run: () => setVoiding(row) }),
  ]
  const actionsOf = (row: ListedRecord): Action[] => [
    ...(mayOpen ? [{ key: 'view', label: t('action.query'), run: () => setViewing(String(row.id)) }] : []),
    ...changes(row),
    // Without an operator the record holds no personal data any more.
    ...(can('stage:record:forget') && row.operator !== ''
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
              await refresh()
            },
          },
        ]
      : []),
  ]
  const enter = mayEnter && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('1')}>
      {t('stage.entry.title')}
    </Button>
  )
  /** Changes two parameters of the address in one step: the form closes, and the next version of the open record is shown. */
  const closeCorrection = (next: number | undefined) => {
    const params = wordsNow()
    params.delete('correct')
    if (next !== undefined && viewing) params.set('view', String(next))
    setSearch(params, { replace: true })
  }
  const [, batch, stage] = /^batch:(\d+)(?::(\w+))?$/.exec(adding ?? '') ?? []
  return (
    <>
      <EntityTable
        entity={stageRecord}
        query={documentId === undefined ? undefined : { documentId }}
        cells={{
          flagged: row => (row.flagged ? <ToneTag tone="warning">{t('stage.record.flagged.true')}</ToneTag> : ''),
          ledger: row => (
            <ToneTag tone={row.ledger === 'logged' ? 'success' : 'default'}>
              {t(`stage.record.ledger.${row.ledger}`)}
            </ToneTag>
          ),
        }}
        toolbar={
          <>
            {documentId !== undefined && (
              <Button onClick={() => setDocumentId(undefined)}>{t('stage.record.ofPaper')}</Button>
            )}
            {enter}
            {mayEnter && (
              <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
                {t('stage.entry.import')}
              </Button>
            )}
            {can('stage:record:export') && <ExportButton entity={stageRecord} />}
          </>
        }
        empty={enter}
        actions={actionsOf}
      />
      {mayOpen && (
        <RecordDrawer
          id={viewing}
          actions={changes}
          onOpen={id => setViewing(String(id))}
          onClose={() => setViewing(undefined)}
        />
      )}
      {correcting && can('stage:record:correct') && (
        <CorrectionDrawer key={correcting} id={correcting} onClose={closeCorrection} />
      )}
      {adding && mayEnter && (
        <EntryDrawer
          start={batch ? { batchId: Number(batch), stage: isStageKey(stage) ? stage : undefined } : (chosen ?? {})}
          onClose={() => setAdding(undefined)}
        />
      )}
      {importing && <EntryImport onClose={() => setImporting(false)} />}
      {voiding && (
        <VoidDialog
          record={voiding}
          onClose={() => setVoiding(undefined)}
          onVoided={recordId => viewing && setViewing(String(recordId))}
        />
      )}
    </>
  )
}

interface VoidDialogProps {
  record: ListedRecord
  onClose: () => void
  /** @param recordId id of the voiding version */
  onVoided: (recordId: number) => void
}

/** Voids a record for a reason, as a new version of it. */
function VoidDialog({ record, onClose, onVoided }: VoidDialogProps) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(stageRecord)
  return (
    <ReasonDialog
      title={t('stage.record.voidTitle', { stage: t(`stage.${record.stage}`), batch: record.batchNumber })}
      label={t('stage.record.reason')}
      max={reasonLength}
      ok={t('action.void')}
      onClose={onClose}
      run={async reason => {
        const { recordId } = await client.call('PUT /stage/record/:id/void', {
          params: { id: String(record.id) },
          body: { reason },
        })
        feedback.done(t('stage.record.voidDone'))
        onVoided(recordId)
        await refresh()
      }}
    />
  )
}
