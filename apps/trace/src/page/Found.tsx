import type { TraceAnswer } from '@timbermark/contract/trace'
import type { Format } from '../format.ts'
import { Check } from '../islands/Check.tsx'
import { Counts } from '../islands/Counts.tsx'
import { Proof } from '../islands/Proof.tsx'
import { VerdictStrip } from '../islands/VerdictStrip.tsx'
import { createStore } from '../live.ts'
import type { Texts } from '../texts.ts'
import type { Facts } from '../types.ts'
import { Journey } from './Journey.tsx'
import { LedgerBreaks } from './LedgerBreaks.tsx'
import { Places } from './Places.tsx'
import { About, Identity, Product } from './Product.tsx'
import { Enter } from './States.tsx'

interface Props {
  answer: TraceAnswer
  facts: Facts
  /** Path and query of the page, for links to other records of it. */
  url: string
  texts: Texts
  format: Format
}

const nothing = () => undefined

/**
 * The page of an item. What stands in a `data-island` is drawn here first and taken over by the script; everything else is
 * the server's alone.
 */
export function Found({ answer, facts, url, texts, format }: Props) {
  const island = { facts, texts, format, store: createStore() }
  return (
    <div className="found">
      <div className="side">
        <Product answer={answer} texts={texts} format={format} />
        <div className="verdict-place" data-island="verdict">
          <VerdictStrip {...island} />
        </div>
        <Identity answer={answer} texts={texts} format={format} />
        <section className="card check" aria-labelledby="check">
          <h2 id="check">{texts.t('trace.check.heading')}</h2>
          <noscript>
            <p className="noscript">{texts.t('trace.check.noscript')}</p>
          </noscript>
          <div className="needs-script" data-island="check">
            <Check {...island} ask={() => Promise.reject(new Error('not in a browser'))} />
          </div>
        </section>
        <section className="card" aria-labelledby="counts">
          <h2 id="counts">{texts.t('trace.scan.heading')}</h2>
          <div data-island="counts">
            <Counts {...island} onShare={nothing} onDecline={nothing} onConsider={nothing} />
          </div>
        </section>
      </div>
      <div className="main">
        <div id="records">
          <Journey answer={answer} url={url} texts={texts} format={format} />
        </div>
        <Places answer={answer} texts={texts} format={format} />
        <section className="card proof" aria-labelledby="proof">
          <h2 id="proof">{texts.t('trace.proof.heading')}</h2>
          <p>{texts.t('trace.proof.intro')}</p>
          <noscript>
            <p className="noscript">
              {texts.t('trace.proof.noscript')}{' '}
              <a href={`/api/trace/${encodeURIComponent(answer.code)}/proof`}>{texts.t('trace.proof.raw')}</a>
            </p>
          </noscript>
          <div className="needs-script" data-island="proof">
            <Proof {...island} onRun={nothing} onRunAll={nothing} onDownload={nothing} />
          </div>
          <LedgerBreaks breaks={answer.ledger.breaks ?? []} texts={texts} format={format} />
        </section>
        <About answer={answer} texts={texts} />
        <section className="another">
          <Enter texts={texts} label="trace.enter.another" />
        </section>
      </div>
    </div>
  )
}
