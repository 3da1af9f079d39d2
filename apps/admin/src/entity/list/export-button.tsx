import { ExportOutlined, StopOutlined } from '@ant-design/icons'
import { formatBytes, isAbort, type Query } from '@timbermark/client'
import { keyOf, type Listed } from '@timbermark/contract'
import { Button } from 'antd'
import { useInsertionEffect, useRef, useState } from 'react'
import { useClient, useT } from '../../shell/index.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { filterParams } from './query-state.ts'
import { useFeedback } from '../actions/use-feedback.ts'
import { useListState } from './use-list-state.ts'

/** Progress is shown per megabyte, not per packet. */
const progressStepBytes = 1_000_000

/** Exports all rows of the present filter as a spreadsheet. A long export shows its progress and can be stopped. */
export function ExportButton({ entity, query }: { entity: Listed; query?: Query }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { state } = useListState(entity)
  const [received, setReceived] = useState<number>()
  const stopped = useRef<AbortController>(undefined)
  // Stops when the component is gone. On a hidden screen, where an ordinary effect is cleaned up, it goes on.
  useInsertionEffect(() => () => stopped.current?.abort(), [])

  const run = async () => {
    const control = new AbortController()
    stopped.current = control
    const onProgress = (bytes: number) =>
      setReceived(before => (bytes - (before ?? 0) < progressStepBytes ? before : bytes - (bytes % progressStepBytes)))
    try {
      await client.download(
        `/${keyOf(entity)}/export`,
        {
          ...(filterParams(entity, state.filters) as Query),
          ...(state.orderBy ? { orderBy: state.orderBy, order: state.order } : {}),
          ...query,
        },
        { signal: control.signal, onProgress },
      )
    } catch (error) {
      if (!isAbort(error)) throw error
      feedback.done(t('entity.exportStopped'))
    } finally {
      setReceived(undefined)
    }
  }
  return (
    <>
      <ActionButton
        action={{
          key: 'export',
          label:
            received === undefined
              ? t('action.export')
              : t('entity.exporting', { size: formatBytes(received, t.language) }),
          icon: <ExportOutlined />,
          run,
        }}
      />
      {received !== undefined && (
        <Button icon={<StopOutlined />} onClick={() => stopped.current?.abort()}>
          {t('entity.exportStop')}
        </Button>
      )}
    </>
  )
}
