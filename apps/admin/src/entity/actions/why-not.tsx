import { Tooltip } from 'antd'
import type { ReactElement } from 'react'

/** Why what stands here is refused: told to the pointer and to whoever comes by keyboard. Nothing is told without a reason. */
export function WhyNot({ reason, children }: { reason: string | undefined; children: ReactElement }) {
  return (
    <Tooltip title={reason} trigger={['hover', 'focus']}>
      {children}
    </Tooltip>
  )
}
