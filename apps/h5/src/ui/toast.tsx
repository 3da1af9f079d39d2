import { useCallback, useRef, useState } from 'react'
import type { Tone } from '../app/context.ts'

interface Line {
  id: number
  text: string
  tone: Tone
}

/** Transport errors and the like stay 5 s (specification section 8). */
const shown = 5000

/** Lines of text that come and go, two at most. The region is always there, so that readers announce it. */
export function useToasts() {
  const [lines, setLines] = useState<readonly Line[]>([])
  const next = useRef(0)
  const showToast = useCallback((text: string, tone: Tone = 'plain') => {
    const id = ++next.current
    setLines(old => [...old.filter(line => line.text !== text).slice(-1), { id, text, tone }])
    setTimeout(() => setLines(old => old.filter(line => line.id !== id)), shown)
  }, [])
  const hideToast = useCallback((text: string) => setLines(old => old.filter(line => line.text !== text)), [])
  return { showToast, hideToast, lines }
}

export function Toasts({ lines }: { lines: readonly Line[] }) {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {lines.map(line => (
        <div key={line.id} className={`toast toast-${line.tone}`}>
          {line.text}
        </div>
      ))}
    </div>
  )
}
