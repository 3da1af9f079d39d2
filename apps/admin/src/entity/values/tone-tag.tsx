import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Tone } from './tone.ts'

/** A label on a tint of its meaning. The text carries the meaning; the colour only helps. */
export function ToneTag({
  tone = 'default',
  className = '',
  title,
  children,
}: {
  tone?: Tone
  className?: string
  /** The whole label, where `children` is its short form. */
  title?: string
  children: ReactNode
}) {
  return (
    <Tag className={`tm-tag tm-tag-${tone} ${className}`.trim()} title={title}>
      {children}
    </Tag>
  )
}
