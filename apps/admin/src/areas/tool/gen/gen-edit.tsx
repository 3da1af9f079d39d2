import { type GenContent, genTable, type RowOf } from '@timbermark/contract'
import { Button, Card, Input, Tabs } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useSendOnce } from '../../../entity/form/use-send-once.ts'
import { useLeaveGuard } from '../../../entity/form/use-leave-guard.ts'
import { LoadingOrFailure, NoPermission } from '../../../entity/list/list-states.tsx'
import { useRefresh, useRow } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { ColumnsEditor } from './column-editor.tsx'
import { Labelled } from '../parts/labelled.tsx'
import { ProblemList, useProblems } from '../parts/problems.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { SettingsEditor } from './settings-editor.tsx'
import '../../../entity/entity.css'
import './gen.css'

/** The settings for generating from one table: `/tool/gen-edit/index/:tableId`. */
export default function GenEditScreen() {
  const { tableId = '' } = useParams()
  const { can } = useSession()
  const mayEdit = can('tool:gen:edit') && can('tool:gen:query')
  const { data: cached, isFetchedAfterMount, error, refetch } = useRow(genTable, mayEdit ? tableId : undefined)
  // Cached data may be stale: saving it would overwrite a colleague's later change.
  const data = isFetchedAfterMount ? cached : undefined
  if (!mayEdit) return <NoPermission />
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 8 }} />
  return <GenEditor key={data.id} row={data} />
}

interface Draft extends GenContent {
  tableComment: string
  remark: string
}

function GenEditor({ row }: { row: RowOf<typeof genTable> }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const refresh = useRefresh(genTable)
  const { can } = useSession()
  const [draft, setDraft] = useState<Draft>(() => ({
    tableComment: row.tableComment ?? '',
    remark: row.remark ?? '',
    settings: row.settings,
    columns: row.columns,
  }))
  const latest = useRef(draft)
  latest.current = draft
  const [dirty, setDirty] = useState(false)
  const { sending: saving, send } = useSendOnce()
  const [previewing, setPreviewing] = useState(false)
  const problems = useProblems('tool.gen')
  const leave = useLeaveGuard(dirty)

  const set = (change: Partial<Draft>) => {
    setDraft(before => ({ ...before, ...change }))
    setDirty(true)
  }

  /** @returns whether it was saved */
  const save = (): Promise<boolean> =>
    send(
      async () => {
        await client.call('PUT /tool/gen', {
          body: {
            id: row.id,
            tableComment: draft.tableComment,
            remark: draft.remark || null,
            settings: { ...draft.settings, operations: [...draft.settings.operations] },
            columns: draft.columns.map(
              ({ type: _type, comment: _comment, state: _state, kinds: _kinds, options, ...column }) => ({
                ...column,
                ...(options && { options: [...options] }),
              }),
            ),
          },
        })
        problems.clear()
        // Changes made while the request was under way are not saved yet.
        if (latest.current === draft) setDirty(false)
        feedback.done(t('entity.saved'))
        await refresh()
      },
      problems.handleFailure,
      true,
    )
  const back = () => leave.attempt(() => navigate('/tool/gen'))
  // The preview shows the stored settings, so they are saved first.
  const preview = async () => {
    if (!dirty || (await save())) setPreviewing(true)
  }

  return (
    <Card
      className="tm-titled"
      title={t('tool.gen.editOf', { name: row.tableName })}
      extra={<Button onClick={back}>{t('action.back')}</Button>}
    >
      <ProblemList problems={problems} title={t('tool.gen.problems')} place={path => columnPrefix(draft, path)} />
      <Tabs
        items={[
          {
            key: 'basic',
            label: t('tool.gen.tab.basic'),
            children: <BasicSettings tableName={row.tableName} draft={draft} problem={problems.of} onChange={set} />,
          },
          {
            key: 'columns',
            label: t('tool.gen.tab.columns'),
            children: (
              <ColumnsEditor
                columns={draft.columns}
                problem={problems.of}
                hasProblem={path => problems.within(`${path}.`)}
                onChange={columns => set({ columns })}
              />
            ),
          },
          {
            key: 'settings',
            label: t('tool.gen.tab.settings'),
            children: <SettingsEditor content={draft} problem={problems.of} onChange={settings => set({ settings })} />,
          },
        ]}
      />
      <div className="tm-gen-foot">
        <Button type="primary" loading={saving} onClick={save}>
          {t('action.save')}
        </Button>
        {can('tool:gen:preview') && (
          <Button disabled={saving} onClick={preview}>
            {t('tool.gen.preview')}
          </Button>
        )}
        <Button onClick={back}>{t('action.cancel')}</Button>
      </div>
      {previewing && <PreviewDialog id={row.id} name={row.tableName} onClose={() => setPreviewing(false)} />}
    </Card>
  )
}

interface BasicSettingsProps {
  tableName: string
  draft: Draft
  problem: (path: string) => string | undefined
  onChange: (change: Partial<Draft>) => void
}

/** The table's name, comment and remark. */
function BasicSettings({ tableName, draft, problem, onChange }: BasicSettingsProps) {
  const t = useT()
  return (
    <div className="tm-gen-grid">
      <Labelled label={t('tool.gen.tableName')}>{({ id }) => <Input id={id} value={tableName} disabled />}</Labelled>
      <Labelled label={t('tool.gen.tableComment')} problem={problem('tableComment')}>
        {props => (
          <Input
            {...props}
            value={draft.tableComment}
            maxLength={500}
            onChange={event => onChange({ tableComment: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('tool.gen.remark')} problem={problem('remark')}>
        {props => (
          <Input.TextArea
            {...props}
            value={draft.remark}
            maxLength={200}
            autoSize={{ minRows: 1, maxRows: 4 }}
            onChange={event => onChange({ remark: event.target.value })}
          />
        )}
      </Labelled>
    </div>
  )
}

/** Name of the column with the problem, in front of the message. */
function columnPrefix({ columns }: GenContent, field: string): string {
  const at = /^columns\.(\d+)\./.exec(field)?.[1]
  const column = at === undefined ? undefined : columns[Number(at)]
  return column ? `${column.column}: ` : ''
}
