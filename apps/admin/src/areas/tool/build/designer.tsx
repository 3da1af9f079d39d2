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
import { begun, changed, redone, undone } from './history.ts'
import { FormPreview } from './form-preview.tsx'
import { Properties } from './properties.tsx'
import '../gen/gen.css'

const nothing: FormContent = { groups: [{ titles: { zh: '', en: '', fr: '' }, fields: [] }] }

/** Puts a form together: fields to add, the form, and what is said of the chosen line. */
export function Designer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { data: read, isFetchedAfterMount, error, refetch } = useRow(formDesign, id)
  // What was read earlier may be what a colleague has changed since: saving it would take that back.
  const data = isFetchedAfterMount ? read : undefined
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
    begun<Draft>({ name: row?.name ?? '', remark: row?.remark ?? '', content: row?.content ?? nothing }),
  )
  const [kept, setKept] = useState(history.present)
  const [mode, setMode] = useState<'edit' | 'preview'>('edit')
  const [chosen, setChosen] = useState<string>()
  const problems = useProblems('tool.build')
  const { sending, inertProps, send } = useSendOnce()
  const draft = history.present
  const leave = useLeaveGuard(draft !== kept)

  const set = (change: Partial<Draft>, about?: string) =>
    setHistory(before => changed(before, { ...before.present, ...change }, about))
  const save = () =>
    send(
      async headersFor => {
        const body = { name: draft.name, remark: draft.remark || null, content: draft.content }
        if (row) await client.put('/tool/build', { id: row.id, ...body })
        else await client.post('/tool/build', body, { headers: headersFor(body) })
        problems.clear()
        setKept(draft)
        feedback.done(t('entity.saved'))
        await refresh()
        // A form that is kept for the first time has a number from now on.
        if (!row) onClose()
      },
      problems.take,
      row !== undefined,
    )
  const keys = (event: React.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    setHistory(key === 'y' || event.shiftKey ? redone : undone)
  }
  return (
    <Card
      className="tm-titled tm-build"
      title={draft.name || t('tool.build.newName')}
      extra={<Button onClick={() => leave.attempt(onClose)}>{t('action.back')}</Button>}
      onKeyDown={keys}
      // The screen of a new form is left with what was sent.
      {...(row ? {} : inertProps)}
    >
      <ProblemList problems={problems} title={t('tool.build.problems')} place={path => keyAt(draft.content, path)} />
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
      <div className="tm-build-bar">
        <Segmented<'edit' | 'preview'>
          value={mode}
          options={(['edit', 'preview'] as const).map(value => ({ value, label: t(`tool.build.${value}`) }))}
          onChange={setMode}
        />
        <Button
          icon={<UndoOutlined />}
          disabled={history.past.length === 0}
          aria-label={t('tool.build.undo')}
          title={t('tool.build.undo')}
          onClick={() => setHistory(undone)}
        />
        <Button
          icon={<RedoOutlined />}
          disabled={history.future.length === 0}
          aria-label={t('tool.build.redo')}
          title={t('tool.build.redo')}
          onClick={() => setHistory(redone)}
        />
        <Button type="primary" loading={sending} onClick={save}>
          {t('action.save')}
        </Button>
      </div>
      {mode === 'preview' ? (
        <FormPreview name={draft.name} content={draft.content} />
      ) : (
        <div className="tm-build-work">
          <Canvas
            content={draft.content}
            chosen={chosen}
            onChoose={setChosen}
            onChange={(content, about) => set({ content }, about)}
            troubled={problems.within}
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

/** Key of the field that something is wrong with, before what it is. */
function keyAt({ groups }: FormContent, path: string): string {
  const [, group, at] = /^content\.groups\.(\d+)\.fields\.(\d+)\./.exec(path) ?? []
  const field = groups[Number(group)]?.fields[Number(at)]
  return field ? `${field.key}: ` : ''
}
