import './platform/polyfills.ts'
import './platform/entry-address.ts'
import { fetchProfile, connect } from './start/connection.ts'
import { currentLanguage, loadTexts } from './platform/language.ts'
import { registerWorker, watchInstallPrompt } from './platform/service-worker.ts'
import { goToSignIn, readStoredProfile, token, watchSession } from './platform/session.ts'
import './styles/index.css'

/**
 * Requests everything that the first page needs at once: its script (which the document already lets the browser fetch),
 * its texts and the profile. It is small so that these requests start early. `start/gate.ts` has redirected signed-out
 * visitors before. What the phone has stored is not awaited from the network.
 */
async function start(): Promise<void> {
  watchInstallPrompt()
  const session = token()
  if (!session && navigator.onLine) {
    if (!globalThis.leaving) goToSignIn()
    globalThis.leaving = true
    return
  }
  const language = currentLanguage()
  const screen = import('./start/screen.tsx')
  const texts = loadTexts(language)
  const signedIn = session ? signInOf(connect(language, session)) : null
  const [{ show }, t] = await Promise.all([screen, texts])
  show(t, signedIn)
  if (session) watchSession(session)
  // After the first render, so that storing the page does not compete with showing it.
  await registerWorker().catch(() => {})
}

function signInOf(connection: ReturnType<typeof connect>) {
  const profileRequest = fetchProfile(connection)
  // The page shows the failure if it still needs the answer once it is rendered.
  profileRequest.catch(() => {})
  return { connection, remembered: readStoredProfile(connection.session), profileRequest }
}

void start()
