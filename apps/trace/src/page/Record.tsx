import type { TraceStage } from '@timbermark/contract/trace'
import type { Format } from '../format.ts'
import { highlights, valueGroups } from '../journey.ts'
import { safeUrl } from '../links.ts'
import type { Texts } from '../texts.ts'
import { Moment } from './Moment.tsx'
import { Thumb } from './Product.tsx'
import { coordinates, Value } from './Value.tsx'

interface Props {
  record: TraceStage
  texts: Texts
  format: Format
}

/** One record of a stage: who, when, where and the most telling values; everything else folds out. */
export function Record({ record, texts, format }: Props) {
  const stage = texts.stage(record.stage)
  const first = highlights(record.values)
  const photos = record.files.filter(file => file.kind === 'image' && safeUrl(file.url))
  return (
    <article
      className="record"
      data-record={record.recordId}
      data-stage={record.stage}
      data-version={record.version}
      data-happened={record.happenedAt || undefined}
      data-recorded={record.recordedAt}
      data-position={record.place ? `${record.place.longitude} ${record.place.latitude}` : undefined}
    >
      <p className="record-meta">
        <Moment at={record.happenedAt || record.recordedAt} format={format} />
        {record.enterprise && <span>{record.enterprise}</span>}
        {record.place?.name && <span>{record.place.name}</span>}
      </p>
      {record.corrected && (
        <p className="record-corrected">{texts.t('trace.journey.corrected', { version: record.version })}</p>
      )}
      {first.length > 0 && (
        <dl className="highlights">
          {first.map(value => (
            <div key={value.key}>
              <dt>{value.fieldName ?? texts.field(value.key)}</dt>
              <Value value={value} texts={texts} format={format} />
            </div>
          ))}
        </dl>
      )}
      {photos.length > 0 && (
        <ul className="thumbs" aria-label={texts.t('trace.journey.photos')}>
          {photos.map((photo, i) => {
            const name = photo.fieldName ?? texts.field(photo.field)
            return (
              <li key={photo.url}>
                <Thumb
                  image={photo}
                  group={record.recordId}
                  caption={`${stage} · ${name}`}
                  label={texts.t('trace.journey.openPhoto', { n: i + 1, name })}
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

function RecordBody({ record, texts, format }: Props) {
  return (
    <div className="record-body">
      {valueGroups(record.values).map(({ group, values }) => (
        <section className="group" key={group}>
          <h4>{texts.group(group)}</h4>
          <dl className="facts">
            {values.map(value => (
              <div key={value.key}>
                <dt>{value.fieldName ?? texts.field(value.key)}</dt>
                <Value value={value} texts={texts} format={format} />
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Documents record={record} texts={texts} format={format} />
      <section className="group">
        <h4>{texts.t('trace.journey.about')}</h4>
        <dl className="facts">
          {record.place && (
            <div>
              <dt>{texts.t('trace.journey.place')}</dt>
              <dd>
                {record.place.name && <>{record.place.name} </>}
                <span className="aside">
                  {coordinates(record.place.longitude, record.place.latitude, texts, format)}
                </span>
              </dd>
            </div>
          )}
          <div>
            <dt>{texts.t('trace.journey.recorded')}</dt>
            <dd>
              <Moment at={record.recordedAt} format={format} />
            </dd>
          </div>
          <div>
            <dt>{texts.t('trace.journey.record')}</dt>
            <dd className="mono">
              {record.recordId}
              {record.version > 1 && (
                <span className="aside">
                  {texts.t('trace.journey.version')} {record.version}
                </span>
              )}
            </dd>
          </div>
        </dl>
      </section>
    </div>
  )
}

function Documents({ record, texts }: Props) {
  const files = record.files.filter(file => file.kind === 'document' && safeUrl(file.url))
  if (files.length === 0 && record.documents.length === 0) return null
  return (
    <section className="group">
      <h4>{texts.t('trace.journey.documents')}</h4>
      <ul className="documents">
        {record.documents.map(document => (
          <li key={document.code}>
            <span>{document.name}</span> <span className="mono aside">{document.code}</span>
          </li>
        ))}
        {files.map(file => (
          <li key={file.url}>
            <a href={safeUrl(file.url)} data-sha256={file.sha256}>
              <span className="hidden">{texts.t('trace.journey.openDocument', { name: '' })}</span>
              {file.fieldName ?? texts.field(file.field)}
            </a>{' '}
            <span className="aside">{file.name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
