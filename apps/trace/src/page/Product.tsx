import type { PublicFile, TraceAnswer } from '@timbermark/contract/trace'
import { country, day, type Format, groups, number } from '../format.ts'
import { safeUrl } from '../links.ts'
import type { Texts } from '../texts.ts'
import { Rings } from './Rings.tsx'

interface Props {
  answer: TraceAnswer
  texts: Texts
  format: Format
}

/** What the item is called in the reader's language first, and in the others after. */
export function namesOf({ product, code }: TraceAnswer, language: Format['language']) {
  const { name, chineseName, foreignName } = product
  const wanted = language === 'zh' ? [name, chineseName, foreignName] : [foreignName, name, chineseName]
  const first = wanted.find(Boolean) || code
  const others = (
    [
      ['name', name],
      ['chineseName', chineseName],
      ['foreignName', foreignName],
    ] as const
  ).filter(([, value]) => value && value !== first)
  return { first, others }
}

/** Picture and names: what the reader holds in the hand. */
export function Product({ answer, texts, format }: Props) {
  const { product } = answer
  const { first } = namesOf(answer, format.language)
  return (
    <section className="product card" aria-labelledby="product-name">
      <Pictures answer={answer} name={first} texts={texts} />
      <div className="product-text">
        {product.category && <p className="eyebrow">{product.category}</p>}
        <h1 id="product-name">{first}</h1>
        {product.latinName && (
          <p className="latin">
            <i lang="la">{product.latinName}</i>
          </p>
        )}
      </div>
    </section>
  )
}

/** What identifies the item: its other names, who answers for it, the batch, and the label as it is printed. */
export function Identity({ answer, texts, format }: Props) {
  const { batch, owner, print } = answer
  const { others } = namesOf(answer, format.language)
  const printed = [print.country, print.factory, print.batchDate, print.species].filter(Boolean)
  const land = country(print.country, format)
  return (
    <section className="identity card" aria-label={texts.t('trace.product.identity')}>
      <dl className="facts">
        {others.map(([key, value]) => (
          <div key={key}>
            <dt>{texts.t(`trace.product.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {owner.name && (
          <div>
            <dt>{texts.t('trace.product.owner')}</dt>
            <dd>{owner.name}</dd>
          </div>
        )}
        {batch.number && (
          <div>
            <dt>{texts.t('trace.product.batch')}</dt>
            <dd>
              <span className="mono">{batch.number}</span>
              {batch.date && <span className="aside">{day(batch.date, format)}</span>}
            </dd>
          </div>
        )}
        {batch.volume && (
          <div>
            <dt>{texts.t('trace.product.volume')}</dt>
            <dd>
              {number(batch.volume, format)} {texts.t('unit.m3')}
            </dd>
          </div>
        )}
      </dl>
      <div className="label">
        <p className="label-code">
          <span className="hidden">{texts.t('trace.product.code')} </span>
          {groups(answer.code).map((group, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one code never move, and may be equal.
            <span key={i}>{group}</span>
          ))}
        </p>
        {printed.length > 0 && (
          <>
            <p className="label-print">
              <span className="hidden">{texts.t('trace.product.print')} </span>
              {printed.join(' · ')}
            </p>
            <p className="label-note">
              {texts.t('trace.product.print.note')}
              {land !== print.country && ` (${print.country} = ${land})`}
            </p>
          </>
        )}
      </div>
    </section>
  )
}

function Pictures({ answer, name, texts }: { answer: TraceAnswer; name: string; texts: Texts }) {
  const images = answer.product.images.filter(image => safeUrl(image.url))
  const [first, ...rest] = images
  const label = texts.t('trace.product.picture', { name })
  return (
    <div className="pictures">
      {first ? (
        <a className="picture" href={safeUrl(first.url)} data-photo="product" data-caption={name}>
          <img src={safeUrl(first.url)} alt={label} width="640" height="480" />
        </a>
      ) : (
        <div className="picture picture-rings">
          <Rings code={answer.code} label={texts.t('trace.product.rings')} />
        </div>
      )}
      {rest.length > 0 && (
        <ul className="thumbs">
          {rest.map((image, i) => (
            <li key={image.url}>
              <Thumb
                image={image}
                group="product"
                caption={name}
                label={texts.t('trace.journey.openPhoto', { n: i + 2, name })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A small picture that opens in the viewer, or by itself without scripts. */
export function Thumb({
  image,
  group,
  caption,
  label,
}: {
  image: PublicFile
  group: string
  caption: string
  label: string
}) {
  return (
    <a className="thumb" href={safeUrl(image.url)} data-photo={group} data-caption={caption} data-sha256={image.sha256}>
      <img src={safeUrl(image.url)} alt={label} width="160" height="120" loading="lazy" decoding="async" />
    </a>
  )
}

/** The enterprise's own words about the product, and its video. */
export function About({ answer, texts }: Omit<Props, 'format'>) {
  const { description, video } = answer.product
  const videoUrl = video ? safeUrl(video.url) : undefined
  if (!description && !videoUrl) return null
  return (
    <section className="card" aria-labelledby="about">
      <h2 id="about">{texts.t('trace.product.description')}</h2>
      {description && <p className="prose">{description}</p>}
      {video && videoUrl && (
        <p>
          <a className="quiet-button" href={videoUrl}>
            {texts.t('trace.product.video')} <span className="aside">{video.name}</span>
          </a>
        </p>
      )}
    </section>
  )
}
