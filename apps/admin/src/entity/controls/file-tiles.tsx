import { CloseOutlined, DeleteOutlined, FileOutlined, HolderOutlined, ReloadOutlined } from '@ant-design/icons'
import { DndContext, type DragEndEvent } from '@dnd-kit/core'
import { arrayMove, rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable'
import { formatBytes } from '@timbermark/client'
import { Button, Image, Progress } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../shell/index.ts'
import { useDragSensors } from './sortable-line.tsx'
import type { FileInfo } from '../types.ts'

/** A file that is being uploaded. */
export interface Upload {
  uid: string
  file: File
  /** Share that has been sent, 0 to 1. */
  share: number
  failed: boolean
  stop: AbortController
}

interface TilesProps {
  pictures: boolean
  files: readonly FileInfo[]
  sending: readonly Upload[]
  disabled?: boolean
  onOrder?: (files: FileInfo[]) => void
  onRemove: (file: FileInfo) => void
  onStop: (upload: Upload) => void
  onRetry: (upload: Upload) => void
}

/** The files of a field and those being uploaded. People reorder them by dragging, or with space and arrow keys. */
export function FileTiles({ pictures, files, sending, disabled, onOrder, onRemove, onStop, onRetry }: TilesProps) {
  const t = useT()
  const sensors = useDragSensors()
  if (files.length === 0 && sending.length === 0) return null
  const positionOf = (id: string | number) => files.findIndex(file => file.id === id) + 1
  const moved = ({ active, over }: DragEndEvent) => {
    const from = files.findIndex(file => file.id === active.id)
    const to = files.findIndex(file => file.id === over?.id)
    if (from !== to && to >= 0) onOrder?.(arrayMove([...files], from, to))
  }
  return (
    <DndContext
      sensors={sensors}
      onDragEnd={moved}
      accessibility={{
        screenReaderInstructions: { draggable: t('entity.dragHint') },
        announcements: {
          onDragStart: ({ active }) => t('entity.dragged', { n: positionOf(active.id) }),
          onDragOver: ({ over }) => (over ? t('entity.draggedTo', { n: positionOf(over.id) }) : undefined),
          onDragEnd: ({ over }) => (over ? t('entity.draggedTo', { n: positionOf(over.id) }) : undefined),
          onDragCancel: () => t('entity.dragCancelled'),
        },
      }}
    >
      <SortableContext items={files.map(file => file.id)} strategy={rectSortingStrategy} disabled={disabled}>
        <ul className={pictures ? 'tm-tiles tm-tiles-pictures' : 'tm-tiles'}>
          {files.map(file => (
            <SortableTile
              key={file.id}
              file={file}
              movable={!disabled && files.length > 1}
              remove={
                !disabled && (
                  <Button
                    size="small"
                    type="text"
                    icon={<DeleteOutlined />}
                    aria-label={t('entity.removeFile', { name: file.name })}
                    onClick={() => onRemove(file)}
                  />
                )
              }
            >
              {pictures ? (
                <Image src={file.url} alt={file.name} width={80} height={80} className="tm-thumbnail" />
              ) : (
                <a href={file.url} target="_blank" rel="noopener noreferrer">
                  <FileOutlined /> {file.name} <span className="tm-muted">{formatBytes(file.size, t.language)}</span>
                </a>
              )}
            </SortableTile>
          ))}
          {sending.map(upload => (
            <li key={upload.uid} className="tm-tile tm-tile-sending">
              <span className="tm-long-text">{upload.file.name}</span>
              {upload.failed ? (
                <span className="tm-refusal">{t('entity.uploadFailed')}</span>
              ) : (
                <Progress
                  percent={Math.round(upload.share * 100)}
                  size="small"
                  aria-label={t('entity.uploading', { name: upload.file.name })}
                />
              )}
              <span>
                {upload.failed && (
                  <Button size="small" type="text" icon={<ReloadOutlined />} onClick={() => onRetry(upload)}>
                    {t('action.retry')}
                  </Button>
                )}
                <Button
                  size="small"
                  type="text"
                  icon={<CloseOutlined />}
                  aria-label={t('entity.removeFile', { name: upload.file.name })}
                  onClick={() => onStop(upload)}
                />
              </span>
            </li>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

interface TileProps {
  file: FileInfo
  movable: boolean
  remove: ReactNode
  children: ReactNode
}

function SortableTile({ file, movable, remove, children }: TileProps) {
  const t = useT()
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: file.id })
  const style = transform
    ? { transform: `translate(${transform.x}px, ${transform.y}px)`, transition, zIndex: 1 }
    : { transition }
  return (
    <li ref={setNodeRef} className="tm-tile" style={style}>
      {children}
      <span className="tm-tile-tools">
        {movable && (
          <Button
            size="small"
            type="text"
            icon={<HolderOutlined />}
            {...attributes}
            {...listeners}
            aria-label={t('entity.moveFile', { name: file.name })}
          />
        )}
        {remove}
      </span>
    </li>
  )
}
