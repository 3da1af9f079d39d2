import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

/** A link to an own path that looks like the page's button. */
export function LinkButton({ to, primary, children }: { to: string; primary?: boolean; children: ReactNode }) {
  const href = useHref(to)
  const onClick = useLinkClickHandler<HTMLElement>(to)
  return (
    <Button
      type={primary ? 'primary' : 'default'}
      size="large"
      href={href}
      onClick={event => onClick(event as unknown as React.MouseEvent<HTMLElement>)}
    >
      {children}
    </Button>
  )
}
