import { type RefObject, useEffect, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { Icon } from '../ui/icons.tsx'
import type { CameraFailure } from './camera.ts'
import {
  isInsideMessagingApp,
  type MessagingFailure,
  prepareMessagingScan,
  scanWithMessagingApp,
} from './platform-scan.ts'
import { type Feedback, playFeedback, prepareSound } from './feedback.ts'
import { TypeCode } from './type-code.tsx'
import { useCamera } from './use-camera.ts'

/** `off`: the page does not run inside the messaging platform. */
type Platform = 'off' | 'preparing' | 'ready' | MessagingFailure

const failureKeys = {
  unsupported: 'h5.scan.unsupported',
  denied: 'h5.scan.denied',
  busy: 'h5.scan.busy',
} as const

/**
 * Full-screen scanning: with the messaging platform's scanner inside its app, else with the camera; typing is always
 * possible. It continues until it is closed, so that a stack of logs needs one opening.
 */
export default function Scanner(props: {
  title: string
  /** Number of codes so far; undefined when only one code is wanted. */
  count?: number
  onRead: (text: string) => Feedback | undefined
  onClose: () => void
}) {
  const { t, client } = useApp()
  const { title, count, onRead, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [messagingScanner, setMessagingScanner] = useState<Platform>(() =>
    isInsideMessagingApp() ? 'preparing' : 'off',
  )
  const [feedback, setFeedback] = useState<Feedback | null>(null)
  const [history, setHistory] = useState<readonly (Feedback & { n: number })[]>([])
  const [isTorchOn, setTorchOn] = useState(false)
  const usesCamera =
    messagingScanner === 'off' || messagingScanner === 'signature' || messagingScanner === 'unsupported'
  const { camera, failure } = useCamera(video, usesCamera, acceptScan)

  function acceptScan(text: string): Feedback {
    const result = onRead(text)
    playFeedback(result?.tone ?? 'good')
    if (!result) return { tone: 'good', text: '' }
    setFeedback(result)
    setHistory(old => [{ ...result, n: (old[0]?.n ?? 0) + 1 }, ...old].slice(0, 3))
    return result
  }

  useEffect(() => {
    dialog.current?.showModal()
    // Else the text field gets the focus, and the keyboard covers the camera.
    dialog.current?.focus()
    prepareSound()
  }, [])

  useEffect(() => {
    if (!isInsideMessagingApp()) return
    let isCancelled = false
    void prepareMessagingScan(client).then(result => !isCancelled && setMessagingScanner(result ?? 'ready'))
    return () => {
      isCancelled = true
    }
  }, [client])

  async function scanOnce() {
    const result = await scanWithMessagingApp()
    if (result.kind === 'text') acceptScan(result.text)
    if (result.kind === 'failed') setMessagingScanner(result.failure)
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
            aria-pressed={isTorchOn}
            onClick={() => void camera.torch?.(!isTorchOn).then(() => setTorchOn(!isTorchOn))}
          >
            <Icon name="torch" size={20} /> {t('h5.scan.torch')}
          </button>
        )}
      </header>
      <div className="scanner-view">
        {messagingScanner === 'ready' && (
          <button type="button" className="button button-main" onClick={() => void scanOnce()}>
            <Icon name="scan" /> {t('h5.scan.platform')}
          </button>
        )}
        {usesCamera && <CameraView video={video} isOpen={camera !== null} failure={failure} />}
      </div>
      <div className="scanner-foot">
        {(messagingScanner === 'signature' || messagingScanner === 'unsupported') && (
          <p className="scanner-feedback bad" role="alert">
            {t(messagingScanner === 'signature' ? 'h5.scan.signature' : 'h5.scan.unsupported')}
          </p>
        )}
        <p className={feedback ? `scanner-feedback ${feedback.tone}` : 'scanner-feedback'} role="status">
          {feedback?.text}
        </p>
        {history.length > 1 && (
          <ul className="scanner-taken" aria-hidden="true">
            {history.slice(1).map(one => (
              <li key={one.n} className={one.tone}>
                {one.text}
              </li>
            ))}
          </ul>
        )}
        <TypeCode onAdd={acceptScan} />
        <button type="button" className="button button-main button-wide" onClick={onClose}>
          {/* A single code closes the scanner, so here it can only be cancelled. */}
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
