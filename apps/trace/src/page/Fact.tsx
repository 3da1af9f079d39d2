import type { ReactNode } from 'react'
import { useVouched } from './page-context.ts'

/** A line of a list of facts: what it is, and what is said of it. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  const vouched = useVouched()
  return (
    <div>
      <dt>{name}</dt>
      <dd {...vouched}>{children}</dd>
    </div>
  )
}
