import { type RefObject, useEffect, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { Icon } from '../ui/icons.tsx'
import type { CameraFailure } from './camera.ts'
import { isInsidePlatform, type PlatformFailure, preparePlatform, scanWithPlatform } from './platform-scan.ts'
import { type Feedback, playFeedback, prepareSound } from './feedback.ts'
import { TypeCode } from './type-code.tsx'
import { useCamera } from './use-camera.ts'

/** `off`: this is no messaging platform. */
type Platform = 'off' | 'preparing' | 'ready' | PlatformFailure

const failureKeys = {
  unsupported: 'h5.scan.unsupported',
  denied: 'h5.scan.denied',
  busy: 'h5.scan.busy',
} as const

/**
 * Scanning over the whole screen: by the messaging platform's scanner inside its app, else by the camera; by hand
 * always. It goes on until it is closed, so that a stack of logs is one opening.
 */
export default function Scanner(props: {
  title: string
  /** How many codes there are already; none when a single one is wanted. */
  count?: number
  onRead: (text: string) => Feedback | undefined
  onClose: () => void
}) {
  const { t, client } = useApp()
  const { title, count, onRead, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [platform, setPlatform] = useState<Platform>(() => (isInsidePlatform() ? 'preparing' : 'off'))
  const [feedback, setFeedback] = useState<Feedback | null>(null)
  const [taken, setTaken] = useState<readonly (Feedback & { n: number })[]>([])
  const [lit, setLit] = useState(false)
  const usesCamera = platform === 'off' || platform === 'signature' || platform === 'unsupported'
  const { camera, failure } = useCamera(video, usesCamera, take)

  function take(text: string): Feedback {
    const result = onRead(text)
    playFeedback(result?.tone ?? 'good')
    if (!result) return { tone: 'good', text: '' }
    setFeedback(result)
    setTaken(old => [{ ...result, n: (old[0]?.n ?? 0) + 1 }, ...old].slice(0, 3))
    return result
  }

  useEffect(() => {
    dialog.current?.showModal()
    // Else the text field takes the focus, and a keyboard covers the camera.
    dialog.current?.focus()
    prepareSound()
  }, [])

  useEffect(() => {
    if (!isInsidePlatform()) return
    let left = false
    void preparePlatform(client).then(result => !left && setPlatform(result ?? 'ready'))
    return () => {
      left = true
    }
  }, [client])

  async function scanOnce() {
    const result = await scanWithPlatform()
    if (result.kind === 'text') take(result.text)
    if (result.kind === 'failed') setPlatform(result.failure)
  }

  return (
    <dialog
      ref={dialog}
      className="scanner"
      tabIndex={-1}
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
        {platform === 'ready' && (
          <button type="button" className="button button-main" onClick={() => void scanOnce()}>
            <Icon name="scan" /> {t('h5.scan.platform')}
          </button>
        )}
        {usesCamera && <CameraView video={video} isOpen={camera !== null} failure={failure} />}
      </div>
      <div className="scanner-foot">
        {(platform === 'signature' || platform === 'unsupported') && (
          <p className="scanner-feedback bad" role="alert">
            {t(platform === 'signature' ? 'h5.scan.signature' : 'h5.scan.unsupported')}
          </p>
        )}
        <p className={feedback ? `scanner-feedback ${feedback.tone}` : 'scanner-feedback'} role="status">
          {feedback?.text}
        </p>
        {taken.length > 1 && (
          <ul className="scanner-taken" aria-hidden="true">
            {taken.slice(1).map(one => (
              <li key={one.n} className={one.tone}>
                {one.text}
              </li>
            ))}
          </ul>
        )}
        <TypeCode onAdd={take} />
        <button type="button" className="button button-main button-wide" onClick={onClose}>
          {/* A single code closes it: whoever presses this has none. */}
          {t(count === undefined ? 'action.cancel' : 'h5.scan.done')}
          {count !== undefined && ` · ${t('h5.codes.count', { n: count })}`}
        </button>
      </div>
    </dialog>
  )
}

function CameraView(props: {
  video: RefObject<HTMLVideoElement | null>
  isOpen: boolean
  failure: CameraFailure | null
}) {
  const { video, isOpen, failure } = props
  const { t } = useApp()
  if (failure)
    return (
      <p className="scanner-failure" role="alert">
        <Icon name="bad" size={28} />
        {t(failureKeys[failure])}
      </p>
    )
  return (
    <>
      <video ref={video} muted playsInline />
      <div className="scanner-frame" aria-hidden="true" />
      <p className="scanner-aim">{t(isOpen ? 'h5.scan.aim' : 'h5.scan.starting')}</p>
    </>
  )
}
