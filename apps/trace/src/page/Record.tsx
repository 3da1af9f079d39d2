import { encodeCode } from '@timbermark/codes'
import type { TraceStage, TraceValue } from '@timbermark/contract/trace'
import { type Format, formatMoment, formatNumber } from '../format.ts'
import { selectHighlights, groupValues } from '../journey.ts'
import { safeUrl } from '../links.ts'
import type { CodePlace } from '../proof/proven.ts'
import type { Texts } from '../texts.ts'
import { Fact } from './Fact.tsx'
import { FileLink } from './FileLink.tsx'
import { Heading } from './Heading.tsx'
import { useNamedCodes, useVouched } from './page-context.ts'
import { Moment } from './Moment.tsx'
import { PaperLinks } from './PaperLinks.tsx'
import { Photo } from './Photo.tsx'
import { StatedTag } from './StatedTag.tsx'
import { LocalizedText } from './LocalizedText.tsx'
import { formatCoordinates, Value } from './Value.tsx'

interface Props {
  record: TraceStage
  texts: Texts
  format: Format
}

/** Number of photos that a phone shows at once; when there are more, their number is shown. */
const maxUncounted = 3

/** One record of a stage: who, when, where and the most important values; the rest is in the details. */
export function Record({ record, texts, format }: Props) {
  const stage = texts.stage(record.stage)
  const highlighted = selectHighlights(record.values)
  const photos = record.files.filter(file => file.kind === 'image' && safeUrl(file.url))
  const vouched = useVouched()
  return (
    <article className="record" data-record={record.recordId}>
      <p className="record-meta">
        <span {...vouched}>
          <Moment at={record.happenedAt || record.recordedAt} format={format} />
        </span>
        {record.enterprise && <span {...vouched}>{record.enterprise}</span>}
        {record.place?.name && <span {...vouched}>{record.place.name}</span>}
        {vouched['data-proof'] === 'stated' && <StatedTag texts={texts} />}
      </p>
      <RecordReach record={record} texts={texts} format={format} isKnown />
      {record.corrected && (
        <p className="record-corrected" {...vouched}>
          <Corrected record={record} texts={texts} format={format} />
        </p>
      )}
      {highlighted.length > 0 && (
        <dl className="highlights">
          {highlighted.map(value => (
            <div key={value.key}>
              <dt>
                <FieldName value={value} texts={texts} format={format} />
              </dt>
              <Value value={value} texts={texts} format={format} />
            </div>
          ))}
        </dl>
      )}
      {photos.length > maxUncounted && (
        <p className="photo-count">
          {texts.count('trace.journey.photoCount', photos.length, formatNumber(photos.length, format), format.language)}
        </p>
      )}
      {photos.length > 0 && (
        <ul className="thumbs" aria-label={texts.t('trace.journey.photos')}>
          {photos.map((photo, i) => {
            const name = photo.fieldName ?? texts.field(photo.field)
            return (
              <li key={photo.url}>
                <Photo
                  file={photo}
                  group={record.recordId}
                  caption={`${stage} · ${name}`}
                  label={texts.t('trace.journey.openPhoto', { n: i + 1, name })}
                  texts={texts}
                />
              </li>
            )
          })}
        </ul>
      )}
      <details className="record-details">
        <summary>
          {texts.t('trace.journey.details')}
          <span className="hidden"> {texts.t('trace.journey.detailsOf', { stage })}</span>
        </summary>
        <RecordBody record={record} texts={texts} format={format} />
      </details>
    </article>
  )
}

/** The name of a field: the enterprise's own name, or the standard one. */
function FieldName({ value, texts, format }: { value: TraceValue; texts: Texts; format: Format }) {
  const name = value.fieldName ?? texts.field(value.key)
  return <LocalizedText text={name} of={value.fieldNameIn} language={format.language} texts={texts} />
}

/** Whether this item was among the codes of the record, or the record holds for its batch. What the answer does not say stands in the details. */
function RecordReach({ record, texts, format, isKnown = false }: Props & { isKnown?: boolean }) {
  const named = useNamedCodes(record.recordId)
  if (!named || named.count === null || (named.of !== 'unknown') !== isKnown) return null
  return (
    <p className="record-reach" data-named={named.of} data-proof="proven">
      {texts.count(`trace.named.${named.of}`, named.count, formatNumber(named.count, format), format.language)}
      {named.package && ` ${texts.t('trace.named.which', packageWords(named.package, format))}`}
    </p>
  )
}

/** A package in terms of its label: how its code begins, which names its request, and its number among those. */
function packageWords({ request, serial }: CodePlace, format: Format) {
  return { prefix: encodeCode({ request, hidden: 0, tag: 0 }).slice(0, 5), n: formatNumber(serial + 1, format) }
}

/** When and why the record was corrected, as sealed with the correction. */
function Corrected({ record: { version, recordedAt, reason }, texts, format }: Props) {
  return (
    <>
      {texts.t('trace.journey.corrected', { time: formatMoment(recordedAt, format), version })}
      {reason && <span className="reason">{texts.t('trace.change.reason', { reason })}</span>}
    </>
  )
}

function RecordBody({ record, texts, format }: Props) {
  return (
    <div className="record-body">
      <RecordReach record={record} texts={texts} format={format} />
      {groupValues(record.values).map(({ group, values }) => (
        <section className="group" key={group}>
          <Heading className="group-name" below={1}>
            {texts.group(group)}
          </Heading>
          <dl className="facts">
            {values.map(value => (
              <div key={value.key}>
                <dt>
                  <FieldName value={value} texts={texts} format={format} />
                </dt>
                <Value value={value} texts={texts} format={format} />
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Documents record={record} texts={texts} format={format} />
      <section className="group">
        <Heading className="group-name" below={1}>
          {texts.t('trace.journey.about')}
        </Heading>
        <dl className="facts">
          {record.place && (
            <Fact name={texts.t('trace.journey.place')}>
              {record.place.name && <>{record.place.name} </>}
              <span className="aside">
                {formatCoordinates(record.place.longitude, record.place.latitude, texts, format)}
              </span>
            </Fact>
          )}
          <Fact name={texts.t('trace.journey.recorded')}>
            <Moment at={record.recordedAt} format={format} />
          </Fact>
          <Fact name={texts.t('trace.journey.record')}>
            <span className="mono">{record.recordId}</span>
            {record.version > 1 && (
              <span className="aside">
                {texts.t('trace.journey.version')} {record.version}
              </span>
            )}
          </Fact>
        </dl>
      </section>
    </div>
  )
}

function Documents({ record, texts }: Props) {
  const vouched = useVouched()
  const files = record.files.filter(file => file.kind === 'document' && safeUrl(file.url))
  if (files.length === 0 && record.documents.length === 0) return null
  return (
    <section className="group">
      <Heading className="group-name" below={1}>
        {texts.t('trace.journey.documents')}
      </Heading>
      <ul className="documents">
        {record.documents.map(document => (
          <li key={document.code} {...vouched}>
            <span>{document.name}</span> <span className="mono aside">{document.code}</span>
            <PaperLinks paper={document} texts={texts} />
          </li>
        ))}
        {files.map(file => (
          <li key={file.url}>
            <FileLink file={file} name={file.fieldName ?? texts.field(file.field)} texts={texts}>
              <span className="hidden">{texts.t('trace.journey.openDocument', { name: '' })}</span>
              {file.fieldName ?? texts.field(file.field)}
            </FileLink>{' '}
            <span className="aside">{file.name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
