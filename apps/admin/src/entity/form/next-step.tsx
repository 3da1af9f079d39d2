import { Alert, Button } from 'antd'
import { useT } from '../../shell/index.ts'

/** A record that was just added. */
export interface AddedRecord {
  id: number
  name: string
}

/** Above the list, after a record was added: what usually comes next. It stays until it is closed or followed. */
export function NextStep({
  added,
  label,
  go,
  onClose,
}: {
  added: AddedRecord | undefined
  label: string
  go: (id: number) => void
  onClose: () => void
}) {
  const t = useT()
  if (!added) return null
  return (
    <Alert
      type="success"
      showIcon
      className="tm-next-step"
      role="status"
      title={t('entity.addedNamed', { name: added.name })}
      action={
        <Button
          type="primary"
          onClick={() => {
            onClose()
            go(added.id)
          }}
        >
          {label}
        </Button>
      }
      closable={{ onClose, 'aria-label': t('action.close') }}
    />
  )
}
