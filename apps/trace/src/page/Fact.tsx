import type { ReactNode } from 'react'
import { useVouched } from './page-context.ts'

/** A line in a list of facts: name and value. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  const vouched = useVouched()
  return (
    <div>
      <dt>{name}</dt>
      <dd {...vouched}>{children}</dd>
    </div>
  )
}
