import { formatCountry, formatDay, type Format, formatNumber } from '../format.ts'
import { safeUrl } from '../links.ts'
import type { FactChange } from '../proof/proven.ts'
import type { Texts } from '../texts.ts'
import type { Item } from '../types.ts'
import { Changes } from './Changes.tsx'
import { Fact } from './Fact.tsx'
import { FileLink } from './FileLink.tsx'
import { useVouched } from './page-context.ts'
import { Photo } from './Photo.tsx'
import { Rings } from './Rings.tsx'
import { StatedTag } from './StatedTag.tsx'
import { Transfers } from './Transfers.tsx'
import { LocalizedText } from './LocalizedText.tsx'
import { CodeGroups } from './CodeGroups.tsx'

interface Props {
  answer: Item
  texts: Texts
  format: Format
}

/** The names of the item: the one in the reader's language first, then the others. */
export function productNames({ product, code }: Item, language: Format['language']) {
  const { name, nameIn, chineseName, foreignName } = product
  const isNameFirst = language === 'zh' || nameIn === language
  const ordered = isNameFirst ? [name, chineseName, foreignName] : [foreignName, name, chineseName]
  const first = ordered.find(Boolean) || code
  const others = (
    [
      ['name', name, nameIn],
      ['chineseName', chineseName, undefined],
      ['foreignName', foreignName, undefined],
    ] as const
  ).filter(([, value]) => value && value !== first)
  return { first, firstIn: first === name ? nameIn : undefined, others }
}

/** Picture and names of the product. */
export function Product({ answer, texts, format }: Props) {
  const { product } = answer
  const { first, firstIn } = productNames(answer, format.language)
  const { language } = format
  const vouched = useVouched()
  return (
    <section className="product card" aria-labelledby="product-name">
      <Pictures answer={answer} name={first} texts={texts} />
      <div className="product-text">
        {product.category && (
          <p className="eyebrow" {...vouched}>
            <LocalizedText text={product.category} of={product.categoryIn} language={language} texts={texts} />
          </p>
        )}
        <h1 id="product-name" {...vouched}>
          <LocalizedText text={first} of={firstIn} language={language} texts={texts} />
        </h1>
        {product.latinName && (
          <p className="latin" {...vouched}>
            <i lang="la">{product.latinName}</i>
          </p>
        )}
      </div>
    </section>
  )
}

/** What identifies the item: its other names, its owner, the batch, and the printed label. */
export function Identity({
  answer,
  foreign,
  changes,
  texts,
  format,
}: Props & {
  /** The foreign code on the goods. */
  foreign?: string
  changes: readonly FactChange[]
}) {
  const { batch, owner, transfers } = answer
  const { others } = productNames(answer, format.language)
  return (
    <section className="identity card" aria-label={texts.t('trace.product.identity')}>
      <dl className="facts">
        {others.map(([key, value, of]) => (
          <Fact key={key} name={texts.t(`trace.product.${key}`)}>
            <LocalizedText text={value} of={of} language={format.language} texts={texts} />
          </Fact>
        ))}
        {owner.name && (
          <Fact name={texts.t('trace.product.owner')}>
            <LocalizedText text={owner.name} of={owner.nameIn} language={format.language} texts={texts} />
          </Fact>
        )}
        {batch.number && (
          <Fact name={texts.t('trace.product.batch')}>
            <span className="mono">{batch.number}</span>
            {batch.date && <span className="aside">{formatDay(batch.date, format)}</span>}
          </Fact>
        )}
        {batch.volume && (
          <Fact name={texts.t('trace.product.volume')}>
            {formatNumber(batch.volume, format)} {texts.t('unit.m3')}
          </Fact>
        )}
        {transfers && (
          <Fact name={texts.t('trace.transfer.heading')}>
            <Transfers transfers={transfers} texts={texts} format={format} />
          </Fact>
        )}
      </dl>
      {foreign !== undefined && <ForeignCode value={foreign} texts={texts} />}
      <Label answer={answer} foreign={foreign !== undefined} texts={texts} format={format} />
      <Changes changes={changes} texts={texts} format={format} />
    </section>
  )
}

/** The foreign code on the goods. The platform states that the code below represents it. */
function ForeignCode({ value, texts }: { value: string; texts: Texts }) {
  return (
    <div className="label">
      <p className="label-foreign mono">
        <span className="hidden">{texts.t('trace.foreign.printed')} </span>
        {value}
      </p>
      <p className="label-note">
        {texts.t('trace.foreign.note')} <StatedTag texts={texts} />
      </p>
    </div>
  )
}

/** Code and text line as printed on the label. */
function Label({ answer, foreign, texts, format }: Props & { foreign: boolean }) {
  const { print } = answer
  const vouched = useVouched()
  const printed = [print.country, print.factory, print.batchDate, print.species].filter(Boolean)
  const countryName = formatCountry(print.country, format)
  return (
    <div className="label">
      <p className="label-code" {...vouched}>
        <span className="hidden">{texts.t('trace.product.code')} </span>
        <CodeGroups code={answer.code} />
      </p>
      {printed.length > 0 && (
        <>
          <p className="label-print" {...vouched}>
            <span className="hidden">{texts.t('trace.product.print')} </span>
            {printed.join(' · ')}
          </p>
          {!foreign && (
            <p className="label-note">
              {texts.t('trace.product.print.note')}
              {countryName !== print.country && ` (${print.country} = ${countryName})`}
            </p>
          )}
        </>
      )}
    </div>
  )
}

function Pictures({ answer, name, texts }: { answer: Item; name: string; texts: Texts }) {
  const [first, ...rest] = answer.product.images.filter(image => safeUrl(image.url))
  const photo = { group: 'product', caption: name, texts }
  return (
    <div className="pictures">
      {first ? (
        <Photo {...photo} file={first} label={texts.t('trace.product.picture', { name })} large />
      ) : (
        <div className="picture picture-rings">
          <Rings code={answer.code} label={texts.t('trace.product.rings')} />
        </div>
      )}
      {rest.length > 0 && (
        <ul className="thumbs">
          {rest.map((image, i) => (
            <li key={image.url}>
              <Photo {...photo} file={image} label={texts.t('trace.journey.openPhoto', { n: i + 2, name })} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The enterprise's description of the product, and its video. */
export function About({ answer, texts, format }: Props) {
  const { description, descriptionIn, video } = answer.product
  const vouched = useVouched()
  const playable = video && safeUrl(video.url) ? video : null
  if (!description && !playable) return null
  return (
    <section className="card" aria-labelledby="about">
      <h2 id="about">{texts.t('trace.product.description')}</h2>
      {description && (
        <p className="prose" {...vouched}>
          <LocalizedText text={description} of={descriptionIn} language={format.language} texts={texts} />
        </p>
      )}
      {playable && (
        <FileLink file={playable} name={texts.t('trace.product.video')} className="quiet-button" texts={texts}>
          {texts.t('trace.product.video')} <span className="aside">{playable.name}</span>
        </FileLink>
      )}
    </section>
  )
}
