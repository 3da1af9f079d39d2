import type { ListingCard, MarketListing, ReadingPage } from '@timbermark/contract/reading-pages'
import type { ReactNode } from 'react'
import { formatCountry, formatNumber } from '../format.ts'
import { Fact } from '../page/Fact.tsx'
import type { Reading } from './context.ts'
import { Banners, Day, Turn } from './Shell.tsx'

type MarketPage = Extract<ReadingPage, { kind: 'market' }>

export const amountOf = ({ quantity, unit }: ListingCard, { t, format }: Reading): string =>
  t(`trade.listing.amount.${unit}`, { n: formatNumber(quantity, format) })

export const priceOf = ({ expectedPrice }: ListingCard, { t, format }: Reading): string =>
  t('pages.market.price', { n: formatNumber(expectedPrice, format) })

/** The list of listings of one kind. */
export function Market({ page: market, reading }: { page: MarketPage; reading: Reading }) {
  const { t, to } = reading
  const { kind, species, origin } = market.filter
  const isFiltered = Boolean(species ?? origin)
  return (
    <>
      <div className="page-head">
        <h1>{t('pages.market')}</h1>
        <p className="lead">{t('pages.market.lead')}</p>
      </div>
      <Banners banners={market.banners} reading={reading} />
      <nav className="tabs" aria-label={t('pages.market.kinds')}>
        <ul>
          {(['supply', 'purchase'] as const).map(one => (
            <li key={one}>
              <a href={to.market({ kind: one })} aria-current={one === kind ? 'page' : undefined}>
                {t(`pages.market.${one}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {(isFiltered || market.species.length > 0 || market.origins.length > 0) && (
        <Filter market={market} isFiltered={isFiltered} reading={reading} />
      )}
      {market.listings.length === 0 ? (
        <p className="empty">{t(isFiltered ? 'pages.market.emptyFiltered' : 'pages.market.empty')}</p>
      ) : (
        <ul className="cards">
          {market.listings.map((listing, index) => (
            <Card key={listing.id} listing={listing} isFirst={index < 3} reading={reading} />
          ))}
        </ul>
      )}
      <Turn {...market} addressOf={page => to.market(market.filter, page)} reading={reading} />
    </>
  )
}

function Filter({ market, isFiltered, reading }: { market: MarketPage; isFiltered: boolean; reading: Reading }) {
  const { t, to, format } = reading
  const { kind, species, origin } = market.filter
  const chosen = new URLSearchParams(to.market({ kind }).split('?')[1])
  const countries = market.origins.map(code => ({ value: code, label: formatCountry(code, format) }))
  return (
    <form className="filter" action="/market" method="get" role="search" aria-label={t('pages.market.narrow')}>
      {/* What the address says besides: the kind, and a chosen language. */}
      {[...chosen].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Select
        name="species"
        label={t('trade.listing.species')}
        any={t('pages.market.any')}
        value={species}
        choices={market.species}
      />
      <Select
        name="origin"
        label={t('trade.listing.origin')}
        any={t('pages.market.any')}
        value={origin}
        choices={countries.sort((a, b) => a.label.localeCompare(b.label, format.locale))}
      />
      <div className="buttons">
        <button type="submit" className="button">
          {t('pages.market.show')}
        </button>
        {isFiltered && (
          <a className="quiet-button" href={to.market({ kind })}>
            {t('pages.market.reset')}
          </a>
        )}
      </div>
    </form>
  )
}

interface SelectProps {
  name: string
  label: string
  any: string
  value: string | undefined
  choices: readonly { value: string; label: string }[]
}

function Select({ name, label, any, value, choices }: SelectProps) {
  const isListed = value === undefined || choices.some(choice => choice.value === value)
  return (
    <label>
      {label}
      <select name={name} defaultValue={value ?? ''}>
        <option value="">{any}</option>
        {/* Chosen by a link to goods that are no longer among the newest. */}
        {!isListed && <option value={value}>{value}</option>}
        {choices.map(choice => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  )
}

function Card({ listing, isFirst, reading }: { listing: ListingCard; isFirst: boolean; reading: Reading }) {
  const { to, format } = reading
  const [picture] = listing.pictures
  const facts = [listing.species, listing.origin && formatCountry(listing.origin, format)].filter(Boolean)
  return (
    <li className="card">
      {picture ? (
        <img src={picture} alt="" width="640" height="360" loading={isFirst ? undefined : 'lazy'} />
      ) : (
        <div className="no-picture" />
      )}
      <h2>
        <a href={to.listing(listing.id)}>{listing.goodsName}</a>
      </h2>
      <p className="price">{priceOf(listing, reading)}</p>
      <p>{[amountOf(listing, reading), ...facts].join(' · ')}</p>
      <p className="small">
        <Day at={listing.publishTime} reading={reading} />
      </p>
    </li>
  )
}

/** One listing, without its contact. */
export function Listing({ listing, reading }: { listing: MarketListing; reading: Reading }) {
  const { t, to, format } = reading
  const sizes = [listing.thickness, listing.length, listing.width]
  const size = sizes.map(one => (one === null ? '–' : formatNumber(trimmed(one), format))).join(' × ')
  const facts: [string, ReactNode][] = [
    [t('trade.listing.expectedPrice'), formatNumber(listing.expectedPrice, format)],
    [t('trade.listing.quantity'), amountOf(listing, reading)],
    [
      t('trade.listing.species'),
      listing.species && (
        <>
          {listing.species}
          {listing.latinName && (
            <span className="aside" lang="la">
              {listing.latinName}
            </span>
          )}
        </>
      ),
    ],
    [t('trade.listing.form'), listing.form],
    [t('trade.listing.woodName'), listing.woodName],
    [t('trade.listing.size'), sizes.some(Boolean) && t('pages.market.size', { size })],
    [t('trade.listing.origin'), listing.origin && formatCountry(listing.origin, format)],
    [t('trade.listing.remark'), listing.remark],
    [t('trade.listing.publishTime'), <Day key="day" at={listing.publishTime} reading={reading} />],
  ]
  return (
    <article className="listing">
      <div className="listing-head">
        <p className="eyebrow">
          <a href={to.market({ kind: listing.kind })}>{t(`trade.listing.kind.${listing.kind}`)}</a>
        </p>
        <h1>{listing.goodsName}</h1>
        <p className="price">{priceOf(listing, reading)}</p>
      </div>
      {listing.pictures.length > 0 && (
        <div className="gallery">
          {listing.pictures.map((url, index) => (
            <a key={url} href={url}>
              <img
                src={url}
                alt={t('pages.market.picture', { n: index + 1, goods: listing.goodsName })}
                width="640"
                height="480"
                loading={index > 0 ? 'lazy' : undefined}
              />
            </a>
          ))}
        </div>
      )}
      <section className="card" aria-labelledby="facts">
        <h2 id="facts">{t('pages.market.facts')}</h2>
        <dl className="facts">
          {facts.map(
            ([label, value]) =>
              value && (
                <Fact key={label} name={label}>
                  {value}
                </Fact>
              ),
          )}
        </dl>
      </section>
      <section className="card contact" aria-labelledby="contact">
        <h2 id="contact">{t('pages.market.contact')}</h2>
        <p>{t('pages.market.contactText')}</p>
        <p>
          <a className="button" href={to.quote(listing.id)} rel="nofollow">
            {t('pages.market.quote')}
          </a>
        </p>
      </section>
      <p className="back">
        <a href={to.market({ kind: listing.kind })}>{t('pages.market.back')}</a>
      </p>
    </article>
  )
}

/** Without the zeros that the database adds. */
const trimmed = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)
