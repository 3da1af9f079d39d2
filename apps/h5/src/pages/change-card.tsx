import { type ChangeKind, changeKinds, changeTextLength } from '@timbermark/contract'
import { type ReactNode, useState } from 'react'
import { useApp } from '../app/context.ts'
import { failureText, momentText } from '../app/texts.ts'
import type { FullRecord } from '../report/wire.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/page.tsx'
import { ChangeChip } from '../views/change-chip.tsx'
import { Facts } from '../views/values.tsx'

/**
 * What the reporter can ask the office to do with their own record, and what became of it. It needs a network: the time in
 * which one may ask runs on the server's clock.
 */
export function ChangeCard({ record, onChange }: { record: FullRecord; onChange: () => void }) {
  const { t, client, online, showToast } = useApp()
  const [asking, setAsking] = useState<ChangeKind | null>(null)
  const [isTakingBack, setTakingBack] = useState(false)
  const { change, changeUntil } = record
  if (!change && !changeUntil) return null
  const id = String(change?.id)
  return (
    <section className="card state" aria-live="polite">
      <h2>{t(change ? `h5.change.title.${change.kind}` : 'h5.change')}</h2>
      {change && (
        <>
          <div className="chips">
            <ChangeChip change={change} />
          </div>
          <p>{t(`h5.change.about.${change.status}`)}</p>
          <Facts
            facts={[
              [t('h5.change.reason'), change.reason],
              [t('h5.change.remark'), change.remark],
            ]}
          />
        </>
      )}
      {changeUntil && <p>{t('h5.change.until', { time: momentText(t, changeUntil) })}</p>}
      {!online && (changeUntil || change?.status === 'waiting') && <Notice>{t('h5.change.needsNetwork')}</Notice>}
      <div className="actions">
        {changeUntil &&
          changeKinds.map(kind => (
            <button key={kind} type="button" className="button" disabled={!online} onClick={() => setAsking(kind)}>
              {t(`h5.change.${kind}`)}
            </button>
          ))}
        {change?.status === 'waiting' && (
          <button type="button" className="button" disabled={!online} onClick={() => setTakingBack(true)}>
            {t('h5.change.takeBack')}
          </button>
        )}
      </div>
      {asking && (
        <AskDialog
          kind={asking}
          send={reason =>
            client.call('POST /stage/change-request', { body: { recordId: record.recordId, kind: asking, reason } })
          }
          onSent={() => showToast(t('h5.change.sent'), 'good')}
          onClose={() => {
            setAsking(null)
            onChange()
          }}
        />
      )}
      {isTakingBack && (
        <TakeBackDialog
          send={() => client.call('PUT /stage/change-request/:id/take-back', { params: { id }, body: {} })}
          onClose={() => {
            setTakingBack(false)
            onChange()
          }}
        />
      )}
    </section>
  )
}

/** Sends once at a time; a failure is shown and leaves the dialog open. */
function useSending(send: () => Promise<unknown>, onSent: () => void) {
  const { t } = useApp()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  function start() {
    if (isSending) return
    setSending(true)
    setProblem(undefined)
    send()
      .then(onSent)
      .catch((error: unknown) => setProblem(failureText(t, error)))
      .finally(() => setSending(false))
  }
  return { isSending, problem, start }
}

function AskDialog(props: {
  kind: ChangeKind
  send: (reason: string) => Promise<unknown>
  onSent: () => void
  onClose: () => void
}) {
  const { t } = useApp()
  const { kind, onSent, onClose } = props
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const sending = useSending(
    () => props.send(reason.trim()),
    () => {
      onSent()
      onClose()
    },
  )
  const send = () => {
    setTried(true)
    if (reason.trim()) sending.start()
  }
  return (
    <SendingDialog
      title={t(`h5.change.${kind}`)}
      sendLabel={t('h5.change.send')}
      sending={sending}
      onSend={send}
      onClose={onClose}
    >
      <Field
        frame={{
          at: 'change.reason',
          label: t(`h5.change.${kind}Reason`),
          required: true,
          problem: isTried && !reason.trim() ? t('h5.change.missing') : undefined,
        }}
      >
        {input => (
          <textarea
            {...input}
            rows={4}
            maxLength={changeTextLength}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        )}
      </Field>
    </SendingDialog>
  )
}

function TakeBackDialog({ send, onClose }: { send: () => Promise<unknown>; onClose: () => void }) {
  const { t } = useApp()
  const sending = useSending(send, onClose)
  return (
    <SendingDialog
      title={t('h5.change.takeBackAsk')}
      sendLabel={t('h5.change.takeBack')}
      sending={sending}
      onSend={() => sending.start()}
      onClose={onClose}
    />
  )
}

/** A dialog that sends, says why it could not, and waits for the answer. */
function SendingDialog(props: {
  title: string
  sendLabel: string
  sending: ReturnType<typeof useSending>
  onSend: () => void
  onClose: () => void
  children?: ReactNode
}) {
  const { t } = useApp()
  const { title, sendLabel, sending, onSend, onClose, children } = props
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button button-main" disabled={sending.isSending} onClick={onSend}>
            {sendLabel}
          </button>
          <button type="button" className="button" disabled={sending.isSending} onClick={onClose}>
            {t('action.back')}
          </button>
        </>
      }
    >
      {sending.problem && <Notice tone="bad">{sending.problem}</Notice>}
      {children}
    </Dialog>
  )
}
