import { Rings } from '../page/Rings.tsx'
import type { Reading } from './context.ts'

interface Props {
  of: 'news' | 'market'
  reading: Reading
}

/** A page that is not there. */
export function Missing({ of, reading: { t, to } }: Props) {
  return (
    <div className="state">
      <section className="card" aria-labelledby="state">
        <div className="welcome-rings">
          <Rings code={of} />
        </div>
        <h1 id="state">{t(`pages.${of}.missing`)}</h1>
        <p>{t(`pages.${of}.missingText`)}</p>
        <p>
          <a className="button" href={of === 'news' ? to.news() : to.market()}>
            {t(`pages.${of}.back`)}
          </a>
        </p>
      </section>
    </div>
  )
}

/** The server could not read. */
export function Unavailable({ of, reading: { t, to } }: Props) {
  return (
    <div className="state">
      <section className="card" aria-labelledby="state">
        <h1 id="state">{t('pages.unavailable')}</h1>
        <p>{t('pages.unavailableText')}</p>
        <p>
          <a className="button" href={of === 'news' ? to.news() : to.market()}>
            {t('action.retry')}
          </a>
        </p>
      </section>
    </div>
  )
}
