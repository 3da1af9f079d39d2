import { ReloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useT } from '../../shell/index.ts'

/** Reads what is shown once more; turns while it does. */
export function RefreshButton({ refreshing, onRefresh }: { refreshing: boolean; onRefresh: () => void }) {
  const t = useT()
  return (
    <Tooltip title={t('action.refresh')}>
      <Button
        icon={<ReloadOutlined spin={refreshing} />}
        aria-label={t('action.refresh')}
        aria-busy={refreshing}
        onClick={onRefresh}
      />
    </Tooltip>
  )
}
