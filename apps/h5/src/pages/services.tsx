import { can } from '@timbermark/client'
import { languages } from '@timbermark/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { useApp, useOutbox } from '../app/context.ts'
import { canReceive, isSupplier } from '../app/rights.ts'
import { logAddress } from '../report/local-item.ts'
import { removeCached } from '../platform/answer-cache.ts'
import { chooseLanguage } from '../platform/language.ts'
import { canInstall, install, subscribeInstall } from '../platform/service-worker.ts'
import { clearSession, goToSignIn } from '../platform/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { ClockWarning } from '../views/clock-warning.tsx'
import { StorageWarning } from '../views/storage-warning.tsx'

/** Any of them opens the page for labels. */
const labelPermissions = ['code:label:activate', 'code:label:spoil', 'code:label:lose'] as const

/** /h5: the functional services. */
export default function Services() {
  const { t, profile, cache, loadPages, online } = useApp()
  const [asking, setAsking] = useState<'language' | 'signOut' | null>(null)
  const [isSurveyor, setSurveyor] = useState(false)
  const installable = useSyncExternalStore(subscribeInstall, canInstall)

  useEffect(() => {
    // Data that the forms need is fetched now, so that they open later without a network.
    void import('../app/prefetch.ts').then(({ prepareForOffline }) =>
      prepareForOffline({ cache, profile, loadPages }, online, setSurveyor).catch(() => {}),
    )
  }, [cache, profile, loadPages, online])

  return (
    <Page title={t('app.name')}>
      <section className="hello">
        <p className="hello-name">{t('h5.hello', { name: profile.nickName || profile.userName })}</p>
        <p className="hello-where">
          {[...new Set([profile.enterpriseName, profile.deptName])].filter(Boolean).join(' · ')}
        </p>
      </section>
      <ClockWarning />
      <StorageWarning />
      <OutboxState />
      <nav className="tiles" aria-label={t('h5.home')}>
        <Link className="tile tile-main" to="/operationLink">
          <TileBody icon="scan" text={t('h5.tile.report')} hint={t('h5.tile.report.hint')} />
        </Link>
        {can(profile.permissions ?? [], labelPermissions) && (
          <Link className="tile tile-wide" to="/attachLabels">
            <TileBody icon="tag" text={t('h5.tile.labels')} hint={t('h5.tile.labels.hint')} />
          </Link>
        )}
        {isSurveyor && (
          <Link className="tile tile-wide" to="/walkPlot">
            <TileBody icon="pin" text={t('h5.tile.walk')} hint={t('h5.tile.walk.hint')} />
          </Link>
        )}
        {canReceive(profile) && (
          <Link className="tile tile-wide" to="/receiveGoods">
            <TileBody icon="box" text={t('h5.tile.receive')} hint={t('h5.tile.receive.hint')} />
          </Link>
        )}
        {isSupplier(profile) && (
          <Link className="tile tile-wide" to="/invitedGoods">
            <TileBody icon="box" text={t('h5.tile.invited')} hint={t('h5.tile.invited.hint')} />
          </Link>
        )}
        <Link className="tile tile-wide" to="/operationLog">
          <TileBody icon="log" text={t('h5.tile.log')} hint={t('h5.tile.log.hint')} />
        </Link>
        {installable && (
          <button type="button" className="tile tile-wide" onClick={() => void install()}>
            <TileBody icon="install" text={t('h5.tile.install')} hint={t('h5.tile.install.hint')} />
          </button>
        )}
        {online && (
          <a className="tile tile-wide" href={`/second-factor?back=${encodeURIComponent('/h5')}`}>
            <TileBody icon="shield" text={t('h5.tile.factor')} hint={t('h5.tile.factor.hint')} />
          </a>
        )}
        {online && (
          <a className="tile tile-wide" href="/bind">
            <TileBody icon="network" text={t('h5.tile.identity')} hint={t('h5.tile.identity.hint')} />
          </a>
        )}
        <button type="button" className="tile" onClick={() => setAsking('language')}>
          <TileBody icon="globe" text={t('h5.tile.language')} hint={t(`language.${t.language}`)} />
        </button>
        <button type="button" className="tile" onClick={() => setAsking('signOut')}>
          <TileBody icon="leave" text={t('h5.tile.signOut')} hint={profile.userName} />
        </button>
      </nav>
      {online && (
        <p className="public-links">
          <a href={`/news?lang=${t.language}`}>{t('h5.news')}</a>
          <a href={`/market?lang=${t.language}`}>{t('h5.market')}</a>
        </p>
      )}
      {asking === 'language' && <LanguageDialog onClose={() => setAsking(null)} />}
      {asking === 'signOut' && <SignOutDialog onClose={() => setAsking(null)} />}
    </Page>
  )
}

function TileBody({ icon, text, hint }: { icon: IconName; text: string; hint: string }) {
  return (
    <>
      <span className="tile-icon">
        <Icon name={icon} size={28} />
      </span>
      <span className="tile-words">
        <span className="tile-text">{text}</span>
        <span className="tile-hint">{hint}</span>
      </span>
    </>
  )
}

/** What waits on this phone: reports, and acts on labels. */
function OutboxState() {
  const { t, outbox, online } = useApp()
  const { items } = useOutbox()
  const count = (...states: string[]) => items.filter(one => states.includes(one.state)).length
  const waiting = count('waiting', 'sending')
  const drafts = count('draft')
  const refused = count('refused')
  return (
    <section className="outbox" aria-label={t('h5.outbox')}>
      {!online && <p className="outbox-offline">{t('h5.offlineHint')}</p>}
      {drafts + waiting + refused === 0 ? (
        <p className="outbox-empty">
          <Icon name="good" size={20} /> {t('h5.outbox.empty')}
        </p>
      ) : (
        <ul className="outbox-counts">
          <Count n={drafts} label={t('h5.outbox.drafts', { n: drafts })} />
          <Count n={waiting} label={t('h5.outbox.waiting')} />
          <Count n={refused} label={t('h5.outbox.refused', { n: refused })} bad />
        </ul>
      )}
      {items
        .filter(one => one.state === 'refused' && one.refusal?.message)
        .slice(0, 2)
        .map(one => (
          <Link key={one.key} className="outbox-reason bad" to={logAddress(one)}>
            <Icon name="bad" size={18} /> {one.refusal?.message}
          </Link>
        ))}
      {waiting > 0 && online && (
        <button type="button" className="button" onClick={() => void outbox.retryAllNow()}>
          <Icon name="send" size={20} /> {t('h5.outbox.sendNow')}
        </button>
      )}
    </section>
  )
}

function Count({ n, label, bad = false }: { n: number; label: string; bad?: boolean }) {
  return (
    <li className={bad && n > 0 ? 'count count-bad' : 'count'}>
      <Link to="/operationLog">
        <strong>{n}</strong> <span>{label}</span>
      </Link>
    </li>
  )
}

function LanguageDialog({ onClose }: { onClose: () => void }) {
  const { t } = useApp()
  return (
    <Dialog
      title={t('h5.tile.language')}
      onClose={onClose}
      actions={
        <button type="button" className="button" onClick={onClose}>
          {t('action.cancel')}
        </button>
      }
    >
      <div className="choices">
        {languages.map(language => (
          <button
            key={language}
            type="button"
            className="button choice"
            lang={language}
            aria-current={language === t.language}
            onClick={() => chooseLanguage(language)}
          >
            {t(`language.${language}`)}
            {language === t.language && <Icon name="good" size={20} />}
          </button>
        ))}
      </div>
    </Dialog>
  )
}

function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { t, client, outbox } = useApp()
  const { items } = useOutbox()
  const unsent = items.filter(one => one.state !== 'sent').length
  const [leaving, setLeaving] = useState(false)
  async function signOut() {
    setLeaving(true)
    // Without an answer the session ends by its idle time; the phone removes it now in any case.
    await client.call('POST /logout').catch(() => {})
    await removeCached(outbox.owner).catch(() => {})
    clearSession()
    goToSignIn()
  }
  return (
    <Dialog
      title={t('h5.signOut.ask')}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button button-main" disabled={leaving} onClick={() => void signOut()}>
            {t('h5.tile.signOut')}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </>
      }
    >
      {unsent > 0 && <p>{t('h5.signOut.unsent', { n: unsent })}</p>}
    </Dialog>
  )
}
