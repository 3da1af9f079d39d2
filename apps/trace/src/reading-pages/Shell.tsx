import type { PageBanner, ReadingPage } from '@timbermark/contract/reading-pages'
import type { ReactNode } from 'react'
import { formatDate, formatMoment, languages } from '../format.ts'
import { safeUrl } from '../links.ts'
import { Logo } from '../page/Logo.tsx'
import { languageTags } from '../page/Page.tsx'
import { hostOf } from './addresses.ts'
import type { Reading } from './context.ts'

interface Props {
  reading: Reading
  page: ReadingPage
  servicePhone: string | null
  children: ReactNode
}

/** Bar, content and footer of every reading page. */
export function Shell({ reading, page, servicePhone, children }: Props) {
  const { t } = reading
  return (
    <>
      <a className="skip" href="#content">
        {t('pages.skip')}
      </a>
      <Bar reading={reading} page={page} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className="foot">
        {servicePhone && (
          <p className="host">
            <a href={`tel:${servicePhone.replace(/[^\d+]/g, '')}`}>{t('pages.service', { phone: servicePhone })}</a>
          </p>
        )}
        <p>{t('pages.noCookies')}</p>
        <p>
          {t('app.name')} · {t('app.title')}
        </p>
      </footer>
    </>
  )
}

function sectionOf(page: ReadingPage): 'news' | 'market' {
  if ('of' in page) return page.of
  return page.kind === 'news' || page.kind === 'article' ? 'news' : 'market'
}

function Bar({ reading: { language: current, t, to }, page }: Pick<Props, 'reading' | 'page'>) {
  const section = sectionOf(page)
  const isList = page.kind === 'news' || page.kind === 'market'
  const currentIn = (name: 'news' | 'market') => (name !== section ? undefined : isList ? 'page' : 'true')
  return (
    <header className="bar">
      <a className="brand" href={to.news()}>
        <Logo />
        <span>{t('app.name')}</span>
      </a>
      <nav className="sections" aria-label={t('pages.sections')}>
        <ul>
          <li>
            <a href={to.news()} aria-current={currentIn('news')}>
              {t('pages.news')}
            </a>
          </li>
          <li>
            <a href={to.market()} aria-current={currentIn('market')}>
              {t('pages.market')}
            </a>
          </li>
          <li>
            <a href={to.trace()}>{t('pages.trace')}</a>
          </li>
          <li>
            <a href={to.signIn()}>{t('pages.signIn')}</a>
          </li>
        </ul>
      </nav>
      <nav aria-label={t('pages.language')}>
        <ul className="languages">
          {languages.map(language => (
            <li key={language}>
              <a
                href={to.own(page, language) ?? `/${section}?lang=${language}`}
                hrefLang={languageTags[language]}
                lang={languageTags[language]}
                aria-current={language === current ? 'true' : undefined}
              >
                {t(`language.${language}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

/** Banners side by side; what does not fit is scrolled to. Their durations are for the app. */
export function Banners({ banners, reading: { t } }: { banners: readonly PageBanner[]; reading: Reading }) {
  if (banners.length === 0) return null
  return (
    // People without a mouse scroll the row by its focus.
    <section className="banners" aria-label={t('pages.banners')} tabIndex={banners.length > 1 ? 0 : undefined}>
      {banners.map(({ id, image, link }) => {
        const href = link && safeUrl(link)
        return href ? (
          <a key={id} href={href} rel="nofollow noopener noreferrer">
            <img src={image} alt={t('pages.bannerTo', { host: hostOf(href) })} width="1200" height="400" />
          </a>
        ) : (
          <img key={id} src={image} alt="" width="1200" height="400" />
        )
      })}
    </section>
  )
}

/** The day of a moment. */
export function Day({ at, reading: { format } }: { at: string; reading: Reading }) {
  return (
    <time dateTime={at} title={formatMoment(at, format)}>
      {formatDate(at, format)}
    </time>
  )
}

interface TurnProps {
  page: number
  hasNext: boolean
  addressOf: (page: number) => string
  reading: Reading
}

/** Links to the pages before and after; nothing when there is only one. */
export function Turn({ page, hasNext, addressOf, reading: { t } }: TurnProps) {
  if (page === 1 && !hasNext) return null
  return (
    <nav className="turn" aria-label={t('pages.turn')}>
      {page > 1 ? (
        <a className="quiet-button" rel="prev" href={addressOf(page - 1)}>
          {t('pages.newer')}
        </a>
      ) : (
        <span />
      )}
      <span className="small">{t('pages.number', { n: page })}</span>
      {hasNext ? (
        <a className="quiet-button" rel="next" href={addressOf(page + 1)}>
          {t('pages.older')}
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
