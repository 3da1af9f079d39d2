import { Tooltip } from 'antd'
import type { ReactElement } from 'react'

/** Shows why the control inside is refused, on hover and on keyboard focus. Shows nothing without a reason. */
export function WhyNot({ reason, children }: { reason: string | undefined; children: ReactElement }) {
  return (
    <Tooltip title={reason} trigger={['hover', 'focus']}>
      {children}
    </Tooltip>
  )
}
