import type { Translate } from '@timbermark/client'
import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { DndContext, type DragEndEvent, useDraggable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type FormContent, type FormKind, formKinds, wordIn } from '@timbermark/contract'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { describeDrags, MovableLine, StillLine, useDragSensors } from '../../../entity/controls/sortable-line.tsx'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useT } from '../../../shell/index.ts'
import {
  unusedKey,
  removeGroup,
  insertField,
  type Line,
  linesOf,
  firstFieldLine,
  moveField,
  createField,
  removeField,
} from './form-lines.ts'
import { kindName, useKindNames } from './kind-names.ts'

interface CanvasProps {
  content: FormContent
  /** Id of the selected line. */
  chosen: string | undefined
  onChoose: (id: string) => void
  onChange: (content: FormContent, about?: string) => void
  /** Whether anything below this path has a problem. */
  hasProblem: (path: string) => boolean
}

const fromPalette = 'new-'
const classes = (...names: (string | false)[]) => names.filter(Boolean).join(' ')

/** The name of a line in the reader's language, or its number while it has no name. */
function lineName(t: Translate, line: Line | undefined): string {
  if (!line) return ''
  const texts = line.kind === 'group' ? line.of.titles : line.of.labels
  return (
    wordIn(texts, t.language).text ||
    (line.kind === 'group' ? t('tool.build.group', { n: line.group + 1 }) : t('tool.build.field', { n: line.at + 1 }))
  )
}

/** The palette of fields and the form line by line: edited by pointer, keyboard or buttons. */
export function Canvas({ content, chosen, onChoose, onChange, hasProblem }: CanvasProps) {
  const t = useT()
  const kindWords = useKindNames()
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const sensors = useDragSensors()
  const lines = linesOf(content)
  const nameOf = (line: Line | undefined) => lineName(t, line)
  const placeOf = (id: string | number | undefined) => lines.findIndex(line => line.id === id)
  const focusTool = (id: string, part: string) =>
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-line="${id}"] [data-tool="${part}"]`)?.focus())

  /** Adds a field after the selected line, or at the end. */
  function add(kind: FormKind, place?: number) {
    const selected = placeOf(chosen)
    const field = createField(content, kind, kindWords(kind))
    onChange(insertField(content, field, place ?? (selected < 0 ? lines.length : selected + 1)))
    onChoose(`field-${field.key}`)
    setAnnouncement(t('tool.build.added', { name: kindName(t, kind) }))
  }
  function move(from: number, to: number, tool: string) {
    const line = lines[from]
    if (!line || to < firstFieldLine || to >= lines.length) return
    const next = moveField(content, from, to)
    onChange(next)
    const after = linesOf(next)
    const at = after.findIndex(one => one.id === line.id)
    setAnnouncement(t('tool.build.moved', { name: nameOf(line), before: nameOf(after[at - 1]) }))
    focusTool(line.id, tool)
  }
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over) return
    const to = placeOf(over.id)
    const id = String(active.id)
    if (id.startsWith(fromPalette)) add(id.slice(fromPalette.length) as FormKind, to < 0 ? undefined : to + 1)
    else if (placeOf(id) !== to) move(placeOf(id), Math.max(to, firstFieldLine), 'handle')
  }
  const copy = (line: Line & { kind: 'field' }, place: number) => {
    const key = unusedKey(content, line.of.kind)
    onChange(insertField(content, { ...line.of, key }, place + 1))
    onChoose(`field-${key}`)
  }
  return (
    <DndContext
      sensors={sensors}
      onDragEnd={handleDragEnd}
      accessibility={describeDrags(t, { placeOf, nameAt: place => nameOf(lines[place]) })}
    >
      <Palette onAdd={kind => add(kind)} />
      <section className="tm-build-canvas" aria-label={t('tool.build.canvas')}>
        <h3>{t('tool.build.canvas')}</h3>
        <p className="tm-visually-hidden" role="status">
          {announcement}
        </p>
        <SortableContext items={lines.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol ref={list}>
            {lines.map((line, place) => {
              const name = nameOf(line)
              if (line.kind === 'group')
                return (
                  <GroupLine
                    key={line.id}
                    line={line}
                    name={name}
                    isChosen={line.id === chosen}
                    onChoose={() => onChoose(line.id)}
                    onRemove={content.groups.length > 1 ? () => onChange(removeGroup(content, line.group)) : undefined}
                  />
                )
              return (
                <FieldLine
                  key={line.id}
                  line={line}
                  name={name}
                  isChosen={line.id === chosen}
                  hasProblem={hasProblem(`content.groups.${line.group}.fields.${line.at}.`)}
                  isFirst={place <= firstFieldLine}
                  isLast={place === lines.length - 1}
                  onChoose={() => onChoose(line.id)}
                  onMove={(by, tool) => move(place, place + by, tool)}
                  onCopy={() => copy(line, place)}
                  onRemove={() => onChange(removeField(content, line.group, line.at))}
                />
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

/** The kinds of fields that can be added. */
function Palette({ onAdd }: { onAdd: (kind: FormKind) => void }) {
  const t = useT()
  return (
    <section className="tm-build-palette" aria-label={t('tool.build.palette')}>
      <h3>{t('tool.build.palette')}</h3>
      <p className="tm-muted">{t('tool.build.paletteHint')}</p>
      <div>
        {formKinds.map(kind => (
          <PaletteField key={kind} kind={kind} label={kindName(t, kind)} onAdd={() => onAdd(kind)} />
        ))}
      </div>
    </section>
  )
}

interface LineNameProps {
  name: string
  isChosen: boolean
  onChoose: () => void
}

/** The name of a line; pressing it selects the line. */
function LineName({ name, isChosen, onChoose }: LineNameProps) {
  return (
    <button type="button" className="tm-build-name" data-tool="open" aria-pressed={isChosen} onClick={onChoose}>
      {name}
    </button>
  )
}

interface GroupLineProps extends LineNameProps {
  line: Line & { kind: 'group' }
  /** Undefined for the only group, which cannot be removed. */
  onRemove: (() => void) | undefined
}

/** The heading of a group. Fields are moved behind a heading; headings cannot be moved. */
function GroupLine({ line, name, isChosen, onChoose, onRemove }: GroupLineProps) {
  const t = useT()
  return (
    <StillLine id={line.id} data-line={line.id} className={classes('tm-build-group', isChosen && 'tm-build-chosen')}>
      <LineName name={name} isChosen={isChosen} onChoose={onChoose} />
      {onRemove && (
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('tool.build.remove', { name })}
          onClick={onRemove}
        />
      )}
    </StillLine>
  )
}

interface FieldLineProps extends LineNameProps {
  line: Line & { kind: 'field' }
  hasProblem: boolean
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1, tool: 'up' | 'down') => void
  onCopy: () => void
  onRemove: () => void
}

/** A field of the form, with the buttons that move, copy and remove it. */
function FieldLine({
  line,
  name,
  isChosen,
  hasProblem,
  isFirst,
  isLast,
  onChoose,
  onMove,
  onCopy,
  onRemove,
}: FieldLineProps) {
  const t = useT()
  const buttons = [
    { tool: 'up', icon: <ArrowUpOutlined />, label: 'entity.moveUp', disabled: isFirst, run: () => onMove(-1, 'up') },
    {
      tool: 'down',
      icon: <ArrowDownOutlined />,
      label: 'entity.moveDown',
      disabled: isLast,
      run: () => onMove(1, 'down'),
    },
    { tool: undefined, icon: <CopyOutlined />, label: 'tool.build.duplicate', disabled: false, run: onCopy },
  ] as const
  return (
    <MovableLine
      id={line.id}
      small
      data-line={line.id}
      className={classes('tm-build-field', isChosen && 'tm-build-chosen', hasProblem && 'tm-build-troubled')}
      label={t('tool.build.move', { name })}
    >
      <LineName name={name} isChosen={isChosen} onChoose={onChoose} />
      <ToneTag>{kindName(t, line.of.kind)}</ToneTag>
      <span className="tm-build-tools">
        {buttons.map(({ tool, icon, label, disabled, run }) => (
          <Button
            key={label}
            type="text"
            size="small"
            data-tool={tool}
            icon={icon}
            disabled={disabled}
            aria-label={t(label, { name })}
            onClick={run}
          />
        ))}
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('tool.build.remove', { name })}
          onClick={onRemove}
        />
      </span>
    </MovableLine>
  )
}

function PaletteField({ kind, label, onAdd }: { kind: FormKind; label: string; onAdd: () => void }) {
  const { setNodeRef, listeners, transform } = useDraggable({ id: `${fromPalette}${kind}` })
  const { onPointerDown } = (listeners ?? {}) as { onPointerDown?: React.PointerEventHandler }
  return (
    <Button
      ref={setNodeRef}
      icon={<PlusOutlined />}
      // Pointers drag; the keyboard adds by pressing the button.
      onPointerDown={onPointerDown}
      onClick={onAdd}
      style={transform ? { transform: `translate(${transform.x}px, ${transform.y}px)`, zIndex: 2 } : undefined}
    >
      {label}
    </Button>
  )
}
