import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { isStageKey, stageRecord } from '@timbermark/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useSession, useT, useCurrentQuery } from '../../shell/index.ts'
import { useChangeActions } from './change/use-change-actions.tsx'
import { CorrectionDrawer } from './correction.tsx'
import { EntryDrawer, type EntryStart } from './entry.tsx'
import { EntryImport } from './entry-import.tsx'
import { type ListedRecord, useRecordActions } from './record-actions.ts'
import { RecordDrawer } from './record-drawer.tsx'
import { VoidDialog } from './void-record.tsx'
import '../../entity/entity.css'

/** Stage records: read, entered from the back office, corrected, voided. */
export default function StageRecordScreen() {
  const t = useT()
  const { can } = useSession()
  const [viewing, setViewing] = useAddressParam('view')
  const [correcting, setCorrecting] = useAddressParam('correct')
  const [adding, setAdding] = useAddressParam('add')
  const [importing, setImporting] = useState(false)
  const [, setSearch] = useSearchParams()
  const wordsNow = useCurrentQuery()
  const [voiding, setVoiding] = useState<ListedRecord>()
  const chosen = useLocation().state as EntryStart | null
  const { changes, actions } = useRecordActions({
    view: row => setViewing(String(row.id)),
    correct: row => setCorrecting(String(row.id)),
    void: setVoiding,
  })
  const change = useChangeActions(next => viewing && setViewing(String(next)))
  // Set by the document's screen: only records that rely on this document.
  const [documentId, setDocumentId] = useAddressParam('documentId')
  // Set by the plot's screen: only records that name this plot.
  const [plotId, setPlotId] = useAddressParam('plotId')
  if (!can('stage:record:list')) return <NoPermission />
  const mayOpen = can('stage:record:query')
  const mayEnter = can('stage:record:enter')
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
        query={documentId === undefined && plotId === undefined ? undefined : { documentId, plotId }}
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
            {plotId !== undefined && <Button onClick={() => setPlotId(undefined)}>{t('stage.record.ofPlot')}</Button>}
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
        actions={actions}
      />
      {mayOpen && (
        <RecordDrawer
          id={viewing}
          actions={changes}
          changeActions={record =>
            record.change
              ? change.actions({
                  ...record.change,
                  recordId: record.id,
                  stage: record.stage,
                  batchNumber: record.batchNumber,
                })
              : []
          }
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
      {change.dialogs}
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
