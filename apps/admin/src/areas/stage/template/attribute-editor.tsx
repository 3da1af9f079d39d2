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
import { MovableLine, StillLine, useDragSensors } from '../../../entity/controls/sortable-line.tsx'
import { useClient, useT } from '../../../shell/index.ts'
import { positionKey } from '@timbermark/contract/stages'
import { type Line, linesOf, lowest, movedTo } from './attribute-order.ts'
import { type AttributeDraft, inputs, isOwnField, kinds, ownFields, requiring, units } from './attributes.ts'

const labelField = { ...attributeLabel, required: true } as const
const mostAttributes = 50

/** The form of a stage line by line: its own fields, and what the template asks for among them. */
export function AttributeEditor({ stage, fill }: { stage: StageKey | undefined; fill: (values: FormValues) => void }) {
  const t = useT()
  const form = Form.useFormInstance()
  const drafts = (Form.useWatch('attributes', { form, preserve: true }) as AttributeDraft[] | undefined) ?? []
  const list = useRef<HTMLOListElement>(null)
  const [told, setTold] = useState('')
  const sensors = useDragSensors()
  const lines = stage ? linesOf(stage, drafts) : []
  const set = (next: readonly AttributeDraft[]) => fill({ attributes: next })
  const nameOf = (line: Line | undefined): string =>
    line === undefined
      ? ''
      : line.kind === 'group'
        ? t(`stage.group.${line.group}`)
        : line.kind === 'field'
          ? t.from(`stage.field.${line.field.key}`)
          : calledNow(drafts[line.at]) || t('stage.template.attribute', { n: line.at + 1 })
  const calledNow = (draft: AttributeDraft | undefined) =>
    draft?.label || wordIn(textsOf(draft?.labelTexts), t.language).text || ''
  const lineOf = (id: string | number | undefined) => lines.findIndex(line => line.id === id)

  /** Moves a line; the focus stays on what was moved. @param tool the button that did it */
  function move(from: number, to: number, tool?: string) {
    if (!stage || to < lowest || to >= lines.length) return
    const moved = movedTo(stage, drafts, from, to)
    const behind = linesOf(stage, moved.drafts)
    const at = behind.findIndex(line => line.kind === 'attribute' && line.at === moved.at)
    set(moved.drafts)
    setTold(
      t('stage.template.movedBehind', { name: nameOf(lines[from]), before: placeName(behind[at - 1], moved.drafts) }),
    )
    const button = `[data-attribute="${moved.at}"] [data-tool="${tool ?? 'handle'}"]`
    setTimeout(() => list.current?.querySelector<HTMLElement>(button)?.focus())
  }
  const placeName = (line: Line | undefined, all: readonly AttributeDraft[]) =>
    line?.kind === 'attribute' ? calledNow(all[line.at]) : nameOf(line)
  const dragged = ({ active, over }: DragEndEvent) => {
    const [from, to] = [lineOf(active.id), lineOf(over?.id)]
    if (over && from !== to) move(from, Math.max(to, lowest))
  }

  return (
    <section className="tm-form-wide tm-attributes" aria-label={t('stage.template.attributes')}>
      <h3>{t('stage.template.attributes')}</h3>
      <p className="tm-muted">{t('stage.template.attributesHint')}</p>
      {stage && (
        <div className="tm-form-line-field">
          <OwnField field={positionField(drafts)} drafts={drafts} onChange={set} stage={stage} />
        </div>
      )}
      <p className="tm-visually-hidden" role="status">
        {told}
      </p>
      <Form.List name="attributes">
        {(items, { add, remove }) => (
          <DndContext
            sensors={sensors}
            onDragEnd={dragged}
            accessibility={{
              screenReaderInstructions: { draggable: t('entity.dragHint') },
              announcements: {
                onDragStart: ({ active }) => t('entity.dragged', { n: lineOf(active.id) }),
                onDragOver: ({ over }) =>
                  over ? t('stage.template.behind', { before: nameOf(lines[lineOf(over.id)]) }) : undefined,
                onDragEnd: () => undefined,
                onDragCancel: () => t('entity.dragCancelled'),
              },
            }}
          >
            {items.length < mostAttributes && (
              <Button
                type="dashed"
                icon={<PlusOutlined />}
                disabled={!stage}
                onClick={() => {
                  add({ label: '', input: 'text', kind: 'text' })
                  // It stands on top until it is moved.
                  setTimeout(() =>
                    list.current?.querySelector<HTMLElement>(`[data-attribute="${items.length}"] input`)?.focus(),
                  )
                }}
              >
                {t('stage.template.addAttribute')}
              </Button>
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
                        <OwnField field={line.field} drafts={drafts} onChange={set} stage={stage!} />
                      </StillLine>
                    )
                  const item = items.find(({ name }) => name === line.at)
                  if (!item) return null
                  const name = nameOf(line)
                  return (
                    <MovableLine
                      key={line.id}
                      id={line.id}
                      className="tm-attribute"
                      data-attribute={line.at}
                      label={t('entity.moveFile', { name })}
                    >
                      <AttributeFields at={item.name} draft={drafts[line.at]} />
                      <span className="tm-attribute-tools">
                        <Button
                          type="text"
                          data-tool="up"
                          icon={<ArrowUpOutlined />}
                          aria-label={t('entity.moveUp', { name })}
                          disabled={place <= lowest}
                          onClick={() => move(place, place - 1, 'up')}
                        />
                        <Button
                          type="text"
                          data-tool="down"
                          icon={<ArrowDownOutlined />}
                          aria-label={t('entity.moveDown', { name })}
                          disabled={place === lines.length - 1}
                          onClick={() => move(place, place + 1, 'down')}
                        />
                        <Button
                          type="text"
                          danger
                          icon={<DeleteOutlined />}
                          aria-label={t('entity.removeFile', { name })}
                          onClick={() => remove(item.name)}
                        />
                      </span>
                    </MovableLine>
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

/** The position, which every report asks for beside the stage's fields. */
const positionField = (drafts: readonly AttributeDraft[]): StageField => ({
  key: positionKey,
  type: 'coordinates',
  group: 'common',
  required: drafts.some(draft => draft?.key === positionKey),
})

/** A field of the stage: it stays where it is, and the template may make it required. */
function OwnField({
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
  const always = ownFields(stage).some(own => own.key === field.key && own.required)
  return (
    <>
      <span>{label}</span>
      <Checkbox
        checked={field.required === true}
        disabled={always}
        aria-label={`${t('stage.template.required')}: ${label}`}
        onChange={({ target }) =>
          onChange(
            target.checked ? [...drafts, requiring(field, label)] : drafts.filter(draft => draft?.key !== field.key),
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
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('common.choose')}
      options={(data ?? []).map(row => ({ value: String(row.dictType), label: String(row.dictName) }))}
      onChange={onChange}
    />
  )
}
