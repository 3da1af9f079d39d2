import { DeleteOutlined } from '@ant-design/icons'
import { ActionButton } from './action-button.tsx'
import { useT } from '../../shell/index.ts'

interface RemoveSelectedProps {
  count: number
  /** The removal can be undone for some seconds. */
  undoable?: boolean
  run: () => Promise<unknown>
}

/** Deletes the selected rows of a list, after a question. */
export function RemoveSelected({ count, undoable = false, run }: RemoveSelectedProps) {
  const t = useT()
  return (
    <ActionButton
      action={{
        key: 'removeSelected',
        label: count > 0 ? t('entity.removeSelected', { n: count }) : t('action.remove'),
        icon: <DeleteOutlined />,
        danger: true,
        reason: count === 0 ? t('entity.selectFirst') : undefined,
        confirm: {
          title: t('entity.confirmRemoveSelected', { n: count }),
          text: t(undoable ? 'entity.canUndo' : 'entity.cannotUndo'),
          ok: t('action.remove'),
        },
        run,
      }}
    />
  )
}
