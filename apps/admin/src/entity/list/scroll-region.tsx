import type { ReactNode } from 'react'

interface ScrollRegionProps {
  /** Accessible name of the content. */
  label: string
  className: string
  children: ReactNode
}

/**
 * A scrolling region that may have no focusable content: it takes the keyboard focus itself, so that arrow keys scroll
 * it.
 */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <div className={`tm-scroll ${className}`} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
