import { newId, type Translate } from '@timbermark/client'
import { type ChangeKind, changeKinds, type ChangeOfRecord } from '@timbermark/contract'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApp, useOutbox } from '../app/context.ts'
import { failureText, momentText } from '../app/texts.ts'
import { timeNow } from '../platform/clock.ts'
import { type ChangedRecord, type LocalChange, newChange } from '../report/local-change.ts'
import { proposableFields } from '../report/proposed.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/page.tsx'
import { ChangeChip } from '../views/change-chip.tsx'
import { DeliveryCard } from '../views/delivery-card.tsx'
import { AnswerList, Facts } from '../views/values.tsx'
import { AskDialog, type Wish } from './ask-change.tsx'

/**
 * What the reporter can ask the office to do with their own record, and what became of it. Without a network the wish waits on the
 * phone, as reports do; whether it comes in time is the server's to say.
 */
export function ChangeCard({ record, onChange }: { record: ChangedRecord; onChange: () => void }) {
  const { t, online, outbox, showToast } = useApp()
  const local = useLocalChange(record, onChange)
  const [asking, setAsking] = useState<ChangeKind | null>(null)
  const [isTakingBack, setTakingBack] = useState(false)
  const [params, setParams] = useSearchParams()
  const { recordId, stage, batchNumber, change, changeUntil } = record
  const isOver = typeof changeUntil === 'string' && Date.parse(changeUntil) < timeNow()
  const mayAsk = changeUntil !== null && !isOver && !local && change?.status !== 'waiting'
  if (!change && !mayAsk && !local) return null

  /** What the outbox returned for editing is open again. */
  const draft = local?.state === 'draft' && params.get('ask') === local.key ? local : undefined
  const kind = asking ?? draft?.content.change
  function close() {
    setAsking(null)
    if (draft) setParams({ record: String(recordId) }, { replace: true })
  }
  async function send(wish: Wish) {
    if (!kind) return
    const content = { recordId, change: kind, stage, ...(batchNumber && { batchNumber }), ...wish }
    const item = draft ?? newChange({ id: newId(), owner: outbox.owner, now: timeNow(), content })
    const result = await outbox.submit({ ...item, content }, draft?.updatedAt).catch(() => undefined)
    if (result?.isSaved) close()
    else showToast(t('h5.draft.failed'), 'bad')
  }

  return (
    <>
      {local && <LocalCard change={local} record={record} />}
      {(change || mayAsk) && (
        <section className="card state" aria-live="polite">
          <h2>{t(change ? `h5.change.title.${change.kind}` : 'h5.change')}</h2>
          {change && <StateOfRequest change={change} record={record} />}
          {mayAsk && changeUntil && <p>{t('h5.change.until', { time: momentText(t, changeUntil) })}</p>}
          {!online && change?.status === 'waiting' && <Notice>{t('h5.change.needsNetwork')}</Notice>}
          <div className="actions">
            {mayAsk &&
              changeKinds.map(one => (
                <button key={one} type="button" className="button" onClick={() => setAsking(one)}>
                  {t(`h5.change.${one}`)}
                </button>
              ))}
            {change?.status === 'waiting' && (
              <button type="button" className="button" disabled={!online} onClick={() => setTakingBack(true)}>
                {t('h5.change.takeBack')}
              </button>
            )}
          </div>
        </section>
      )}
      {kind && <AskDialog kind={kind} record={record} wish={draft?.content} onSend={send} onClose={close} />}
      {isTakingBack && change && (
        <TakeBackDialog
          id={change.id}
          onClose={() => {
            setTakingBack(false)
            onChange()
          }}
        />
      )}
    </>
  )
}

/** The newest wish about the record on this phone that the server's answer does not show yet. @param onChange called when one was sent */
function useLocalChange({ recordId, change }: ChangedRecord, onChange: () => void): LocalChange | undefined {
  const { changes } = useOutbox()
  const ofRecord = changes.filter(({ content }) => String(content.recordId) === String(recordId))
  const sent = ofRecord.filter(({ state }) => state === 'sent').length
  const known = useRef(sent)
  useEffect(() => {
    if (sent > known.current) onChange()
    known.current = sent
  }, [sent, onChange])
  return ofRecord.find(({ state, changeId = 0 }) => state !== 'sent' || Number(changeId) > Number(change?.id ?? 0))
}

/** The request that the server has, and what became of it. */
function StateOfRequest({ change, record }: { change: ChangeOfRecord; record: ChangedRecord }) {
  const { t } = useApp()
  const { documentCode, operator, time, values } = change.proposed ?? {}
  const head = Object.entries({ documentCode, operator, time }).flatMap(([key, value]) => (value ? [[key, value]] : []))
  return (
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
      <Proposed proposed={{ ...Object.fromEntries(head), ...values }} record={record} />
    </>
  )
}

/** The values that would be right. */
function Proposed({ proposed, record }: { proposed: Readonly<Record<string, unknown>>; record: ChangedRecord }) {
  const { t } = useApp()
  if (Object.keys(proposed).length === 0) return null
  const fields = proposableFields(record.stage, record.attributes, t.language)
  const answers = fields.flatMap(field => (field.key in proposed ? [{ ...field, value: proposed[field.key] }] : []))
  const text = (key: string) => (typeof proposed[key] === 'string' ? proposed[key] : null)
  const time = text('time')
  return (
    <>
      <p>
        <strong>{t('h5.change.proposed')}</strong>
      </p>
      <Facts
        facts={[
          [t('h5.documentCode'), text('documentCode')],
          [t('h5.operator'), text('operator')],
          [t('h5.time'), time && momentText(t, time)],
        ]}
      />
      <AnswerList answers={answers} />
    </>
  )
}

/** A wish that is still on the phone, with what can be done about it. */
function LocalCard({ change, record }: { change: LocalChange; record: ChangedRecord }) {
  const { t } = useApp()
  const { content } = change
  return (
    <>
      <DeliveryCard
        item={change}
        edit={`/operationLog?record=${content.recordId}&ask=${change.key}`}
        sentFacts={[]}
        whenSent={null}
      />
      <section className="card">
        <h2>{t(`h5.change.title.${content.change}`)}</h2>
        <Facts facts={[[t('h5.change.reason'), content.reason]]} />
        <Proposed proposed={content.proposed} record={record} />
      </section>
    </>
  )
}

/** Sends once at a time; a failure is shown and leaves the dialog open. */
function TakeBackDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t, client } = useApp()
  const sending = useSending(
    t,
    () => client.call('PUT /stage/change-request/:id/take-back', { params: { id: String(id) }, body: {} }),
    onClose,
  )
  return (
    <Dialog
      title={t('h5.change.takeBackAsk')}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button button-main" disabled={sending.isSending} onClick={sending.start}>
            {t('h5.change.takeBack')}
          </button>
          <button type="button" className="button" disabled={sending.isSending} onClick={onClose}>
            {t('action.back')}
          </button>
        </>
      }
    >
      {sending.problem && <Notice tone="bad">{sending.problem}</Notice>}
    </Dialog>
  )
}

function useSending(t: Translate, send: () => Promise<unknown>, onSent: () => void) {
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
