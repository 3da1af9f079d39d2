import type { ReactNode } from 'react'

interface ScrollRegionProps {
  /** What it holds, for those who hear the page. */
  label: string
  className: string
  children: ReactNode
}

/** What scrolls by itself and may hold nothing that can be focused: the keyboard reaches it here, and its arrows move it. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <div className={`tm-scroll ${className}`} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
