import { useCallback, useRef, useState } from 'react'
import type { Tone } from '../app/context.ts'

interface Line {
  id: number
  text: string
  tone: Tone
}

/** Milliseconds that a toast is shown (specification section 8). */
const toastDuration = 5000

/** Temporary lines of text, two at most. The region always exists, so that screen readers announce it. */
export function useToasts() {
  const [lines, setLines] = useState<readonly Line[]>([])
  const next = useRef(0)
  const showToast = useCallback((text: string, tone: Tone = 'plain') => {
    const id = ++next.current
    setLines(old => [...old.filter(line => line.text !== text).slice(-1), { id, text, tone }])
    setTimeout(() => setLines(old => old.filter(line => line.id !== id)), toastDuration)
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
