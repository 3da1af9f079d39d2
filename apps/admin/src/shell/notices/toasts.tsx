import { useLayoutEffect, useRef, useState } from 'react'
import { registerFeedback, type Tone } from './feedback.ts'
import { useT } from '../texts.tsx'

interface Toast {
  /** The same text is shown only once. */
  key: string
  tone: Tone
  title?: string
  text: string
}

const noticeMilliseconds = 8000

/** Messages of the pages outside of the layout, which load quickly because they do without the component library. */
export function Toasts() {
  const t = useT()
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  useLayoutEffect(() => {
    const running = timers.current
    const drop = (key: string) => setToasts(visible => visible.filter(toast => toast.key !== key))
    const show = (toast: Toast, milliseconds: number) => {
      clearTimeout(running.get(toast.key))
      running.set(
        toast.key,
        setTimeout(() => drop(toast.key), milliseconds),
      )
      setToasts(visible => [...visible.filter(other => other.key !== toast.key), toast].slice(-3))
    }
    const unregister = registerFeedback({
      t,
      message: (tone, text, milliseconds) => show({ key: text, tone, text }, milliseconds),
      notification: (title, text) => show({ key: `${title} ${text}`, tone: 'error', title, text }, noticeMilliseconds),
      // No `confirm`: nothing that could be lost is typed on these pages; the guard handles the rest.
      clear: () => setToasts([]),
    })
    return () => {
      unregister()
      for (const timer of running.values()) clearTimeout(timer)
    }
  }, [t])

  return (
    <div className="toasts" role="status">
      {toasts.map(toast => (
        <div key={toast.key} className={`toast toast-${toast.tone}`}>
          {toast.title ? <strong>{toast.title}</strong> : null}
          {toast.text}
        </div>
      ))}
    </div>
  )
}
