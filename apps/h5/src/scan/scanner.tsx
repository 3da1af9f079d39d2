import { useEffect, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { Icon } from '../ui/icons.tsx'
import { type Camera, type CameraFailure, openCamera } from './camera.ts'
import { createDecoder } from './decoder.ts'
import { createGaze } from './scan-list.ts'

/** What became of a scan, in words for the person. */
export interface Feedback {
  tone: 'good' | 'bad'
  text: string
}

/** Milliseconds between two looks at the camera: quick to the hand, easy on an old phone's battery. */
const pause = 120

/** The camera over the whole screen. It goes on reading until it is closed, so that a stack of logs is one opening. */
export default function Scanner(props: {
  title: string
  /** How many codes there are already; none when a single one is wanted. */
  count?: number
  onRead: (text: string) => Feedback | unknown
  onClose: () => void
}) {
  const { t } = useApp()
  const { title, count, onRead, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<Camera | null>(null)
  const [failure, setFailure] = useState<CameraFailure | null>(null)
  const [feedback, setFeedback] = useState<Feedback | null>(null)
  const [lit, setLit] = useState(false)
  const [typed, setTyped] = useState('')
  const read = useRef(onRead)
  read.current = onRead

  function take(text: string) {
    const result = read.current(text) as Feedback | undefined
    if (!result || typeof result !== 'object') return
    setFeedback(result)
    navigator.vibrate?.(result.tone === 'good' ? 60 : [60, 60, 60])
  }
  const takeRef = useRef(take)
  takeRef.current = take

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  useEffect(() => {
    let opened: Camera | null = null
    let left = false
    void openCamera().then(result => {
      if (typeof result === 'string') return setFailure(result)
      opened = result
      if (left) return result.stop()
      setCamera(result)
    })
    return () => {
      left = true
      opened?.stop()
    }
  }, [])

  useEffect(() => {
    const element = video.current
    if (!camera || !element) return
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const isFresh = createGaze()
    element.srcObject = camera.stream
    element.play().catch(() => setFailure('busy'))
    void createDecoder().then(decode => {
      async function look() {
        if (left || !element) return
        const text = element.readyState >= element.HAVE_CURRENT_DATA ? await decode(element) : null
        if (left) return
        if (text && isFresh(text, Date.now())) takeRef.current(text)
        timer = setTimeout(() => void look(), pause)
      }
      void look()
    })
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [camera])

  return (
    <dialog
      ref={dialog}
      className="scanner"
      aria-label={title}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="scanner-bar">
        <h2>{title}</h2>
        {camera?.torch && (
          <button
            type="button"
            className="button"
            aria-pressed={lit}
            onClick={() => void camera.torch?.(!lit).then(() => setLit(!lit))}
          >
            <Icon name="torch" size={20} /> {t('h5.scan.torch')}
          </button>
        )}
      </header>
      <div className="scanner-view">
        {failure ? (
          <p className="scanner-failure" role="alert">
            <Icon name="bad" size={28} />
            {t(failureKeys[failure])}
          </p>
        ) : (
          <>
            <video ref={video} muted playsInline />
            <div className="scanner-frame" aria-hidden="true" />
            <p className="scanner-aim">{t(camera ? 'h5.scan.aim' : 'h5.scan.starting')}</p>
          </>
        )}
      </div>
      <div className="scanner-foot">
        <p className={feedback ? `scanner-feedback ${feedback.tone}` : 'scanner-feedback'} role="status">
          {feedback?.text}
        </p>
        <form
          className="type-code"
          onSubmit={event => {
            event.preventDefault()
            if (!typed.trim()) return
            take(typed)
            setTyped('')
          }}
        >
          <input
            type="text"
            className="code-text"
            aria-label={t('h5.codes.type')}
            placeholder={t('h5.codes.type')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
          <button type="submit" className="button">
            {t('h5.codes.add')}
          </button>
        </form>
        <button type="button" className="button button-main button-wide" onClick={onClose}>
          {t('h5.scan.done')}
          {count !== undefined && ` · ${t('h5.codes.count', { n: count })}`}
        </button>
      </div>
    </dialog>
  )
}

const failureKeys = {
  unsupported: 'h5.scan.unsupported',
  denied: 'h5.scan.denied',
  busy: 'h5.scan.busy',
} as const
