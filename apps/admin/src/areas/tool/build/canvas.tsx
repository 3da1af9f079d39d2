import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { DndContext, type DragEndEvent, useDraggable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type FormContent, type FormKind, formKinds, wordIn } from '@timbermark/contract'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { MovableLine, StillLine, useDragSensors } from '../../../entity/controls/sortable-line.tsx'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useT } from '../../../shell/index.ts'
import {
  freeKey,
  groupRemoved,
  insertedAt,
  type Line,
  linesOf,
  lowest,
  movedTo,
  newField,
  removedAt,
} from './form-lines.ts'
import { kindWord, useKindWords } from './kind-words.ts'

interface CanvasProps {
  content: FormContent
  /** Id of the chosen line. */
  chosen: string | undefined
  onChoose: (id: string) => void
  onChange: (content: FormContent, about?: string) => void
  /** Is anything wrong below this path? */
  troubled: (path: string) => boolean
}

const fromPalette = 'new-'
const classes = (...names: (string | false)[]) => names.filter(Boolean).join(' ')

/** The fields that can be added, and the form line by line: by pointer, by keyboard or by buttons. */
export function Canvas({ content, chosen, onChoose, onChange, troubled }: CanvasProps) {
  const t = useT()
  const kindWords = useKindWords()
  const list = useRef<HTMLOListElement>(null)
  const [told, setTold] = useState('')
  const sensors = useDragSensors()
  const lines = linesOf(content)
  const nameOf = (line: Line | undefined): string => {
    if (!line) return ''
    const words = line.kind === 'group' ? line.of.titles : line.of.labels
    const text = wordIn(words, t.language).text
    return (
      text ||
      (line.kind === 'group' ? t('tool.build.group', { n: line.group + 1 }) : t('tool.build.field', { n: line.at + 1 }))
    )
  }
  const placeOf = (id: string | number | undefined) => lines.findIndex(line => line.id === id)
  const focus = (id: string, part: string) =>
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-line="${id}"] [data-tool="${part}"]`)?.focus())

  /** Adds a field behind the chosen line, or at the end. */
  function add(kind: FormKind, place?: number) {
    const behind = placeOf(chosen)
    const field = newField(content, kind, kindWords(kind))
    onChange(insertedAt(content, field, place ?? (behind < 0 ? lines.length : behind + 1)))
    onChoose(`field-${field.key}`)
    setTold(t('tool.build.added', { name: kindWord(t, kind) }))
  }
  function move(from: number, to: number, tool: string) {
    const line = lines[from]
    if (!line || to < lowest || to >= lines.length) return
    const next = movedTo(content, from, to)
    onChange(next)
    const after = linesOf(next)
    const at = after.findIndex(one => one.id === line.id)
    setTold(t('tool.build.moved', { name: nameOf(line), before: nameOf(after[at - 1]) }))
    focus(line.id, tool)
  }
  const dropped = ({ active, over }: DragEndEvent) => {
    if (!over) return
    const to = placeOf(over.id)
    const id = String(active.id)
    if (id.startsWith(fromPalette)) add(id.slice(fromPalette.length) as FormKind, to < 0 ? undefined : to + 1)
    else if (placeOf(id) !== to) move(placeOf(id), Math.max(to, lowest), 'handle')
  }
  const copy = (line: Line & { kind: 'field' }, place: number) => {
    const key = freeKey(content, line.of.kind)
    onChange(insertedAt(content, { ...line.of, key }, place + 1))
    onChoose(`field-${key}`)
  }
  return (
    <DndContext
      sensors={sensors}
      onDragEnd={dropped}
      accessibility={{
        screenReaderInstructions: { draggable: t('entity.dragHint') },
        announcements: {
          onDragStart: ({ active }) => t('entity.dragged', { n: placeOf(active.id) }),
          onDragOver: ({ over }) =>
            over ? t('stage.template.behind', { before: nameOf(lines[placeOf(over.id)]) }) : undefined,
          onDragEnd: () => undefined,
          onDragCancel: () => t('entity.dragCancelled'),
        },
      }}
    >
      <section className="tm-build-palette" aria-label={t('tool.build.palette')}>
        <h3>{t('tool.build.palette')}</h3>
        <p className="tm-muted">{t('tool.build.paletteHint')}</p>
        <div>
          {formKinds.map(kind => (
            <PaletteField key={kind} kind={kind} label={kindWord(t, kind)} onAdd={() => add(kind)} />
          ))}
        </div>
      </section>
      <section className="tm-build-canvas" aria-label={t('tool.build.canvas')}>
        <h3>{t('tool.build.canvas')}</h3>
        <p className="tm-visually-hidden" role="status">
          {told}
        </p>
        <SortableContext items={lines.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol ref={list}>
            {lines.map((line, place) => {
              const name = nameOf(line)
              const open = (
                <button
                  type="button"
                  className="tm-build-name"
                  data-tool="open"
                  aria-pressed={line.id === chosen}
                  onClick={() => onChoose(line.id)}
                >
                  {name}
                </button>
              )
              if (line.kind === 'group')
                return (
                  // Fields are moved behind a heading, and it stays.
                  <StillLine
                    key={line.id}
                    id={line.id}
                    data-line={line.id}
                    className={classes('tm-build-group', line.id === chosen && 'tm-build-chosen')}
                  >
                    {open}
                    {content.groups.length > 1 && (
                      <Button
                        type="text"
                        size="small"
                        danger
                        icon={<DeleteOutlined />}
                        aria-label={t('tool.build.remove', { name })}
                        onClick={() => onChange(groupRemoved(content, line.group))}
                      />
                    )}
                  </StillLine>
                )
              return (
                <MovableLine
                  key={line.id}
                  id={line.id}
                  small
                  data-line={line.id}
                  className={classes(
                    'tm-build-field',
                    line.id === chosen && 'tm-build-chosen',
                    troubled(`content.groups.${line.group}.fields.${line.at}.`) && 'tm-build-troubled',
                  )}
                  label={t('tool.build.move', { name })}
                >
                  {open}
                  <ToneTag>{kindWord(t, line.of.kind)}</ToneTag>
                  <span className="tm-build-tools">
                    <Button
                      type="text"
                      size="small"
                      data-tool="up"
                      icon={<ArrowUpOutlined />}
                      disabled={place <= lowest}
                      aria-label={t('entity.moveUp', { name })}
                      onClick={() => move(place, place - 1, 'up')}
                    />
                    <Button
                      type="text"
                      size="small"
                      data-tool="down"
                      icon={<ArrowDownOutlined />}
                      disabled={place === lines.length - 1}
                      aria-label={t('entity.moveDown', { name })}
                      onClick={() => move(place, place + 1, 'down')}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<CopyOutlined />}
                      aria-label={t('tool.build.duplicate', { name })}
                      onClick={() => copy(line, place)}
                    />
                    <Button
                      type="text"
                      size="small"
                      danger
                      icon={<DeleteOutlined />}
                      aria-label={t('tool.build.remove', { name })}
                      onClick={() => onChange(removedAt(content, line.group, line.at))}
                    />
                  </span>
                </MovableLine>
              )
            })}
          </ol>
        </SortableContext>
        {content.groups.every(group => group.fields.length === 0) && (
          <p className="tm-muted">{t('tool.build.noFields')}</p>
        )}
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          disabled={content.groups.length >= 20}
          onClick={() => {
            onChange({ groups: [...content.groups, { titles: { zh: '', en: '', fr: '' }, fields: [] }] })
            onChoose(`group-${content.groups.length}`)
          }}
        >
          {t('tool.build.addGroup')}
        </Button>
      </section>
    </DndContext>
  )
}

function PaletteField({ kind, label, onAdd }: { kind: FormKind; label: string; onAdd: () => void }) {
  const { setNodeRef, listeners, transform } = useDraggable({ id: `${fromPalette}${kind}` })
  const { onPointerDown } = (listeners ?? {}) as { onPointerDown?: React.PointerEventHandler }
  return (
    <Button
      ref={setNodeRef}
      icon={<PlusOutlined />}
      // The keyboard adds: it does not have to drag.
      onPointerDown={onPointerDown}
      onClick={onAdd}
      style={transform ? { transform: `translate(${transform.x}px, ${transform.y}px)`, zIndex: 2 } : undefined}
    >
      {label}
    </Button>
  )
}
