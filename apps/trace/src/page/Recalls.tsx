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
  /** Those that stand, or those that were lifted. */
  isActive: boolean
}

/** What the enterprise calls back, before anything else: what is wrong, what to do, whom to ask. Lifted ones stay told. */
export function Recalls({ answer, texts, format, isActive: standing }: Props) {
  const vouched = useVouched()
  const { language } = format
  const recalls = answer.recalls.filter(({ lifted }) => (lifted === null) === standing)
  if (recalls.length === 0) return null
  return (
    <section className={`card ${standing ? 'recall' : 'recall-lifted'}`} aria-labelledby={`recall-${standing}`}>
      <h2 id={`recall-${standing}`}>{texts.t(standing ? 'trace.recall.heading' : 'trace.recall.lifted')}</h2>
      {recalls.map(({ of, reason, reasonIn, advice, adviceIn, contact, contactIn, since, lifted }) => (
        <div key={`${of} ${since}`} className="recall-text">
          <p className="recall-reason" {...vouched}>
            <LocalizedText text={reason} of={reasonIn} language={language} texts={texts} />
          </p>
          <dl className="facts">
            {standing && (
              <Fact name={texts.t('trace.recall.advice')}>
                <LocalizedText text={advice} of={adviceIn} language={language} texts={texts} />
              </Fact>
            )}
            {standing && (
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
