import { HolderOutlined } from '@ant-design/icons'
import {
  type DndContextProps,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import type { Translate } from '@timbermark/client'
import { Button } from 'antd'
import type { ReactNode } from 'react'

/** Lines can be moved by pointer, or by space and arrow keys. */
export const useDragSensors = () =>
  useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

/** What a screen reader says while a line is dragged and dropped behind another one; the drop itself the form announces. */
export const describeDrags = (
  t: Translate,
  { placeOf, nameAt }: { placeOf: (id: UniqueIdentifier) => number; nameAt: (place: number) => string },
): NonNullable<DndContextProps['accessibility']> => ({
  screenReaderInstructions: { draggable: t('entity.dragHint') },
  announcements: {
    onDragStart: ({ active }) => t('entity.dragged', { n: placeOf(active.id) }),
    onDragOver: ({ over }) => (over ? t('stage.template.behind', { before: nameAt(placeOf(over.id)) }) : undefined),
    onDragEnd: () => undefined,
    onDragCancel: () => t('entity.dragCancelled'),
  },
})

interface LineProps {
  id: string
  className: string
  /** Selector by which the line is found when the focus returns to it. */
  'data-line'?: string
  'data-attribute'?: number
  children: ReactNode
}

/** A line that cannot be moved itself; others can be moved behind it. */
export function StillLine({ id, ...line }: LineProps) {
  const { setNodeRef, transform, transition } = useSortable({ id, disabled: { draggable: true } })
  return <li ref={setNodeRef} style={shifted(transform, transition)} {...line} />
}

interface MovableProps extends LineProps {
  /** Accessible name of the handle. */
  label: string
  small?: boolean
}

export function MovableLine({ id, label, small, children, ...line }: MovableProps) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id })
  return (
    <li ref={setNodeRef} style={shifted(transform, transition)} {...line}>
      <Button
        type="text"
        size={small ? 'small' : undefined}
        data-tool="handle"
        icon={<HolderOutlined />}
        {...attributes}
        {...listeners}
        aria-label={label}
      />
      {children}
    </li>
  )
}

const shifted = (transform: { y: number } | null, transition: string | undefined) =>
  transform ? { transform: `translate(0, ${transform.y}px)`, transition, zIndex: 1 } : { transition }
