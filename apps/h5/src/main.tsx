import './platform/old-phones.ts'
import { createRoot } from 'react-dom/client'
import { Root } from './start/root.tsx'
import { SignedOut } from './start/signed-out.tsx'
import './platform/entry.ts'
import { currentLanguage, loadTexts } from './platform/language.ts'
import { registerWorker, watchInstallPrompt } from './platform/service-worker.ts'
import { goToSignIn, token, watchSession } from './platform/session.ts'
import './styles/index.css'

async function start(): Promise<void> {
  watchInstallPrompt()
  const session = token()
  if (!session && navigator.onLine) return goToSignIn()
  const t = await loadTexts(currentLanguage())
  document.documentElement.lang = t.locale
  document.title = t('h5.title')
  const root = createRoot(document.getElementById('root')!)
  root.render(session ? <Root t={t} session={session} /> : <SignedOut t={t} />)
  if (session) watchSession(session)
  // After the first picture, so that storing the page does not compete with showing it.
  await registerWorker().catch(() => {})
}

void start()
