import { useLayoutEffect, useRef } from 'react'
import { cleanHtml } from './clean-html.ts'

/** Rich text for reading. */
export function RichTextView({ html }: { html: string }) {
  const holder = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    holder.current?.replaceChildren(cleanHtml(html))
  }, [html])
  return <div ref={holder} className="tm-rich-text" />
}
