import type { TraceHolder } from '@timbermark/contract/trace'
import { type Format, formatNumber } from '../format.ts'
import { buildJourney } from '../journey.ts'
import type { LaterHolder } from '../browser/later-holders.ts'
import type { Texts } from '../texts.ts'
import { Deferred } from './Deferred.tsx'
import { LocalizedText } from './LocalizedText.tsx'
import { Moment } from './Moment.tsx'
import { ProvenRecords, useVouched, Vouching } from './page-context.ts'
import { Stage } from './Stage.tsx'

interface Props {
  texts: Texts
  format: Format
}

type ShownHolder = Omit<TraceHolder, 'batchNumber'>

/** What one later holder reported: only its reported stages, since the others are of those before and after it. */
function Holder({ holder, n, texts, format }: Props & { holder: ShownHolder; n: number }) {
  const vouched = useVouched()
  const { name, nameIn, since, role, stages, records, histories } = holder
  const reported = buildJourney(stages).filter(stage => stage.records.length > 0)
  return (
    <section className="holder" aria-labelledby={`holder-${n}`} data-holder={n}>
      <h3 className="holder-name" id={`holder-${n}`} {...vouched}>
        <LocalizedText text={name} of={nameIn} language={format.language} texts={texts} />
      </h3>
      <p className="holder-since" {...vouched}>
        {texts.t(role === 'partner' ? 'trace.custody.invitedSince' : 'trace.custody.since')}{' '}
        <Moment at={since} format={format} />
      </p>
      {role === 'partner' && <p className="holder-since">{texts.t('trace.custody.invited')}</p>}
      {reported.length === 0 && <p className="empty">{texts.t('trace.custody.empty')}</p>}
      {records.shown < records.total && (
        <p>
          {texts.t('trace.history.summary', {
            shown: formatNumber(records.shown, format),
            total: formatNumber(records.total, format),
          })}
        </p>
      )}
      <ol className="trunk">
        {reported.map(stage => (
          <Deferred key={stage.key}>
            <Stage
              stage={stage}
              prefix={`holder-${n}-`}
              open={reported.length < 3}
              withdrawn={[]}
              history={wholeHistory(histories.find(history => history.stage === stage.key))}
              url=""
              texts={texts}
              format={format}
            />
          </Deferred>
        ))}
      </ol>
    </section>
  )
}

/** What is left out is said once for the holder; there is nothing to unfold. */
const wholeHistory = (history: ShownHolder['histories'][number] | undefined) =>
  history && { ...history, total: history.shown, before: 0, gapAfter: null }

function Holders({ children, texts }: { children: React.ReactNode; texts: Texts }) {
  return (
    <section className="later" aria-labelledby="later">
      <header className="section-head">
        <h2 id="later">{texts.t('trace.custody.heading')}</h2>
        <p>{texts.t('trace.custody.intro')}</p>
      </header>
      {children}
    </section>
  )
}

/** The enterprises to which the goods were handed over, as the platform states. */
export function StatedHolders({ later, texts, format }: Props & { later: readonly ShownHolder[] }) {
  if (later.length === 0) return null
  return (
    <Holders texts={texts}>
      {later.map((holder, n) => (
        <Holder key={holder.code} holder={holder} n={n + 1} texts={texts} format={format} />
      ))}
    </Holders>
  )
}

/** The same as this browser proved it: names and records come from each holder's own entries. */
export function ProvenHolders({ later, texts, format }: Props & { later: readonly LaterHolder[] }) {
  if (later.length === 0) return null
  return (
    <Holders texts={texts}>
      {later.map(({ code, since, role, walk }, n) =>
        walk?.item ? (
          <Vouching key={code} value="proven">
            <ProvenRecords value={walk.item.records}>
              <Holder
                holder={{
                  code,
                  since,
                  role,
                  name: walk.item.answer.owner.name,
                  nameIn: walk.item.answer.owner.nameIn,
                  stages: walk.item.answer.stages,
                  records: walk.item.answer.records,
                  histories: walk.item.answer.histories,
                }}
                n={n + 1}
                texts={texts}
                format={format}
              />
            </ProvenRecords>
          </Vouching>
        ) : (
          <p key={code} className="empty" data-holder={n + 1}>
            {texts.t(walk ? 'trace.custody.unproven' : 'trace.custody.unreachable')}
          </p>
        ),
      )}
    </Holders>
  )
}
