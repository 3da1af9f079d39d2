import type { CSSProperties } from 'react'
import { leastWidth } from '../list/text-width.ts'
import { echoTone } from './tone.ts'
import { ToneTag } from './tone-tag.tsx'
import { useDict } from '../controls/use-dict.ts'
import '../styles/text-styles.css'

/** A dictionary value as its label, in its echo style. */
export function DictTag({ type, value }: { type: string; value: string }) {
  const { data } = useDict(type)
  const item = data?.find(({ dictValue }) => dictValue === value)
  const label = item?.dictLabel ?? value
  const tone = echoTone(item?.listClass)
  const className = item?.cssClass ?? undefined
  return tone ? (
    <ToneTag tone={tone} className={className}>
      {label}
    </ToneTag>
  ) : (
    <span
      className={`tm-word ${className ?? ''}`.trim()}
      style={{ '--tm-least': `${leastWidth(label)}px` } as CSSProperties}
    >
      {label}
    </span>
  )
}
