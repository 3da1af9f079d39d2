import { formatNumber } from '@timbermark/client'
import { maxReceiptPhotos, signedByLength } from '@timbermark/contract'
import type { OfferGoods } from '@timbermark/contract/calls'
import { useApp } from '../app/context.ts'
import { offerGoodsPath } from '../app/offline-calls.ts'
import { useCachedAnswer } from '../app/use-cached-answer.ts'
import { CodeCollector } from '../codes/code-collector.tsx'
import { askAboutOfferedCode, codeLevels } from '../codes/offered-code.ts'
import { useCodeChecks } from '../codes/use-code-checks.ts'
import { timeNow } from '../platform/clock.ts'
import { filesOf } from '../report/files.ts'
import {
  arrivals,
  arrivedCodes,
  checkReceipt,
  type LocalReceipt,
  type MeasureKey,
  measureFields,
  type ReceiptContent,
  receiptVerbs,
} from '../report/receipt.ts'
import { applyCheckResult } from '../scan/scan-list.ts'
import { Choices } from '../ui/choices.tsx'
import { Field, FieldSet } from '../ui/field.tsx'
import { OfferPaperButton } from '../views/offer-paper.tsx'
import { RefusalNotice } from '../views/refusal-notice.tsx'
import { Facts } from '../views/values.tsx'
import { FilesContext } from './form-context.ts'
import { ImagesInput } from './inputs/images-input.tsx'
import { NumberInput } from './inputs/number-input.tsx'
import { SignatureInput } from './inputs/signature-input.tsx'
import { SendPage, useSending } from './send-page.tsx'
import { useReceiptFiles } from './use-receipt-files.ts'
import { useWorkingCopy } from './use-working-copy.ts'

/** As many characters as the server takes. */
const reasonLength = 200

/** Counts goods that are offered and takes them over, or declines them; without a network it is sent later. */
export function ReceiptForm(props: { receipt: LocalReceipt; isNew: boolean; onFirstSave: () => void }) {
  const { receipt, isNew, onFirstSave } = props
  const { t, client } = useApp()
  const { content, change, submit, isElsewhere, isClosed, saved } = useWorkingCopy(receipt, isNew, onFirstSave)
  const files = useReceiptFiles(receipt.key, isClosed, saved)
  const { offerId, verb, arrival, codes } = content
  const sending = useSending(
    receipt,
    () => checkReceipt(content),
    () => submit(content),
    files.pendingFiles.settled,
  )
  const problemAt = (at: string) => {
    const problem = sending.problems.find(one => one.at === at)
    return problem?.phrase && t(problem.phrase, problem.params)
  }
  const set = (part: Partial<ReceiptContent>) => change(() => part)
  const checks = useCodeChecks({
    codes,
    target: String(offerId),
    check: entry => askAboutOfferedCode(t, client, offerId, entry),
    onResult: (code, result) => change(old => ({ codes: applyCheckResult(old.codes, code, result) }), true),
  })

  return (
    <SendPage
      title={t('h5.tile.receive')}
      back="/receiveGoods"
      label={t(`h5.receive.send.${verb}`)}
      item={receipt}
      sending={sending}
      isElsewhere={isElsewhere}
      refusal={receipt.refusal && <RefusalNotice refusal={receipt.refusal} />}
    >
      <OfferedGoods content={content} />
      <section className="card">
        <FieldSet frame={{ at: 'verb', label: t('h5.receive.verb') }}>
          <Choices
            values={receiptVerbs}
            chosen={verb}
            label={one => t(`h5.receive.verb.${one}`)}
            onChoose={one => set({ verb: one })}
          />
        </FieldSet>
        {verb === 'decline' ? (
          <ReasonField
            at="reason"
            label={t('h5.receive.reason')}
            required
            problem={problemAt('reason')}
            value={content.reason}
            onChange={reason => set({ reason })}
          />
        ) : (
          <FieldSet frame={{ at: 'arrival', label: t('h5.receive.arrival') }}>
            <Choices
              values={arrivals}
              chosen={arrival}
              label={one => t(`h5.receive.arrival.${one}`)}
              onChoose={one => set({ arrival: one })}
            />
            <p className="field-hint">{t(`h5.receive.arrival.${arrival}.hint`)}</p>
          </FieldSet>
        )}
      </section>
      {verb === 'accept' && arrival !== 'all' && (
        <section className="card" data-at="codes">
          <h2>{t(`h5.receive.codes.${arrival}`)}</h2>
          <p className="count-line" aria-live="polite">
            {countText()}
          </p>
          {problemAt('codes') && <p className="field-problem">{problemAt('codes')}</p>}
          <CodeCollector
            codes={codes}
            change={next => change(old => ({ codes: next(old.codes) }))}
            takesRanges
            texts={{ empty: t('h5.receive.noCodes'), good: t('h5.receive.offered'), already: t('h5.receive.offered') }}
            onRecheck={checks.recheck}
          />
        </section>
      )}
      {verb === 'accept' && (
        <section className="card">
          <h2>{t('h5.receive.measured')}</h2>
          <Measure name="receivedVolume" content={content} problem={problemAt('receivedVolume')} onChange={set} />
          <Measure name="receivedWeight" content={content} problem={problemAt('receivedWeight')} onChange={set} />
          <ReasonField
            at="difference"
            label={t('custody.offer.difference')}
            problem={problemAt('difference')}
            value={content.difference}
            onChange={difference => set({ difference })}
          />
        </section>
      )}
      {verb === 'accept' && (
        <FilesContext value={files}>
          <section className="card">
            <h2>{t('custody.offer.photos')}</h2>
            <ImagesInput
              frame={{ at: 'photos', label: t('h5.receive.photos'), problem: problemAt('photos') }}
              max={maxReceiptPhotos}
              value={content.photos}
              change={next => change(old => ({ photos: filesOf(next(old.photos)) }))}
            />
          </section>
          <section className="card">
            <h2>{t('custody.offer.signature')}</h2>
            <SignatureInput
              frame={{
                at: 'signature',
                label: t('h5.receive.signature'),
                hint: t('h5.receive.signature.hint'),
                problem: problemAt('signature'),
              }}
              value={filesOf(content.signature)[0]}
              onChange={signature =>
                set(
                  signature
                    ? { signature: [signature], signedAt: new Date(timeNow()).toISOString() }
                    : { signature: [], signedAt: undefined },
                )
              }
            />
            <Field frame={{ at: 'signedBy', label: t('custody.offer.signedBy'), problem: problemAt('signedBy') }}>
              {input => (
                <input
                  {...input}
                  type="text"
                  autoComplete="off"
                  maxLength={signedByLength}
                  value={content.signedBy ?? ''}
                  onChange={event => set({ signedBy: event.target.value })}
                />
              )}
            </Field>
          </section>
        </FilesContext>
      )}
    </SendPage>
  )

  function countText(): string {
    const arrived = arrivedCodes(content)
    if (arrived === undefined) return t('h5.receive.countUnknown', { n: codes.length })
    const number = (n: number) => formatNumber(n, t.language)
    return t('h5.receive.count', { n: number(arrived), all: number(content.offered) })
  }
}

function Measure(props: {
  name: MeasureKey
  content: ReceiptContent
  problem: string | undefined
  onChange: (part: Partial<ReceiptContent>) => void
}) {
  const { name, content, problem, onChange } = props
  const { t } = useApp()
  const offered = name === 'receivedVolume' ? content.volume : content.weight
  const hint = offered === null ? undefined : t('h5.receive.asOffered', { n: formatNumber(offered, t.language) })
  return (
    <Field frame={{ at: name, label: t(`custody.offer.${name}`), hint, problem }}>
      {input => (
        <NumberInput
          input={input}
          field={measureFields[name]}
          value={content[name]}
          onChange={value => onChange({ [name]: value ?? '' })}
        />
      )}
    </Field>
  )
}

function ReasonField(props: {
  at: string
  label: string
  required?: boolean
  problem: string | undefined
  value: string
  onChange: (value: string) => void
}) {
  const { at, label, required, problem, value, onChange } = props
  return (
    <Field frame={{ at, label, required, problem }}>
      {input => (
        <textarea
          {...input}
          rows={3}
          maxLength={reasonLength}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** What is offered: the product, and the codes as printed on the goods. */
function OfferedGoods({ content }: { content: ReceiptContent }) {
  const { t } = useApp()
  const { data } = useCachedAnswer<OfferGoods>(offerGoodsPath(content.offerId))
  const number = (n: number | string) => formatNumber(n, t.language)
  return (
    <section className="card">
      <h2>{content.goods}</h2>
      <Facts
        facts={[
          [t('custody.offer.giver'), content.giver],
          [t('custody.offer.codes'), number(content.offered)],
          [t('custody.offer.volume'), content.volume && number(content.volume)],
          [t('custody.offer.weight'), content.weight && number(content.weight)],
          [t('custody.offer.place'), data?.place],
          [t('custody.offer.terms'), data?.terms],
        ]}
      />
      {data && (
        <details className="folded">
          <summary>{t('custody.offer.details')}</summary>
          <ul className="plain-codes">
            {data.ranges.map(({ codeType, first, last, count }) => (
              <li key={first}>
                {t(`h5.level.${codeLevels[codeType]}`)}{' '}
                <span className="code-text">
                  {count === 1 ? first : t('custody.offer.range', { first, last, n: number(count) })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="actions">
        <OfferPaperButton offerId={content.offerId} kind="deliveryNote" />
      </div>
    </section>
  )
}
