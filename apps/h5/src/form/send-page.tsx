import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useApp } from '../app/context.ts'
import { useNavigateWhileMounted } from '../app/use-navigate-while-mounted.ts'
import type { Problem } from '../report/check.ts'
import { type LocalItem, logAddress } from '../report/local-item.ts'
import { Icon } from '../ui/icons.tsx'
import { Notice, Page } from '../ui/page.tsx'
import { StorageWarning } from '../views/storage-warning.tsx'

/** Sending of a form: its problems are listed after the first try, and several taps in one moment count once. */
export interface Sending {
  problems: readonly Problem[]
  isSending: boolean
  send: () => Promise<void>
}

/**
 * @param check the problems of what was entered; nothing is sent while there are any
 * @param submit stores it in the outbox; false when it could not
 * @param settled resolves when all files are stored: a signature that was drawn a moment ago is not missing
 */
export function useSending(
  item: LocalItem,
  check: () => readonly Problem[],
  submit: () => Promise<boolean>,
  settled: () => Promise<void> = async () => {},
): Sending {
  const navigate = useNavigateWhileMounted()
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)
  // What was entered may change while files are stored.
  const latest = useRef({ check, submit })
  latest.current = { check, submit }

  async function send() {
    if (isBusy.current) return
    isBusy.current = true
    setSending(true)
    await settled()
    setTried(true)
    const isComplete = latest.current.check().length === 0
    if (isComplete && (await latest.current.submit())) return navigate(logAddress(item), { replace: true })
    isBusy.current = false
    setSending(false)
  }
  return { problems: isTried ? check() : [], isSending, send }
}

/** The page of a form whose item waits in the outbox: one button sends it, now or when there is a network. */
export function SendPage(props: {
  title: string
  back: string
  /** Text of the button with a network. */
  label: string
  item: LocalItem
  sending: Sending
  /** Whether the item was sent or changed in another window. */
  isElsewhere: boolean
  /** Why the server refused it the last time. */
  refusal: ReactNode
  children: ReactNode
}) {
  const { title, back, label, item, sending, isElsewhere, refusal, children } = props
  const { t, online } = useApp()
  return (
    <Page
      title={title}
      back={back}
      footer={
        <div className="footer-buttons">
          <button
            type="button"
            className="button button-main"
            disabled={sending.isSending || isElsewhere}
            onClick={() => void sending.send()}
          >
            <Icon name="send" size={20} /> {online ? label : t('h5.submit.offline')}
          </button>
        </div>
      }
    >
      {!online && <Notice>{t('h5.offlineHint')}</Notice>}
      {isElsewhere && (
        <Notice tone="bad">
          <p>{t('h5.elsewhere.text')}</p>
          <Link to={logAddress(item)}>{t('h5.elsewhere.open')}</Link>
        </Notice>
      )}
      {refusal}
      <StorageWarning />
      {children}
    </Page>
  )
}
