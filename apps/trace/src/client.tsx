import './styles/index.css'
import type { CheckAnswer, ScanAnswer } from '@timbermark/contract/trace'
import { hydrateRoot, type Root } from 'react-dom/client'
import { parseAddressCode } from './browser/address.ts'
import { newVisitId, sendWithRetry } from './browser/retry.ts'
import { createSecurityCheck } from './browser/security-check.ts'
import { call } from './browser/api.ts'
import { parseBoot } from './browser/boot.ts'
import { bindLanguageLinks, followStoredLanguage } from './browser/language.ts'
import { polyfillOldBrowsers } from './browser/polyfills.ts'
import { bindFolds } from './browser/folds.ts'
import { bindCodeField, localiseMoments, openLinkedStage } from './browser/page.ts'
import type { ProofCheck } from './browser/proof-check.ts'
import { openStorage } from './browser/storage.ts'
import { keepTextsCurrent } from './browser/translated.ts'
import { bindViewer } from './browser/viewer.ts'
import {
  deviceId,
  isReturn,
  locate,
  navigationKind,
  positionPermission,
  rememberVisit,
  startVisit,
  type VisitActions,
  whenSeen,
} from './browser/visit.ts'
import { endSession, signOutReportingUser } from './browser/reporting-user.ts'
import { browserFormat, formatMoment, formatNumber, serverFormat } from './format.ts'
import { Check } from './islands/Check.tsx'
import { Counts } from './islands/Counts.tsx'
import { Proof } from './islands/Proof.tsx'
import { VerdictStrip } from './islands/VerdictStrip.tsx'
import { createStore, type IslandProps, collectReaderChecks } from './live.ts'
import { pause } from './proof/pause.ts'
import { Texts } from './texts.ts'
import type { Boot, Language } from './types.ts'
import { computeVerdict } from './verdict.ts'

const localStore = openStorage(() => localStorage)
const sessionStore = openStorage(() => sessionStorage)
/** Set before a change of language reloads the page, so that the reload does not count as another visit. */
const sameVisitKey = 'same-visit'
/** A module that each installation serves next to the script: the keys of its log. */
const logKeysUrl = '/t/log.js'

interface LogKeys {
  keys: readonly string[]
  requestKey: string
  witnessKeys: readonly string[]
}

const loadTexts: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  zh: () => import('virtual:texts/zh'),
  en: () => import('virtual:texts/en'),
  fr: () => import('virtual:texts/fr'),
}

polyfillOldBrowsers()
keepTextsCurrent(document)
signOutReportingUser(localStore, endSession)
const boot = parseBoot(document.getElementById('boot')?.textContent)
if (boot && !followStoredLanguage(boot.language, localStore)) void startPage(boot)

async function startPage({ language, facts }: Boot): Promise<void> {
  const texts = new Texts((await loadTexts[language]()).default)
  bindLanguageLinks(document, localStore, () => sessionStore.set(sameVisitKey, facts?.code ?? ''))
  bindCodeField(document)
  bindViewer(document, texts)
  bindFolds(document)
  openLinkedStage(document)
  const store = createStore()
  await pause()
  if (facts) void hydratePage({ facts, texts, format: serverFormat(language), store })
  // The first formatter of a language takes as long as everything before it.
  await pause()
  const format = browserFormat(language, navigator.languages)
  store.set({ format })
  localiseMoments(document, format)
}

/** Hydrates the islands one after another, because hydrating all at once would block the page too long. */
async function hydratePage(props: IslandProps): Promise<void> {
  const { facts, texts, format, store } = props
  const { language } = format
  const visitId = newVisitId()

  const device = deviceId(localStore)
  const submitCheck = createSecurityCheck({
    code: facts.code,
    local: localStore,
    store,
    send: body => sendWithRetry(() => call<CheckAnswer>('/api/trace/check', language, texts, { ...body, device })),
    solve: async task => (await import('./browser/checking.tsx')).solveProofOfWork(task),
  })

  let visit: VisitActions | undefined
  let islands: Root[] = []
  let checking: Promise<ProofCheck> | undefined
  const prepare = () =>
    (checking ??= prepareCheck().catch(error => {
      checking = undefined
      throw error
    }))
  const check = (what: 'run' | 'runAll') => {
    prepare().then(
      proofCheck => proofCheck[what](),
      () => store.set({ proof: 'unreachable' }),
    )
  }
  const actions = {
    submitCheck,
    onShare: () => void visit?.share(),
    onDecline: () => visit?.decline(),
    onRun: () => check('run'),
    onRunAll: () => check('runAll'),
  }

  /** Uses the code in the address bar, so that a page about another item cannot pass for this one. */
  async function prepareCheck(): Promise<ProofCheck> {
    const code = parseAddressCode(location.href)
    if (code === null) throw new Error('no code in the address')
    const [{ startChecking }, { keys, requestKey, witnessKeys }] = await Promise.all([
      import('./browser/checking.tsx'),
      import(/* @vite-ignore */ logKeysUrl) as Promise<LogKeys>,
    ])
    const onLeave = () => {
      for (const root of islands) root.unmount()
      islands = []
    }
    return startChecking({
      code,
      language,
      facts,
      texts,
      store,
      local: localStore,
      keys,
      requestKey,
      witnessKeys,
      actions,
      onLeave,
    })
  }

  const markVerdict = () => {
    const { verdict, item } = computeVerdict(facts, collectReaderChecks(store.get()), texts)
    Object.assign(document.documentElement.dataset, { verdict, item })
  }
  /** Hydrates one island, then pauses for the reader's events. */
  const takeOverPart = async (name: string, element: React.ReactNode) => {
    const place = document.querySelector(`[data-island="${name}"]`)
    if (place) islands.push(hydrateRoot(place, element))
    await pause()
  }
  markVerdict()
  store.subscribe(markVerdict)
  void countVisit(visitId, device, props).then(actions => {
    visit = actions
  })
  // The first formatter of its kind takes as long as hydrating an island.
  await pause()
  formatNumber(0, format)
  await pause()
  formatMoment(new Date(0).toISOString(), format)
  await pause()
  await takeOverPart('verdict', <VerdictStrip {...props} {...actions} />)
  await takeOverPart('check', <Check {...props} submitCheck={submitCheck} />)
  await takeOverPart('counts', <Counts {...props} {...actions} />)
  await takeOverPart('proof', <Proof {...props} {...actions} />)
  if (savesData()) store.set({ proof: 'held' })
  else whenIdle(() => check('run'))
}

async function countVisit(
  visitId: string,
  device: string,
  { facts, store, texts, format }: IslandProps,
): Promise<VisitActions | undefined> {
  const isReload = sessionStore.get(sameVisitKey) === facts.code
  sessionStore.remove(sameVisitKey)
  if (isReload || isReturn(localStore, facts.code, navigationKind())) return undefined
  await whenSeen()
  return startVisit(store, localStore, positionPermission, locate, async position => {
    const body = { code: facts.code, visit: visitId, device, ...position }
    const scan = await sendWithRetry(() => call<ScanAnswer>('/api/trace/scan', format.language, texts, body))
    rememberVisit(localStore, facts.code)
    return scan
  })
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}

function whenIdle(action: () => void): void {
  const schedule = () =>
    'requestIdleCallback' in window ? requestIdleCallback(action, { timeout: 4000 }) : setTimeout(action, 800)
  if (document.readyState === 'complete') schedule()
  else addEventListener('load', schedule, { once: true })
}
