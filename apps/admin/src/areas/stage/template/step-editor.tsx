import { DeleteOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons'
import { DndContext, type DragEndEvent } from '@dnd-kit/core'
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { issueText } from '@timbermark/client'
import type { StageKey } from '@timbermark/contract'
import { Button, Checkbox, Empty, Form, Input, Select } from 'antd'
import { NumberControl } from '../../../entity/controls/number-control.tsx'
import { useDragSensors } from '../../../entity/controls/sortable-line.tsx'
import { useNarrow } from '../../../entity/list/use-narrow.ts'
import { useT } from '../../../shell/index.ts'
import { checkDays, type StepDraft, remainingStages } from './steps.ts'
import { searchOptions } from '../../../entity/controls/search-options.ts'
import './circulation.css'

interface StepEditorProps {
  value?: StepDraft[]
  onChange?: (steps: StepDraft[]) => void
}

/** The stages of a circulation in order; a line is dragged, or moved with space and arrow keys. */
export function StepEditor({ value: steps = [], onChange }: StepEditorProps) {
  const t = useT()
  const sensors = useDragSensors()
  const set = (next: StepDraft[]) => onChange?.(next)
  const placeOf = (id: string | number) => steps.findIndex(step => step.stage === id)
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    const from = placeOf(active.id)
    const to = over ? placeOf(over.id) : -1
    if (from !== to && to >= 0) set(arrayMove(steps, from, to))
  }
  /** What a screen reader announces for a stage at the place of another. */
  const announcedPlace = (stage: string | number, at: string | number) => ({
    name: t.from(`stage.${stage}`),
    n: placeOf(at) + 1,
    all: steps.length,
  })
  const addable = remainingStages(steps)
  return (
    <section className="tm-steps" aria-label={t('stage.circulation.steps')}>
      {steps.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('stage.circulation.noSteps')} />
      ) : (
        <>
          <p className="tm-muted">
            {t('stage.circulation.stepsHint')} {t('stage.circulation.daysHint')}
          </p>
          <div className="tm-steps-head" aria-hidden>
            <span>{t('stage.circulation.stage')}</span>
            <span>{t('stage.circulation.required')}</span>
            <span>{t('stage.circulation.days')}</span>
            <span>{t('stage.circulation.responsible')}</span>
          </div>
        </>
      )}
      <DndContext
        sensors={sensors}
        onDragEnd={handleDragEnd}
        accessibility={{
          screenReaderInstructions: { draggable: t('entity.dragHint') },
          announcements: {
            onDragStart: ({ active }) => t('stage.circulation.dragged', announcedPlace(active.id, active.id)),
            onDragOver: ({ active, over }) =>
              over ? t('stage.circulation.draggedTo', announcedPlace(active.id, over.id)) : undefined,
            onDragEnd: ({ active, over }) =>
              over ? t('stage.circulation.dropped', announcedPlace(active.id, over.id)) : undefined,
            onDragCancel: ({ active }) =>
              t('stage.circulation.dragCancelled', { name: t.from(`stage.${String(active.id)}`) }),
          },
        }}
      >
        <SortableContext items={steps.map(step => step.stage)} strategy={verticalListSortingStrategy}>
          <ol>
            {steps.map((step, place) => (
              <StepLine
                key={step.stage}
                step={step}
                place={place}
                onChange={part => set(steps.map(one => (one.stage === step.stage ? { ...one, ...part } : one)))}
                onRemove={() => set(steps.filter(one => one.stage !== step.stage))}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {addable.length > 0 && (
        <div className="tm-steps-add">
          <Select<StageKey>
            aria-label={t('stage.circulation.addStage')}
            value={null as unknown as StageKey}
            placeholder={t('stage.circulation.addStage')}
            showSearch={searchOptions}
            popupMatchSelectWidth={false}
            options={addable.map(stage => ({ value: stage, label: t(`stage.${stage}`) }))}
            onChange={stage => set([...steps, { stage, required: true }])}
          />
          <Button
            type="dashed"
            icon={<PlusOutlined />}
            onClick={() => set([...steps, ...addable.map(stage => ({ stage, required: true }))])}
          >
            {t('stage.circulation.addRest', { n: addable.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

interface StepLineProps {
  step: StepDraft
  place: number
  onChange: (part: Partial<StepDraft>) => void
  onRemove: () => void
}

function StepLine({ step, place, onChange, onRemove }: StepLineProps) {
  const t = useT()
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: step.stage })
  // On a wide screen the columns have headings.
  const narrow = useNarrow()
  const name = t(`stage.${step.stage}`)
  const labelFor = (field: 'required' | 'days' | 'responsible') => `${name}: ${t(`stage.circulation.${field}`)}`
  const issue = checkDays(step)
  const style = transform ? { transform: `translate(${transform.x}px, ${transform.y}px)`, transition } : { transition }
  return (
    <li ref={setNodeRef} className={isDragging ? 'tm-step tm-step-moving' : 'tm-step'} style={style}>
      <Button
        type="text"
        className="tm-step-handle"
        icon={<HolderOutlined />}
        {...attributes}
        {...listeners}
        aria-label={t('stage.circulation.move', { name })}
      />
      <span className="tm-step-place" aria-hidden>
        {place + 1}
      </span>
      <strong className="tm-step-name">{name}</strong>
      <span className="tm-step-required">
        <Checkbox
          checked={step.required}
          aria-label={labelFor('required')}
          onChange={event => onChange({ required: event.target.checked })}
        >
          <span className="tm-step-word">{t('stage.circulation.required')}</span>
        </Checkbox>
      </span>
      <Form.Item
        className="tm-step-days"
        validateStatus={issue ? 'error' : ''}
        help={issue && issueText(t, issue, t('stage.circulation.days'))}
      >
        <NumberControl
          exact={false}
          aria-label={labelFor('days')}
          aria-invalid={issue !== undefined}
          placeholder={narrow ? t('stage.circulation.days') : ''}
          value={step.days ?? undefined}
          onChange={days => onChange({ days })}
        />
      </Form.Item>
      {/* An error in the days of a step is not an error of the responsible party. */}
      <Form.Item className="tm-step-who" validateStatus="">
        <Input
          aria-label={labelFor('responsible')}
          placeholder={narrow ? t('stage.circulation.responsible') : undefined}
          maxLength={50}
          autoComplete="off"
          value={step.responsible ?? ''}
          onChange={event => onChange({ responsible: event.target.value })}
        />
      </Form.Item>
      <Button
        type="text"
        danger
        className="tm-step-remove"
        icon={<DeleteOutlined />}
        aria-label={t('stage.circulation.remove', { name })}
        onClick={onRemove}
      />
    </li>
  )
}
