import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Tone } from './tone.ts'

/** A word on a tint of its meaning; the word says it, the colour only helps. */
export function ToneTag({
  tone = 'default',
  className = '',
  children,
}: {
  tone?: Tone
  className?: string
  children: ReactNode
}) {
  return <Tag className={`tm-tag tm-tag-${tone} ${className}`.trim()}>{children}</Tag>
}
