import { useClearable } from '../../../entity/controls/use-clearable.tsx'
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { DndContext, type DragEndEvent } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useQuery } from '@tanstack/react-query'
import { type StageField, type StageKey, textsOf, wordIn } from '@timbermark/contract'
import { attributeLabel } from '@timbermark/contract/stages'
import { Button, Checkbox, Form, Select } from 'antd'
import { useRef, useState } from 'react'
import type { FormValues } from '../../../entity/form/form-values.ts'
import { NameItem } from '../../../entity/form/name-item.tsx'
import { describeDrags, MovableLine, StillLine, useDragSensors } from '../../../entity/controls/sortable-line.tsx'
import { useClient, useT } from '../../../shell/index.ts'
import { positionKey } from '@timbermark/contract/stages'
import { type Line, linesOf, firstAttributeLine, moveLine } from './attribute-order.ts'
import { type AttributeDraft, inputs, isOwnField, kinds, ownFields, requireField, units } from './attributes.ts'
import { searchOptions } from '../../../entity/controls/search-options.ts'

const labelField = { ...attributeLabel, required: true } as const
const maxAttributes = 50

/** The form of a stage line by line: the stage's own fields, with the template's attributes among them. */
export function AttributeEditor({ stage, fill }: { stage: StageKey | undefined; fill: (values: FormValues) => void }) {
  const t = useT()
  const form = Form.useFormInstance()
  const drafts = (Form.useWatch('attributes', { form, preserve: true }) as AttributeDraft[] | undefined) ?? []
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const sensors = useDragSensors()
  const lines = stage ? linesOf(stage, drafts) : []
  const set = (next: readonly AttributeDraft[]) => fill({ attributes: next })
  const { currentLabel, nameOf } = useLineNames(drafts)
  const lineOf = (id: string | number | undefined) => lines.findIndex(line => line.id === id)

  /** Moves a line and keeps the focus on it. @param tool the button that moved it */
  function move(from: number, to: number, tool?: string) {
    if (!stage || to < firstAttributeLine || to >= lines.length) return
    const moved = moveLine(stage, drafts, from, to)
    const nextLines = linesOf(stage, moved.drafts)
    const at = nextLines.findIndex(line => line.kind === 'attribute' && line.at === moved.at)
    set(moved.drafts)
    setAnnouncement(
      t('stage.template.movedBehind', {
        name: nameOf(lines[from]),
        before: placeName(nextLines[at - 1], moved.drafts),
      }),
    )
    const button = `[data-attribute="${moved.at}"] [data-tool="${tool ?? 'handle'}"]`
    setTimeout(() => list.current?.querySelector<HTMLElement>(button)?.focus())
  }
  const placeName = (line: Line | undefined, all: readonly AttributeDraft[]) =>
    line?.kind === 'attribute' ? currentLabel(all[line.at]) : nameOf(line)
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [lineOf(active.id), lineOf(over?.id)]
    if (over && from !== to) move(from, Math.max(to, firstAttributeLine))
  }

  return (
    <section className="tm-form-wide tm-attributes" aria-label={t('stage.template.attributes')}>
      <h3>{t('stage.template.attributes')}</h3>
      <p className="tm-muted">{t('stage.template.attributesHint')}</p>
      {stage && (
        <div className="tm-form-line-field">
          <StageFieldLine field={positionField(drafts)} drafts={drafts} onChange={set} stage={stage} />
        </div>
      )}
      <p className="tm-visually-hidden" role="status">
        {announcement}
      </p>
      <Form.List name="attributes">
        {(items, { add, remove }) => (
          <DndContext
            sensors={sensors}
            onDragEnd={handleDragEnd}
            accessibility={describeDrags(t, { placeOf: lineOf, nameAt: place => nameOf(lines[place]) })}
          >
            {items.length < maxAttributes && (
              <AddAttribute
                disabled={!stage}
                onAdd={() => {
                  add({ label: '', input: 'text', kind: 'text' })
                  // A new attribute is at the top until it is moved.
                  setTimeout(() =>
                    list.current?.querySelector<HTMLElement>(`[data-attribute="${items.length}"] input`)?.focus(),
                  )
                }}
              />
            )}
            <SortableContext items={lines.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
              <ol ref={list}>
                {lines.map((line, place) => {
                  if (line.kind === 'group')
                    return (
                      <StillLine key={line.id} id={line.id} className="tm-form-line-group">
                        {t(`stage.group.${line.group}`)}
                        {line.group === 'template' &&
                          drafts.every(one => one?.place || isOwnField(stage, one?.key)) && (
                            <span className="tm-muted"> {t('stage.template.noAttributes')}</span>
                          )}
                      </StillLine>
                    )
                  if (line.kind === 'field')
                    return (
                      <StillLine key={line.id} id={line.id} className="tm-form-line-field">
                        <StageFieldLine field={line.field} drafts={drafts} onChange={set} stage={stage!} />
                      </StillLine>
                    )
                  const item = items.find(({ name }) => name === line.at)
                  if (!item) return null
                  return (
                    <AttributeLine
                      key={line.id}
                      line={line}
                      draft={drafts[line.at]}
                      name={nameOf(line)}
                      isFirst={place <= firstAttributeLine}
                      isLast={place === lines.length - 1}
                      onMove={(by, tool) => move(place, place + by, tool)}
                      onRemove={() => remove(item.name)}
                    />
                  )
                })}
              </ol>
            </SortableContext>
          </DndContext>
        )}
      </Form.List>
    </section>
  )
}

function AddAttribute({ disabled, onAdd }: { disabled: boolean; onAdd: () => void }) {
  const t = useT()
  return (
    <Button type="dashed" icon={<PlusOutlined />} disabled={disabled} onClick={onAdd}>
      {t('stage.template.addAttribute')}
    </Button>
  )
}

/** The names of the form's lines, in the words that the form holds now. */
function useLineNames(drafts: readonly AttributeDraft[]) {
  const t = useT()
  const currentLabel = (draft: AttributeDraft | undefined) =>
    draft?.label || wordIn(textsOf(draft?.labelTexts), t.language).text || ''
  const nameOf = (line: Line | undefined): string => {
    if (line === undefined) return ''
    if (line.kind === 'group') return t(`stage.group.${line.group}`)
    if (line.kind === 'field') return t.from(`stage.field.${line.field.key}`)
    return currentLabel(drafts[line.at]) || t('stage.template.attribute', { n: line.at + 1 })
  }
  return { currentLabel, nameOf }
}

interface AttributeLineProps {
  line: Extract<Line, { kind: 'attribute' }>
  draft: AttributeDraft | undefined
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1, tool: 'up' | 'down') => void
  onRemove: () => void
}

/** An attribute of the template, with the buttons that move and remove it. */
function AttributeLine({ line, draft, name, isFirst, isLast, onMove, onRemove }: AttributeLineProps) {
  const t = useT()
  return (
    <MovableLine id={line.id} className="tm-attribute" data-attribute={line.at} label={t('entity.moveFile', { name })}>
      <AttributeFields at={line.at} draft={draft} />
      <span className="tm-attribute-tools">
        <Button
          type="text"
          data-tool="up"
          icon={<ArrowUpOutlined />}
          aria-label={t('entity.moveUp', { name })}
          disabled={isFirst}
          onClick={() => onMove(-1, 'up')}
        />
        <Button
          type="text"
          data-tool="down"
          icon={<ArrowDownOutlined />}
          aria-label={t('entity.moveDown', { name })}
          disabled={isLast}
          onClick={() => onMove(1, 'down')}
        />
        <Button
          type="text"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('entity.removeFile', { name })}
          onClick={onRemove}
        />
      </span>
    </MovableLine>
  )
}

/** The position, which every report asks for in addition to the stage's fields. */
const positionField = (drafts: readonly AttributeDraft[]): StageField => ({
  key: positionKey,
  type: 'coordinates',
  group: 'common',
  required: drafts.some(draft => draft?.key === positionKey),
})

/** A field of the stage: it cannot be moved, but the template may make it required. */
function StageFieldLine({
  stage,
  field,
  drafts,
  onChange,
}: {
  stage: StageKey
  field: StageField
  drafts: readonly AttributeDraft[]
  onChange: (drafts: readonly AttributeDraft[]) => void
}) {
  const t = useT()
  const label = t.from(`stage.field.${field.key}`)
  const always = ownFields(stage).some(({ key, required }) => key === field.key && required)
  return (
    <>
      <span>{label}</span>
      <Checkbox
        checked={field.required === true}
        disabled={always}
        aria-label={`${t('stage.template.required')}: ${label}`}
        onChange={({ target }) =>
          onChange(
            target.checked ? [...drafts, requireField(field, label)] : drafts.filter(draft => draft?.key !== field.key),
          )
        }
      >
        {t('stage.template.required')}
      </Checkbox>
    </>
  )
}

function AttributeFields({ at, draft }: { at: number; draft: AttributeDraft | undefined }) {
  const t = useT()
  const clearable = useClearable()
  const isText = draft?.input === 'text'
  const kind = draft?.kind ?? 'text'
  return (
    <div className="tm-attribute-fields">
      <NameItem
        name="label"
        field={labelField}
        label={t('stage.template.label')}
        at={[at]}
        fullPath={['attributes', at]}
      />
      <Form.Item name={[at, 'input']} label={t('stage.template.input')}>
        <Select options={inputs.map(value => ({ value, label: t(`stage.template.input.${value}`) }))} />
      </Form.Item>
      {isText && (
        <Form.Item name={[at, 'kind']} label={t('stage.template.kind')} initialValue="text">
          <Select options={kinds.map(value => ({ value, label: t(`stage.template.kind.${value}`) }))} />
        </Form.Item>
      )}
      {isText && kind === 'number' && (
        <Form.Item name={[at, 'unit']} label={t('stage.template.unit')}>
          <Select allowClear={clearable} options={units.map(value => ({ value, label: t(`unit.${value}`) }))} />
        </Form.Item>
      )}
      {isText && kind === 'choice' && (
        <Form.Item
          name={[at, 'dict']}
          label={t('stage.template.dict')}
          rules={[{ required: true, message: t('error.required', { label: t('stage.template.dict') }) }]}
        >
          <DictTypeSelect />
        </Form.Item>
      )}

      <div className="tm-attribute-checks">
        <Form.Item name={[at, 'required']} valuePropName="checked" noStyle>
          <Checkbox>{t('stage.template.required')}</Checkbox>
        </Form.Item>
        <Form.Item name={[at, 'personal']} valuePropName="checked" noStyle>
          <Checkbox>{t('stage.template.personal')}</Checkbox>
        </Form.Item>
      </div>
    </div>
  )
}

interface DictTypeSelectProps {
  id?: string
  value?: string
  onChange?: (value: string | undefined) => void
}

/** One of the dictionaries. */
function DictTypeSelect({ id, value, onChange }: DictTypeSelectProps) {
  const t = useT()
  const client = useClient()
  const { data, isLoading } = useQuery({
    queryKey: ['entity', 'system/dict/type', 'optionselect'],
    queryFn: ({ signal }) => client.call('GET /system/dict/type/optionselect', { signal }),
  })
  return (
    <Select
      id={id}
      value={value}
      loading={isLoading}
      showSearch={searchOptions}
      placeholder={t('common.choose')}
      options={(data ?? []).map(row => ({ value: String(row.dictType), label: String(row.dictName) }))}
      onChange={onChange}
    />
  )
}
