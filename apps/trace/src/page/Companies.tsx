import { Fragment, useContext } from 'react'
import {
  type Company,
  countriesOf,
  type Custody,
  daysBetween,
  deedsOf,
  groupByHolder,
  type JourneyPart,
  unreportedStages,
} from '../companies.ts'
import { formatCountry, type Format, formatNumber } from '../format.ts'
import { buildJourney } from '../journey.ts'
import type { WithdrawnRecord } from '../proof/proven.ts'
import type { Texts } from '../texts.ts'
import { CertificationFacts, ReportPapers } from './Certification.tsx'
import { Deferred } from './Deferred.tsx'
import { Heading, HeadingLevel } from './Heading.tsx'
import { LocalizedText } from './LocalizedText.tsx'
import { Moment } from './Moment.tsx'
import { ProvenRecords, type RecordProofs, useVouched, Vouching } from './page-context.ts'
import { Papers } from './PaperLinks.tsx'
import { Places } from './Places.tsx'
import { Stage } from './Stage.tsx'
import { joinWords } from './Value.tsx'

/** A company as the page draws it, with who vouches for it. */
export interface ShownCompany extends Company {
  /** How this browser proved its records; null where the platform states them. */
  proofs: RecordProofs | null
}

/** A company of which the ledger says only that it had the goods. */
export interface UnknownCompany {
  code: string
  /** Its records are not proven, or could not be fetched. */
  unknown: 'unproven' | 'unreachable'
}

export type AnyCompany = ShownCompany | UnknownCompany
type Part = JourneyPart<AnyCompany>

interface Props {
  first: ShownCompany
  /** Those after it, in the order of custody. */
  later: readonly Part[]
  texts: Texts
  format: Format
}

type Language = Pick<Props, 'texts' | 'format'>

/** A company with its place on the page, which its element and its stages are named by. */
interface Numbered extends Part {
  n: number
}

const isShown = (company: AnyCompany): company is ShownCompany => 'stages' in company

/** The companies by holder, numbered in the order of the page. */
function arrange({ first, later }: Pick<Props, 'first' | 'later'>): Custody<AnyCompany & { n: number }>[] {
  const numbered = later.map((part, at) => ({ ...part, company: { ...part.company, n: at + 2 } }))
  return groupByHolder<AnyCompany & { n: number }>({ ...first, n: 1 }, numbered)
}

const numberedParts = ({ holder, partners }: Custody<AnyCompany & { n: number }>): Numbered[] =>
  [holder, ...partners].map(part => ({ ...part, n: part.company.n }))

/** The first company keeps the plain names of the stages' elements, so that links to them stay valid. */
const prefixOf = (n: number) => (n === 1 ? '' : `company-${n}-`)

/** Who vouches for what a company reported. */
function Vouched({ company, children }: { company: ShownCompany; children: React.ReactNode }) {
  return (
    <Vouching value={company.proofs ? 'proven' : 'stated'}>
      <ProvenRecords value={company.proofs}>
        <Papers value={company}>{children}</Papers>
      </ProvenRecords>
    </Vouching>
  )
}

function CompanyName({ company: { name, nameIn }, texts, format }: Language & { company: ShownCompany }) {
  return <LocalizedText text={name} of={nameIn} language={format.language} texts={texts} />
}

/** In one line what a company did, which one it is, and from which countries it reported. */
function CompanyLine({ part: { n, role, company }, texts, format }: Language & { part: Numbered }) {
  const vouched = useVouched()
  if (!isShown(company)) return <a href={`#company-${n}`}>{texts.t(`trace.custody.${company.unknown}`)}</a>
  const deeds = deedsOf(role, company.stages).map(deed => texts.t(`trace.deed.${deed}`))
  const sentence = texts.t('trace.company.by', { deeds: joinWords(deeds, format) })
  const [before, after] = sentence.split('{name}')
  const countries = countriesOf(company.stages).map(country => formatCountry(country, format))
  return (
    <span {...vouched}>
      {before}
      <a href={`#company-${n}`}>
        <CompanyName company={company} texts={texts} format={format} />
      </a>
      {after}
      {countries.length > 0 && (
        <span data-countries="">{texts.t('trace.company.country', { country: countries.join(' · ') })}</span>
      )}
      {role === 'partner' && <span className="tag">{texts.t('trace.company.invited')}</span>}
    </span>
  )
}

/** How long a company had the goods: from one handover to the next. Nobody knows when the first one got them. */
function Period({ since, until, texts, format }: Language & { since: string | null; until: string | null }) {
  const vouched = useVouched()
  const days = since !== null && until !== null ? daysBetween(since, until) : null
  if (since === null && until === null) return null
  return (
    <span className="company-period" data-days={days ?? undefined} {...vouched}>
      {until === null && `${texts.t('trace.custody.since')} `}
      {since === null && `${texts.t('trace.company.until')} `}
      {since !== null && <Moment at={since} format={format} dayOnly />}
      {since !== null && until !== null && ' – '}
      {until !== null && <Moment at={until} format={format} dayOnly />}
      {days === 0 && ` · ${texts.t('trace.company.sameDay')}`}
      {days !== null &&
        days > 0 &&
        ` · ${texts.count('trace.journey.days', days, formatNumber(days, format), format.language)}`}
    </span>
  )
}

interface SectionProps extends Language {
  part: Numbered
  withdrawn: readonly WithdrawnRecord[]
  doubted: readonly string[]
  /** Address of the page, for the rest of a long history; only the first company's is shown by parts. */
  url: string
}

/** What one company reported, its certification and the papers with its reports. */
function CompanyBody({ part: { n, role, company }, withdrawn, doubted, url, texts, format }: SectionProps) {
  if (!isShown(company)) return <p className="empty">{texts.t(`trace.custody.${company.unknown}`)}</p>
  const { stages, records, histories, certification } = company
  const isFirst = n === 1
  const reported = buildJourney(stages).filter(({ key }) => histories.some(({ stage }) => stage === key))
  const isDoubted = ({ key, records: its }: (typeof reported)[number]) =>
    doubted.includes(key) || its.some(({ recordId }) => doubted.includes(recordId))
  return (
    <>
      {reported.length === 0 && <p className="empty">{texts.t('trace.custody.empty')}</p>}
      {records.shown < records.total && (
        <p className="small">
          {texts.t('trace.history.summary', {
            shown: formatNumber(records.shown, format),
            total: formatNumber(records.total, format),
          })}
        </p>
      )}
      <ol className="trunk">
        {reported.map(stage => {
          const history = histories.find(one => one.stage === stage.key)
          return (
            <Deferred key={stage.key}>
              <Stage
                stage={stage}
                prefix={prefixOf(n)}
                open={reported.length < 3 || isDoubted(stage) || (isFirst && history!.shown < history!.total)}
                withdrawn={isFirst ? withdrawn.filter(record => record.stage === stage.key) : []}
                history={isFirst ? history : wholeHistory(history)}
                url={url}
                texts={texts}
                format={format}
              />
            </Deferred>
          )
        })}
      </ol>
      {role === 'holder' && (
        <section
          className="company-certification"
          data-certification={certification.state}
          aria-labelledby={`company-${n}-certification`}
        >
          <Heading id={`company-${n}-certification`}>{texts.t('trace.certification.heading')}</Heading>
          {certification.steps.length > 0 ? (
            <CertificationFacts certification={certification} texts={texts} format={format} />
          ) : (
            <p className="small">{texts.t('trace.company.uncertified')}</p>
          )}
        </section>
      )}
      <ReportPapers stages={stages} texts={texts} />
    </>
  )
}

/** What is left out of a later company's records is said once for the company; there is nothing to unfold. */
const wholeHistory = (history: Company['histories'][number] | undefined) =>
  history && { ...history, total: history.shown, before: 0, gapAfter: null }

/** A partner, within the section of the holder that invited it. */
function Partner(props: SectionProps) {
  const { part, texts, format } = props
  const { n, since, company } = part
  const vouched = useVouched()
  return (
    <section className="partner" id={`company-${n}`} data-company={n} aria-labelledby={`company-${n}-name`}>
      <Heading className="company-name" id={`company-${n}-name`} {...vouched}>
        {isShown(company) ? (
          <CompanyName company={company} texts={texts} format={format} />
        ) : (
          texts.t('trace.company.invited')
        )}
      </Heading>
      <p className="company-period">
        {texts.t('trace.custody.invited')}
        {since !== null && (
          <>
            {' · '}
            {texts.t('trace.custody.invitedSince')} <Moment at={since} format={format} dayOnly />
          </>
        )}
      </p>
      <HeadingLevel value={5}>
        <CompanyBody {...props} />
      </HeadingLevel>
    </section>
  )
}

const vouchFor = (company: AnyCompany, element: React.ReactNode) =>
  isShown(company) ? <Vouched company={company}>{element}</Vouched> : element

/** Most reported stages, and most holders, of a journey that is not long. */
const maxOpenStages = 8
const maxOpenHolders = 3
/** How many holders of a long journey are open at first. */
const firstOpen = 2

/**
 * The journey of goods about which several companies reported: one line, a section for each time that a company had the goods, the
 * partners that it invited within it. A company to which goods came back has two sections.
 */
function CompanyJourney({
  first,
  later,
  withdrawn,
  doubted,
  url,
  texts,
  format,
}: Props & Pick<SectionProps, 'withdrawn' | 'doubted' | 'url'>) {
  const custodies = arrange({ first, later })
  const known = custodies.flatMap(numberedParts).flatMap(({ company }) => (isShown(company) ? [company] : []))
  const missing = unreportedStages(known)
  const isLong =
    custodies.length > maxOpenHolders || known.reduce((sum, { histories }) => sum + histories.length, 0) > maxOpenStages
  const isDoubted = ({ company }: Part) =>
    !isShown(company) ||
    company.stages.some(({ stage, recordId }) => doubted.includes(stage) || doubted.includes(recordId))
  const section = { withdrawn, doubted, url, texts, format }
  const total = buildJourney([]).length
  return (
    <section className="journey" aria-labelledby="journey">
      <header className="section-head">
        <h2 id="journey">{texts.t('trace.journey.heading')}</h2>
        <p>
          {texts.t('trace.journey.summary', {
            done: formatNumber(total - missing.length, format),
            total: formatNumber(total, format),
          })}
        </p>
        <ol className="company-list" aria-label={texts.t('trace.company.list')}>
          {custodies.flatMap(numberedParts).map(part => (
            <li key={part.n} className={part.role === 'partner' ? 'invited' : undefined}>
              {vouchFor(part.company, <CompanyLine part={part} texts={texts} format={format} />)}
            </li>
          ))}
        </ol>
        <p className="small">{texts.t('trace.custody.intro')}</p>
        <button type="button" className="quiet-button unfold needs-script" data-unfold="" aria-expanded="false">
          <span className="unfold-all">{texts.t('trace.journey.showAll')}</span>
          <span className="unfold-ends">{texts.t('trace.company.showFirst')}</span>
        </button>
      </header>
      <ol className="companies">
        {custodies.map((custody, at) => {
          const [holder, ...partners] = numberedParts(custody) as [Numbered, ...Numbered[]]
          const isOpen = !isLong || at < firstOpen || [holder, ...partners].some(isDoubted)
          return (
            <li key={holder.n} className="company" id={`company-${holder.n}`} data-company={holder.n}>
              <details className="company-fold stage-fold" open={isOpen} data-open={isOpen || undefined}>
                <summary>
                  {vouchFor(
                    holder.company,
                    <HolderHead part={holder} until={custody.until} texts={texts} format={format} />,
                  )}
                </summary>
                <HeadingLevel value={4}>
                  <div className="company-body">
                    {vouchFor(holder.company, <CompanyBody part={holder} {...section} />)}
                    {partners.map(part => (
                      <Deferred key={part.n}>{vouchFor(part.company, <Partner part={part} {...section} />)}</Deferred>
                    ))}
                  </div>
                </HeadingLevel>
              </details>
            </li>
          )
        })}
      </ol>
      {missing.length > 0 && (
        <details className="unreported">
          <summary>{texts.t('trace.company.unreported', { n: formatNumber(missing.length, format) })}</summary>
          <ul>
            {missing.map(key => (
              <li key={key}>{texts.stage(key)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function HolderHead({
  part: { company, since },
  until,
  texts,
  format,
}: Language & { part: Numbered; until: string | null }) {
  const vouched = useVouched()
  return (
    <>
      <h3 className="company-name" {...vouched}>
        {isShown(company) ? (
          <CompanyName company={company} texts={texts} format={format} />
        ) : (
          texts.t('trace.company.unknown')
        )}
      </h3>
      <Period since={since} until={until} texts={texts} format={format} />
    </>
  )
}

/** The journey over all companies, and the places of all of them on one map. */
export function CompaniesAndPlaces(props: Props & Pick<SectionProps, 'withdrawn' | 'doubted' | 'url'>) {
  const { first, later, texts, format } = props
  const parts = [{ company: first as AnyCompany }, ...later].flatMap(({ company }, at) =>
    isShown(company) ? [{ company, prefix: prefixOf(at + 1) }] : [],
  )
  const proofs = parts.flatMap(({ company }) => [...(company.proofs ?? [])])
  const records = { total: sumOf(parts, 'total'), shown: sumOf(parts, 'shown') }
  const answer = { stages: parts.flatMap(({ company }) => company.stages), records }
  const outer = useContext(ProvenRecords)
  return (
    <>
      <CompanyJourney {...props} />
      <Deferred>
        <ProvenRecords value={outer && new Map(proofs)}>
          <Places
            answer={answer}
            parts={parts.map(({ company, prefix }) => ({ stages: company.stages, prefix }))}
            texts={texts}
            format={format}
          />
        </ProvenRecords>
      </Deferred>
    </>
  )
}

const sumOf = (parts: readonly { company: ShownCompany }[], count: 'total' | 'shown') =>
  parts.reduce((sum, { company }) => sum + company.records[count], 0)

/** Who certified the goods while which company had them; the details are in the section of each. */
export function CompanyCertifications({ first, later, texts, format }: Props) {
  const holders = arrange({ first, later }).map(({ holder }) => holder.company)
  return (
    <section className="card certification" aria-labelledby="certification">
      <h2 id="certification">{texts.t('trace.certification.heading')}</h2>
      <dl className="facts">
        {holders.map(company => (
          <Fragment key={company.n}>
            {vouchFor(company, <CertificationLine company={company} texts={texts} format={format} />)}
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

function CertificationLine({ company, texts, format }: Language & { company: AnyCompany & { n: number } }) {
  const vouched = useVouched()
  return (
    <div>
      <dt>
        <a href={`#company-${company.n}`}>
          {isShown(company) ? (
            <CompanyName company={company} texts={texts} format={format} />
          ) : (
            texts.t('trace.company.unknown')
          )}
        </a>
      </dt>
      <dd {...vouched} data-certification={isShown(company) ? company.certification.state : undefined}>
        {isShown(company)
          ? texts.t(`trace.certification.state.${company.certification.state}`)
          : texts.t(`trace.custody.${company.unknown}`)}
      </dd>
    </div>
  )
}
