import { Tag } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { leastWidth } from '../list/text-width.ts'
import type { Tone } from './tone.ts'

/** A label on a tint of its meaning. The text carries the meaning; the colour only helps. */
export function ToneTag({
  tone = 'default',
  className = '',
  children,
}: {
  tone?: Tone
  className?: string
  children: ReactNode
}) {
  const least = typeof children === 'string' ? `${leastWidth(children)}px` : undefined
  return (
    <Tag className={`tm-tag tm-tag-${tone} ${className}`.trim()} style={{ '--tm-least': least } as CSSProperties}>
      {children}
    </Tag>
  )
}
