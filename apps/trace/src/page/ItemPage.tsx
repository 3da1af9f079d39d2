import type { ReactNode } from 'react'
import type { Format } from '../format.ts'
import { type SubmitCheck, Check } from '../islands/Check.tsx'
import { Counts, type PositionActions } from '../islands/Counts.tsx'
import { Proof, type ProofActions } from '../islands/Proof.tsx'
import { VerdictStrip } from '../islands/VerdictStrip.tsx'
import type { Store } from '../live.ts'
import type { FactChange, PendingFact, WithdrawnRecord } from '../proof/proven.ts'
import type { Texts } from '../texts.ts'
import type { StatedFacts, Item } from '../types.ts'
import { Certification } from './Certification.tsx'
import { Deferred } from './Deferred.tsx'
import { LedgerBreaks } from './LedgerBreaks.tsx'
import { Papers } from './PaperLinks.tsx'
import { Pending } from './Pending.tsx'
import { About, Identity, Product } from './Product.tsx'
import { type EvidenceActions, ProofDetails } from './ProofDetails.tsx'
import { Recalls } from './Recalls.tsx'
import { StatedTag } from './StatedTag.tsx'
import { CodeForm } from './States.tsx'
import { Stores } from './Stores.tsx'
import { suspectedStages, JourneyAndPlaces } from './JourneyAndPlaces.tsx'

/** The reader's actions on the page. */
export interface PageActions extends ProofActions, EvidenceActions, PositionActions {
  store: Store
  submitCheck: SubmitCheck
}

interface Props {
  /** Null when no entry could be opened: then the page shows no item. */
  answer: Item | null
  /** Facts that were sealed with other values before. */
  changes?: readonly FactChange[]
  /** Withdrawn records. */
  withdrawn?: readonly WithdrawnRecord[]
  /** What is handed over to the ledger and not sealed yet. */
  pending?: readonly PendingFact[]
  /** Parts with a fault in the reader's check, record ids among them. */
  doubted?: readonly string[]
  facts: StatedFacts
  /** What stands for journey, places and certification of goods about which several companies reported. */
  companies?: CompanyParts | undefined
  /** Whether an anchor on a chain stands behind the ledger: as the platform states, or as the browser has checked. */
  anchored: boolean
  /** Path and query of the page, for links to other records of it. */
  url: string
  texts: Texts
  format: Format
  actions: PageActions
  /** Placeholder of journey and places, when they come from the part cache. */
  journeyMark?: string
}

/** The parts of the page that all companies share. */
export interface CompanyParts {
  journey: ReactNode
  certification: ReactNode
}

/**
 * The page of an item. The server draws it from what it states, and the script hydrates each `data-island` at once. When the
 * browser has proven the item, it draws all of this again from the entries that it opened.
 */
export function ItemPage({
  answer,
  changes = [],
  withdrawn = [],
  pending = [],
  doubted = [],
  facts,
  companies,
  anchored,
  url,
  texts,
  format,
  actions,
  journeyMark,
}: Props) {
  const island = { facts, texts, format, ...actions }
  const itemProps = answer && { answer, texts, format }
  return (
    <Papers value={{ code: answer?.code ?? facts.code, papers: facts.papers }}>
      <div className="found">
        <div className="side">
          {itemProps && <Recalls {...itemProps} isActive />}
          <Deferred>{itemProps && <Product {...itemProps} />}</Deferred>
          <div className="answer">
            <div className="verdict-place" data-island="verdict">
              <VerdictStrip {...island} />
            </div>
            <section className="card check" aria-labelledby="check">
              <h2 id="check">{texts.t('trace.check.heading')}</h2>
              {facts.foreign === undefined ? (
                <>
                  <noscript>
                    <p className="noscript">{texts.t('trace.check.noscript')}</p>
                  </noscript>
                  <div className="needs-script" data-island="check">
                    <Check {...island} />
                  </div>
                </>
              ) : (
                <p>{texts.t('trace.check.none')}</p>
              )}
            </section>
          </div>
          {itemProps && <Identity {...itemProps} foreign={facts.foreign} changes={changes} />}
          {itemProps && <Recalls {...itemProps} isActive={false} />}
          {companies?.certification ?? (itemProps && <Certification {...itemProps} />)}
          <section className="card met" aria-labelledby="counts">
            <h2 id="counts">
              {texts.t('trace.scan.heading')} <StatedTag texts={texts} />
            </h2>
            <div data-island="counts">
              <Counts {...island} />
            </div>
          </section>
          <Stores stores={facts.stores ?? []} texts={texts} />
        </div>
        <div className="main">
          <Pending pending={pending} texts={texts} format={format} />
          {journeyMark ??
            companies?.journey ??
            (itemProps && (
              <JourneyAndPlaces
                {...itemProps}
                withdrawn={withdrawn}
                doubted={[...doubted, ...suspectedStages(facts)]}
                url={url}
              />
            ))}
          <section className="card proof" aria-labelledby="proof">
            <h2 id="proof">{texts.t(anchored ? 'trace.proof.heading.chain' : 'trace.proof.heading')}</h2>
            <p>{texts.t('trace.proof.intro')}</p>
            <noscript>
              <p className="noscript">
                {texts.t('trace.proof.noscript')}{' '}
                <a href={`/api/trace/${encodeURIComponent(facts.code)}/proof`}>{texts.t('trace.proof.raw')}</a>
              </p>
            </noscript>
            <div className="needs-script" data-island="proof">
              <Proof {...island} />
            </div>
            <Deferred>
              <ProofDetails {...island} />
            </Deferred>
            <LedgerBreaks breaks={facts.ledger.breaks ?? []} texts={texts} format={format} />
          </section>
          <Deferred>{itemProps && <About {...itemProps} />}</Deferred>
          <section className="another">
            <CodeForm texts={texts} label="trace.enter.another" />
          </section>
        </div>
      </div>
    </Papers>
  )
}
