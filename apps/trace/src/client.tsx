import './styles/index.css'
import type { CheckAnswer, ScanAnswer } from '@timbermark/contract/trace'
import { hydrateRoot, type Root } from 'react-dom/client'
import { codeOfAddress } from './browser/address.ts'
import { newVisit, sendAgain } from './browser/again.ts'
import { createAsk } from './browser/asking.ts'
import { call } from './browser/api.ts'
import { readBoot } from './browser/boot.ts'
import { bindLanguageLinks, followStoredLanguage } from './browser/language.ts'
import { amendOlderBrowser } from './browser/older.ts'
import { bindFolds } from './browser/folds.ts'
import { bindCodeField, localiseMoments, openLinkedStage } from './browser/page.ts'
import type { Proving } from './browser/proving.ts'
import { memory } from './browser/storage.ts'
import { bindViewer } from './browser/viewer.ts'
import { deviceName, locate, positionPermission, startVisit, type VisitActions } from './browser/visit.ts'
import { endSession, signOutReporter } from './browser/visitor.ts'
import { browserFormat, moment, number, serverFormat } from './format.ts'
import { Check } from './islands/Check.tsx'
import { Counts } from './islands/Counts.tsx'
import { Proof } from './islands/Proof.tsx'
import { VerdictStrip } from './islands/VerdictStrip.tsx'
import { createStore, type IslandProps, liveOf } from './live.ts'
import { pause } from './proof/pause.ts'
import { Texts } from './texts.ts'
import type { Boot, Language } from './types.ts'
import { verdictOf } from './verdict.ts'

const local = memory(() => localStorage)
const session = memory(() => sessionStorage)
/** Set before a change of language reloads the page, so that it is not counted as another visit. */
const sameVisit = 'same-visit'
/** Served beside the script by the installation itself: the keys that its log has signed with. */
const keysOfLog = '/t/log.js'

const textsOf: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  zh: () => import('virtual:texts/zh'),
  en: () => import('virtual:texts/en'),
  fr: () => import('virtual:texts/fr'),
}

amendOlderBrowser()
signOutReporter(local, endSession)
const boot = readBoot(document.getElementById('boot')?.textContent)
if (boot && !followStoredLanguage(boot.language, local)) void start(boot)

async function start({ language, facts }: Boot): Promise<void> {
  const texts = new Texts((await textsOf[language]()).default)
  bindLanguageLinks(document, local, () => session.set(sameVisit, facts?.code ?? ''))
  bindCodeField(document)
  bindViewer(document, texts)
  bindFolds(document)
  openLinkedStage(document)
  const store = createStore()
  await pause()
  if (facts) void hydrate({ facts, texts, format: serverFormat(language), store })
  // The first formatter of a language takes as long as all before.
  await pause()
  const format = browserFormat(language, navigator.languages)
  store.set({ format })
  localiseMoments(document, format)
}

/** One part after another: all at once is longer than a reader who touches the page would wait. */
async function hydrate(props: IslandProps): Promise<void> {
  const { facts, texts, format, store } = props
  const { language } = format
  const id = newVisit()

  const device = deviceName(local)
  const ask = createAsk({
    code: facts.code,
    local,
    store,
    send: body => sendAgain(() => call<CheckAnswer>('/api/trace/check', language, texts, { ...body, device })),
    work: async work => (await import('./browser/checking.tsx')).doWork(work),
  })

  let visit: VisitActions | undefined
  let islands: Root[] = []
  let checking: Promise<Proving> | undefined
  const prepare = () =>
    (checking ??= prepareCheck().catch(error => {
      checking = undefined
      throw error
    }))
  const check = (what: 'run' | 'all') => {
    prepare().then(
      proving => proving[what](),
      () => store.set({ proof: 'unreachable' }),
    )
  }
  const doings = {
    ask,
    onShare: () => void visit?.share(),
    onDecline: () => visit?.decline(),
    onRun: () => check('run'),
    onRunAll: () => check('all'),
  }

  /** The code is the one in the address bar: a page about other goods must not pass for this one. */
  async function prepareCheck(): Promise<Proving> {
    const code = codeOfAddress(location.href)
    if (code === null) throw new Error('no code in the address')
    const [{ createChecking }, { keys, witnessKeys }] = await Promise.all([
      import('./browser/checking.tsx'),
      import(/* @vite-ignore */ keysOfLog) as Promise<{ keys: readonly string[]; witnessKeys: readonly string[] }>,
    ])
    const leave = () => {
      for (const root of islands) root.unmount()
      islands = []
    }
    return createChecking({ code, language, facts, texts, store, local, keys, witnessKeys, doings, leave })
  }

  const tell = () => {
    document.documentElement.dataset.verdict = verdictOf(facts, liveOf(store.get()), texts).standing
  }
  /** Takes a part over, and lets the reader go first before the next. */
  const own = async (name: string, element: React.ReactNode) => {
    const place = document.querySelector(`[data-island="${name}"]`)
    if (place) islands.push(hydrateRoot(place, element))
    await pause()
  }
  tell()
  store.subscribe(tell)
  void countVisit(id, device, props).then(actions => {
    visit = actions
  })
  // The first formatter of its kind takes as long as a part of the page.
  await pause()
  number(0, format)
  await pause()
  moment(new Date(0).toISOString(), format)
  await pause()
  await own('verdict', <VerdictStrip {...props} {...doings} />)
  await own('check', <Check {...props} ask={ask} />)
  await own('counts', <Counts {...props} {...doings} />)
  await own('proof', <Proof {...props} {...doings} />)
  if (savesData()) store.set({ proof: 'held' })
  else whenIdle(() => check('run'))
}

async function countVisit(
  id: string,
  device: string,
  { facts, store, texts, format }: IslandProps,
): Promise<VisitActions | undefined> {
  const again = session.get(sameVisit) === facts.code
  session.remove(sameVisit)
  if (again) return undefined
  return startVisit(store, local, positionPermission, locate, position =>
    sendAgain(() =>
      call<ScanAnswer>('/api/trace/scan', format.language, texts, {
        code: facts.code,
        visit: id,
        device,
        ...position,
      }),
    ),
  )
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}

function whenIdle(action: () => void): void {
  const later = () =>
    'requestIdleCallback' in window ? requestIdleCallback(action, { timeout: 4000 }) : setTimeout(action, 800)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}
