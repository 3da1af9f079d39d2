import { ApiError, newId } from '@timbermark/client'
import { type DisputeKind, disputeTextLength, isWordless } from '@timbermark/contract'
import type { OfferDispute } from '@timbermark/contract/calls'
import { useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { failureText, momentText } from '../app/texts.ts'
import type { Id } from '../report/wire.ts'
import { Choices } from '../ui/choices.tsx'
import { Field, FieldSet } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { Notice } from '../ui/page.tsx'

interface DisputeProps {
  offerId: Id
  dispute: OfferDispute
  /** Reads what both sides wrote again. */
  onChanged: () => void
}

/** What both sides wrote about goods that were handed over, and what the own side may write now. */
export function DisputeCard(props: DisputeProps) {
  const { dispute } = props
  const { t } = useApp()
  return (
    <section className="card">
      <h2>{t('custody.dispute.lines')}</h2>
      <p className="card-note">{t('custody.dispute.hint')}</p>
      {dispute.lines.length === 0 && <p>{t('custody.dispute.empty')}</p>}
      <ol className="dispute-lines" aria-label={t('custody.dispute.lines')}>
        {dispute.lines.map(line => (
          <DisputeLine key={line.number} dispute={dispute} line={line} />
        ))}
      </ol>
      {dispute.can.length > 0 && <WriteForm {...props} />}
    </section>
  )
}

function DisputeLine({ dispute, line }: { dispute: OfferDispute; line: OfferDispute['lines'][number] }) {
  const { t } = useApp()
  const { kind, text, proposal, operator, side, time, number } = line
  // An agreement shows the words that were agreed to: the proposal may stand far above it.
  const agreed = kind === 'agreed' && dispute.lines.find(one => one.number === proposal)?.text
  const isRepeated = kind === 'opened' && dispute.lines.at(-1)!.dispute > 1
  return (
    <li key={number} className={side === dispute.side ? 'dispute-line dispute-line-own' : 'dispute-line'}>
      {isRepeated && <span className="row-note">{t('custody.dispute.nth', { n: line.dispute })}</span>}
      <strong>{t(`custody.dispute.kind.${kind}`)}</strong>
      {agreed && <span className="dispute-text">{t('custody.dispute.agreedTo', { text: agreed })}</span>}
      {text && <span className="dispute-text">{text}</span>}
      <span className="row-note">
        {t('custody.dispute.by', { operator, enterprise: dispute[side] })} · {momentText(t, time)}
      </span>
    </li>
  )
}

/** Writes a line. What is typed stays until it is sent, also when the other side has written meanwhile. */
function WriteForm({ offerId, dispute, onChanged }: DisputeProps) {
  const { t, client, online, showToast } = useApp()
  const { can, seen } = dispute
  const [chosen, setChosen] = useState<DisputeKind>()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)
  const attempt = useRef({ content: '', key: '' })
  // What was chosen may no longer be possible.
  const kind = can.find(one => one === chosen) ?? can[0]!
  const isMissing = !isWordless(kind) && !text.trim()

  async function send() {
    setTried(true)
    if (isSending || isMissing) return
    if (!online) return showToast(t('h5.taken.offline'), 'bad')
    const body = { kind, text: text.trim(), seen }
    const content = JSON.stringify(body)
    // The same words sent again after a lost answer are the same line.
    if (attempt.current.content !== content) attempt.current = { content, key: newId() }
    setSending(true)
    try {
      await client.call('POST /custody/offer/:id/dispute', {
        params: { id: Number(offerId) },
        body,
        headers: { 'idempotency-key': attempt.current.key },
        allowDoubleSubmit: true,
      })
      setText('')
      setTried(false)
      setChosen(undefined)
      showToast(t('custody.dispute.sent'), 'good')
      onChanged()
    } catch (error) {
      showToast(failureText(t, error), 'bad')
      if (error instanceof ApiError) onChanged()
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      {can.length > 1 && (
        <FieldSet frame={{ at: 'kind', label: t('custody.dispute.kind') }}>
          <Choices values={can} chosen={kind} label={one => t(`custody.dispute.write.${one}`)} onChoose={setChosen} />
        </FieldSet>
      )}
      <Field
        frame={{
          at: 'text',
          label: t('custody.dispute.text'),
          required: !isWordless(kind),
          problem: isTried && isMissing ? t('h5.dispute.missing') : undefined,
        }}
      >
        {input => (
          <textarea
            {...input}
            rows={4}
            maxLength={disputeTextLength}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        )}
      </Field>
      {!online && <Notice>{t('h5.taken.offline')}</Notice>}
      <button
        type="button"
        className="button button-main button-wide"
        disabled={isSending || !online}
        onClick={() => void send()}
      >
        <Icon name="send" size={20} /> {t(`custody.dispute.write.${kind}`)}
      </button>
    </>
  )
}
