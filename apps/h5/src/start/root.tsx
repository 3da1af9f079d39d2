import type { Translate } from '@timbermark/client'
import { Component, lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { loadStageTexts } from '../platform/language.ts'
import { clearSession, goToSignIn } from '../platform/session.ts'
import Services from '../pages/services.tsx'
import type { Profile } from '../report/wire.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LanguageOffer } from '../ui/language-offer.tsx'
import { Loading } from '../ui/page.tsx'
import { Toasts, useToasts } from '../ui/toast.tsx'
import { type App, AppContext } from '../app/context.ts'
import { fetchProfile, type Connection } from './connection.ts'
import { answerCacheOf, openOutbox, startOutbox } from './open-outbox.ts'
import { UpdateBar } from './update-bar.tsx'
import { failureText } from '../app/texts.ts'

const loadLink = () => import('../pages/operation-link.tsx')
const loadLog = () => import('../pages/operation-log.tsx')
const loadLabels = () => import('../pages/attach-labels.tsx')
const loadReceive = () => import('../pages/receive-goods.tsx')
const loadInvited = () => import('../pages/invited-goods.tsx')
const loadWalk = () => import('../pages/walk-plot.tsx')
const loadPages = () => Promise.all([loadLink(), loadLog(), loadLabels(), loadReceive(), loadInvited(), loadWalk()])

const OperationLink = lazy(async () => (await Promise.all([loadLink(), loadStageTexts()]))[0])
const AttachLabels = lazy(async () => (await Promise.all([loadLabels(), loadStageTexts()]))[0])
const ReceiveGoods = lazy(async () => (await Promise.all([loadReceive(), loadStageTexts()]))[0])
const InvitedGoods = lazy(async () => (await Promise.all([loadInvited(), loadStageTexts()]))[0])
const WalkPlot = lazy(async () => (await Promise.all([loadWalk(), loadStageTexts()]))[0])
const OperationLog = lazy(async () => (await Promise.all([loadLog(), loadStageTexts()]))[0])

/**
 * The application of a signed-in person: their profile, their outbox, the pages.
 * @param remembered the profile stored in this session: the page opens at once with it, a change shows with the next visit
 * @param profileRequest the request for the profile, which is already running
 */
export function Root(props: {
  t: Translate
  connection: Connection
  remembered: Profile | null
  profileRequest: Promise<Profile>
}) {
  const { t, connection, remembered } = props
  const { showToast, hideToast, lines } = useToasts()
  const [sessionEnd, setSessionEnd] = useState<{ close: () => void } | null>(null)
  const [profile, setProfile] = useState(remembered)
  const [failure, setFailure] = useState<unknown>(null)
  const profileRequest = useRef(props.profileRequest)

  useEffect(
    () => connection.onSessionEnd(() => new Promise<void>(close => setSessionEnd({ close: () => close() }))),
    [connection],
  )

  function applyProfile() {
    setFailure(null)
    profileRequest.current.then(fetched => setProfile(known => known ?? fetched), setFailure)
  }
  // Once, with the request that is already running.
  useEffect(applyProfile, [])

  return (
    <>
      <LanguageOffer t={t} />
      {profile ? (
        <SignedInPages t={t} connection={connection} profile={profile} showToast={showToast} hideToast={hideToast} />
      ) : (
        <OpeningScreen
          t={t}
          failure={failure}
          onRetry={() => {
            profileRequest.current = fetchProfile(connection)
            applyProfile()
          }}
        />
      )}
      <UpdateBar t={t} />
      <Toasts lines={lines} />
      {sessionEnd && (
        <SessionEnded
          t={t}
          online={connection.net.isWorthTrying()}
          onStay={() => {
            sessionEnd.close()
            setSessionEnd(null)
          }}
        />
      )}
    </>
  )
}

function OpeningScreen({ t, failure, onRetry }: { t: Translate; failure: unknown; onRetry: () => void }) {
  if (!failure) return <p className="loading">{t('common.loading')}</p>
  return (
    <main className="lonely">
      <h1>{t('h5.failed.title')}</h1>
      <p>{failureText(t, failure)}</p>
      <button type="button" className="button button-main" onClick={onRetry}>
        {t('action.retry')}
      </button>
      <button type="button" className="button" onClick={goToSignIn}>
        {t('h5.session.again')}
      </button>
    </main>
  )
}

function SignedInPages(props: {
  t: Translate
  connection: Connection
  profile: Profile
  showToast: App['showToast']
  hideToast: App['hideToast']
}) {
  const { t, connection, profile, showToast, hideToast } = props
  const owner = String(profile.userId)
  const app = useMemo<App>(
    () => ({
      t,
      showToast,
      hideToast,
      profile,
      loadPages,
      client: connection.client,
      net: connection.net,
      cache: answerCacheOf(connection.client, profile, t),
      outbox: openOutbox(connection, owner),
    }),
    [t, showToast, hideToast, profile, connection, owner],
  )
  useEffect(() => {
    startOutbox(app.outbox).catch(() => showToast(t('h5.storage'), 'bad'))
    return () => app.outbox.stop()
  }, [app, showToast, t])
  return (
    <AppContext value={app}>
      <BrowserRouter basename="/h5">
        <ErrorBoundary t={t}>
          <Suspense fallback={<Loading />}>
            <Routes>
              <Route path="/" element={<Services />} />
              <Route path="/operationLink" element={<OperationLink />} />
              <Route path="/operationLog" element={<OperationLog />} />
              <Route path="/attachLabels" element={<AttachLabels />} />
              <Route path="/receiveGoods" element={<ReceiveGoods />} />
              <Route path="/invitedGoods" element={<InvitedGoods />} />
              <Route path="/walkPlot" element={<WalkPlot />} />
              <Route path="*" element={<Navigate to="/" replace />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
        <ScrollToTop />
      </BrowserRouter>
    </AppContext>
  )
}

/** Scrolls to the top after every navigation. */
function ScrollToTop() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    // Used here so that the effect runs for every address.
    void pathname
    void search
    window.scrollTo(0, 0)
  }, [pathname, search])
  return null
}

function SessionEnded({ t, online, onStay }: { t: Translate; online: boolean; onStay: () => void }) {
  return (
    <Dialog
      title={t('h5.session.title')}
      onClose={onStay}
      actions={
        <>
          <button type="button" className="button button-main" disabled={!online} onClick={goToSignIn}>
            {t('h5.session.again')}
          </button>
          <button type="button" className="button" onClick={onStay}>
            {t('h5.session.stay')}
          </button>
        </>
      }
    >
      <p>{t('h5.session.text')}</p>
      {!online && <p>{t('h5.session.needsNetwork')}</p>}
    </Dialog>
  )
}

/** Shown when a page fails to render: offers to reload or to sign out. Drafts are already saved. */
class ErrorBoundary extends Component<{ t: Translate; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    const { t, children } = this.props
    if (!this.state.broken) return children
    return (
      <main className="lonely">
        <h1>{t('h5.failed.title')}</h1>
        <p>{t('h5.failed.text')}</p>
        <button type="button" className="button button-main" onClick={() => location.reload()}>
          {t('action.retry')}
        </button>
        <button type="button" className="button" onClick={() => signOutAfterFailure()}>
          {t('h5.tile.signOut')}
        </button>
      </main>
    )
  }
}

function signOutAfterFailure(): void {
  clearSession()
  goToSignIn()
}
