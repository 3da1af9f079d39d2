import type { TraceCertification } from '@timbermark/contract/trace'
import { formatDay, type Format } from '../format.ts'
import type { Texts } from '../texts.ts'
import type { Item } from '../types.ts'
import { Fact } from './Fact.tsx'
import { useVouched } from './page-context.ts'
import { Moment } from './Moment.tsx'
import { PaperLinks } from './PaperLinks.tsx'

interface Props {
  answer: Pick<Item, 'certification' | 'stages'>
  texts: Texts
  format: Format
}

type Step = TraceCertification['steps'][number]

/** The certification of the code: state, certifier, date and papers; also shown when the code is not certified. */
export function Certification({ answer: { certification, stages }, texts, format }: Props) {
  return (
    <section className="card certification" aria-labelledby="certification" data-certification={certification.state}>
      <h2 id="certification">{texts.t('trace.certification.heading')}</h2>
      <CertificationFacts certification={certification} texts={texts} format={format} />
      <ReportPapers stages={stages} texts={texts} />
    </section>
  )
}

/** State, certifier, date and papers, and every step. */
export function CertificationFacts({
  certification,
  texts,
  format,
}: Omit<Props, 'answer'> & Pick<Item, 'certification'>) {
  const { state, steps } = certification
  const vouched = useVouched()
  const last = steps.at(-1)
  // A review is valid until the codes are submitted again or withdrawn.
  const review = last?.action === 'pass' || last?.action === 'fail' ? last : undefined
  return (
    <>
      <p className="certification-state" {...vouched}>
        {texts.t(`trace.certification.state.${state}`)}
      </p>
      <p className="small">{certificationNote(state, last, texts)}</p>
      {last && state !== 'notAuthorized' && (
        <dl className="facts">
          <Fact name={texts.t('trace.certification.certifier')}>
            {last.certifier ?? review?.enterprise ?? last.enterprise}
          </Fact>
          {review?.judgedOn && (
            <Fact name={texts.t('trace.certification.judgedOn')}>{formatDay(review.judgedOn, format)}</Fact>
          )}
          <Fact name={texts.t('trace.certification.recorded')}>
            <Moment at={last.at} format={format} />
          </Fact>
          {review && review.documents.length > 0 && (
            <Fact name={texts.t('trace.certification.document')}>
              <Documents step={review} texts={texts} />
            </Fact>
          )}
        </dl>
      )}
      {steps.length > 1 && (
        <details className="certification-steps">
          <summary>{texts.t('trace.certification.steps')}</summary>
          <ol>
            {steps.map(step => (
              <li key={step.step} {...vouched}>
                <span>{texts.t(`trace.certification.action.${step.action}`)}</span>{' '}
                <span className="aside">
                  {step.action === 'authorize' && step.certifier
                    ? `${step.enterprise} → ${step.certifier}`
                    : step.enterprise}
                </span>{' '}
                <span className="aside">
                  <Moment at={step.at} format={format} />
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

/** The state in plain words: whether anyone decided, and who. */
function certificationNote(state: TraceCertification['state'], last: Step | undefined, texts: Texts): string {
  if (state === 'notAuthorized' && last) return texts.t('trace.certification.note.withdrawn')
  if (state === 'certified' && last?.certifier === null) return texts.t('trace.certification.note.certifiedOwn')
  return texts.t(`trace.certification.note.${state}`)
}

/** The papers that the reports name: most are for the whole batch, so that they certify nothing about the item. */
export function ReportPapers({ stages, texts }: { stages: Item['stages']; texts: Texts }) {
  const vouched = useVouched()
  const papers = new Map(stages.flatMap(({ documents }) => documents.map(({ code, name }) => [code, name] as const)))
  if (papers.size === 0) return null
  return (
    <details className="certification-papers">
      <summary>{texts.t('trace.certification.papers', { n: papers.size })}</summary>
      <p className="small">{texts.t('trace.certification.papersNote')}</p>
      <ul className="documents">
        {[...papers].map(([code, name]) => (
          <li key={code} {...vouched}>
            <span>{name}</span> <span className="mono aside">{code}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Documents({ step, texts }: { step: Step; texts: Texts }) {
  return (
    <ul className="documents">
      {step.documents.map(document => (
        <li key={document.code}>
          <span>{document.name}</span> <span className="mono aside">{document.code}</span>
          {document.number && (
            <span className="aside">
              {document.scheme ? `${document.scheme} ` : ''}
              <span className="mono">{document.number}</span>
            </span>
          )}
          <PaperLinks paper={document} texts={texts} />
        </li>
      ))}
    </ul>
  )
}
