import type { Format } from '../format.ts'
import type { Texts } from '../texts.ts'
import type { Item } from '../types.ts'
import { Fact } from './Fact.tsx'
import { useVouched } from './page-context.ts'
import { Moment } from './Moment.tsx'
import { LocalizedText } from './LocalizedText.tsx'

interface Props {
  answer: Item
  texts: Texts
  format: Format
  /** Show active recalls (true) or lifted ones (false). */
  isActive: boolean
}

/** Recalls by the enterprise: reason, advice and contact. Active ones come before everything else; lifted ones remain visible. */
export function Recalls({ answer, texts, format, isActive }: Props) {
  const vouched = useVouched()
  const { language } = format
  const recalls = answer.recalls.filter(({ lifted }) => (lifted === null) === isActive)
  if (recalls.length === 0) return null
  return (
    <section className={`card ${isActive ? 'recall' : 'recall-lifted'}`} aria-labelledby={`recall-${isActive}`}>
      <h2 id={`recall-${isActive}`}>{texts.t(isActive ? 'trace.recall.heading' : 'trace.recall.lifted')}</h2>
      {recalls.map(({ of, reason, reasonIn, advice, adviceIn, contact, contactIn, since, lifted }) => (
        <div key={`${of} ${since}`} className="recall-text">
          <p className="recall-reason" {...vouched}>
            <LocalizedText text={reason} of={reasonIn} language={language} texts={texts} />
          </p>
          <dl className="facts">
            {isActive && (
              <Fact name={texts.t('trace.recall.advice')}>
                <LocalizedText text={advice} of={adviceIn} language={language} texts={texts} />
              </Fact>
            )}
            {isActive && (
              <Fact name={texts.t('trace.recall.contact')}>
                <LocalizedText text={contact} of={contactIn} language={language} texts={texts} />
              </Fact>
            )}
            <Fact name={texts.t('trace.recall.since')}>
              <Moment at={since} format={format} /> · {texts.t(`trace.recall.${of}`)}
            </Fact>
            {lifted && (
              <Fact name={texts.t('trace.recall.liftedAt')}>
                <Moment at={lifted.at} format={format} />
                <span className="aside">
                  <LocalizedText text={lifted.reason} of={lifted.reasonIn} language={language} texts={texts} />
                </span>
              </Fact>
            )}
          </dl>
        </div>
      ))}
    </section>
  )
}
