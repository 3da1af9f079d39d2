import './platform/polyfills.ts'
import './platform/entry-address.ts'
import { fetchProfile, connect } from './start/connection.ts'
import { currentLanguage, loadTexts } from './platform/language.ts'
import { registerWorker, watchInstallPrompt } from './platform/service-worker.ts'
import { goToSignIn, readStoredProfile, token, watchSession } from './platform/session.ts'
import './styles/index.css'

/**
 * Small, because what the page waits for is asked for here, all of it at once (`start/gate.ts` sends the signed out away before): its own script (which the document lets the
 * browser fetch ahead), its texts, and who is signed in. Nothing is awaited that only the network has, when the phone
 * remembers it.
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
  // After the first picture, so that storing the page does not compete with showing it.
  await registerWorker().catch(() => {})
}

function signInOf(connection: ReturnType<typeof connect>) {
  const asked = fetchProfile(connection)
  // Told by the page, if it still has to ask when it is here.
  asked.catch(() => {})
  return { connection, remembered: readStoredProfile(connection.session), asked }
}

void start()
