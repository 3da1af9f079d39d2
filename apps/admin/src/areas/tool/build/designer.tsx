import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { type FormContent, formDesign, type RowOf } from '@timbermark/contract'
import { Button, Card, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useLeaveGuard } from '../../../entity/form/use-leave-guard.ts'
import { useSendOnce } from '../../../entity/form/use-send-once.ts'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { useRefresh, useRow } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { Labelled } from '../parts/labelled.tsx'
import { ProblemList, useProblems } from '../parts/problems.tsx'
import { Canvas } from './canvas.tsx'
import { startHistory, recordChange, redo, undo } from './history.ts'
import { FormPreview } from './form-preview.tsx'
import { Properties } from './properties.tsx'
import '../gen/gen.css'

const emptyForm: FormContent = { groups: [{ titles: { zh: '', en: '', fr: '' }, fields: [] }] }

/** Edits a form: the palette, the form, and the properties of the selected line. */
export function Designer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { data: cached, isFetchedAfterMount, error, refetch } = useRow(formDesign, id)
  // Cached data may be stale: saving it would overwrite a colleague's later change.
  const data = isFetchedAfterMount ? cached : undefined
  if (id === undefined) return <Editor row={undefined} onClose={onClose} />
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 8 }} />
  return <Editor row={data} onClose={onClose} />
}

interface Draft {
  name: string
  remark: string
  content: FormContent
}

function Editor({ row, onClose }: { row: RowOf<typeof formDesign> | undefined; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(formDesign)
  const [history, setHistory] = useState(() =>
    startHistory<Draft>({ name: row?.name ?? '', remark: row?.remark ?? '', content: row?.content ?? emptyForm }),
  )
  const [saved, setSaved] = useState(history.present)
  const [mode, setMode] = useState<'edit' | 'preview'>('edit')
  const [chosen, setChosen] = useState<string>()
  const problems = useProblems('tool.build')
  const { sending, inertProps, send } = useSendOnce()
  const draft = history.present
  const leave = useLeaveGuard(draft !== saved)

  const set = (change: Partial<Draft>, about?: string) =>
    setHistory(before => recordChange(before, { ...before.present, ...change }, about))
  const save = () =>
    send(
      async headersFor => {
        const body = { name: draft.name, remark: draft.remark || null, content: draft.content }
        if (row) await client.put('/tool/build', { id: row.id, ...body })
        else await client.post('/tool/build', body, { headers: headersFor(body) })
        problems.clear()
        setSaved(draft)
        feedback.done(t('entity.saved'))
        await refresh()
        // A form that was just created has an id from now on.
        if (!row) onClose()
      },
      problems.handleFailure,
      row !== undefined,
    )
  const handleKeys = (event: React.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    setHistory(key === 'y' || event.shiftKey ? redo : undo)
  }
  return (
    <Card
      className="tm-titled tm-build"
      title={draft.name || t('tool.build.newName')}
      extra={<Button onClick={() => leave.attempt(onClose)}>{t('action.back')}</Button>}
      onKeyDown={handleKeys}
      // The screen of a new form closes once it is sent, so it is locked meanwhile.
      {...(row ? {} : inertProps)}
    >
      <ProblemList
        problems={problems}
        title={t('tool.build.problems')}
        place={path => keyPrefix(draft.content, path)}
      />
      <div className="tm-gen-grid">
        <Labelled label={t('tool.build.name')} problem={problems.of('name')}>
          {props => (
            <Input
              {...props}
              value={draft.name}
              maxLength={100}
              onChange={event => set({ name: event.target.value }, 'name')}
            />
          )}
        </Labelled>
        <Labelled label={t('tool.build.remark')} problem={problems.of('remark')}>
          {props => (
            <Input
              {...props}
              value={draft.remark}
              maxLength={200}
              onChange={event => set({ remark: event.target.value }, 'remark')}
            />
          )}
        </Labelled>
      </div>
      <EditorBar
        mode={mode}
        onMode={setMode}
        canUndo={history.past.length > 0}
        canRedo={history.future.length > 0}
        onUndo={() => setHistory(undo)}
        onRedo={() => setHistory(redo)}
        sending={sending}
        onSave={save}
      />
      {mode === 'preview' ? (
        <FormPreview name={draft.name} content={draft.content} />
      ) : (
        <div className="tm-build-work">
          <Canvas
            content={draft.content}
            chosen={chosen}
            onChoose={setChosen}
            onChange={(content, about) => set({ content }, about)}
            hasProblem={problems.within}
          />
          <Properties
            content={draft.content}
            chosen={chosen}
            problem={problems.of}
            onChoose={setChosen}
            onChange={(content, about) => set({ content }, about)}
          />
        </div>
      )}
    </Card>
  )
}

interface EditorBarProps {
  mode: 'edit' | 'preview'
  onMode: (mode: 'edit' | 'preview') => void
  canUndo: boolean
  canRedo: boolean
  onUndo: () => void
  onRedo: () => void
  sending: boolean
  onSave: () => void
}

/** Switches between form and preview, and undoes, redoes and saves. */
function EditorBar({ mode, onMode, canUndo, canRedo, onUndo, onRedo, sending, onSave }: EditorBarProps) {
  const t = useT()
  return (
    <div className="tm-build-bar">
      <Segmented<'edit' | 'preview'>
        value={mode}
        options={(['edit', 'preview'] as const).map(value => ({ value, label: t(`tool.build.${value}`) }))}
        onChange={onMode}
      />
      <Button
        icon={<UndoOutlined />}
        disabled={!canUndo}
        aria-label={t('tool.build.undo')}
        title={t('tool.build.undo')}
        onClick={onUndo}
      />
      <Button
        icon={<RedoOutlined />}
        disabled={!canRedo}
        aria-label={t('tool.build.redo')}
        title={t('tool.build.redo')}
        onClick={onRedo}
      />
      <Button type="primary" loading={sending} onClick={onSave}>
        {t('action.save')}
      </Button>
    </div>
  )
}

/** Key of the field with the problem, in front of the message. */
function keyPrefix({ groups }: FormContent, path: string): string {
  const [, group, at] = /^content\.groups\.(\d+)\.fields\.(\d+)\./.exec(path) ?? []
  const field = groups[Number(group)]?.fields[Number(at)]
  return field ? `${field.key}: ` : ''
}
