import './styles/index.css'
import type { CheckAnswer, ProofAnswer, ScanAnswer } from '@timbermark/contract/trace'
import { hydrateRoot } from 'react-dom/client'
import { newVisit, sendAgain } from './browser/again.ts'
import { call } from './browser/api.ts'
import { saveProof } from './browser/download.ts'
import { bindHistories } from './browser/history.ts'
import { bindLanguageLinks, followStoredLanguage } from './browser/language.ts'
import { bindCodeField, localiseMoments, openLinkedStage, unfoldForPrint } from './browser/page.ts'
import { proofsOfShown, proofsOfWindows } from './browser/proofs.ts'
import { memory } from './browser/storage.ts'
import { bindViewer } from './browser/viewer.ts'
import { deviceName, locate, positionPermission, startVisit, type VisitActions } from './browser/visit.ts'
import { endSession, signOutReporter } from './browser/visitor.ts'
import { browserFormat, serverFormat } from './format.ts'
import { Check, type CheckRequest } from './islands/Check.tsx'
import { Counts } from './islands/Counts.tsx'
import { Proof } from './islands/Proof.tsx'
import { VerdictStrip } from './islands/VerdictStrip.tsx'
import { createStore, type IslandProps } from './live.ts'
import { inspect } from './proof/inspect.ts'
import { markDifferences, shownRecords } from './proof/shown.ts'
import { Texts } from './texts.ts'
import type { Boot, Facts } from './types.ts'

const local = memory(() => localStorage)
const session = memory(() => sessionStorage)
/** Set before a change of language reloads the page, so that it is not counted as another visit. */
const sameVisit = 'same-visit'

// Phones in the field: browsers of 2020 lack it, and the ledger's check uses it.
Object.hasOwn ??= (object, key) => Object.hasOwn(object, key)

signOutReporter(local, endSession)
const boot = JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as Boot | null
if (boot && !followStoredLanguage(boot.language, local)) start(boot)

function start({ language, facts, texts: all }: Boot): void {
  const texts = new Texts(all)
  const format = browserFormat(language, navigator.languages)
  bindLanguageLinks(document, local, () => session.set(sameVisit, facts?.code ?? ''))
  bindCodeField(document)
  bindViewer(document, texts)
  unfoldForPrint(document)
  openLinkedStage(document)
  if (facts) hydrate({ facts, texts, format: serverFormat(language), store: createStore() })
  localiseMoments(document, format)
}

function hydrate(props: IslandProps): void {
  const { facts, texts, format, store } = props
  const { language } = format
  const records = document.getElementById('records') ?? document
  const id = newVisit()

  const ask = (request: CheckRequest) =>
    sendAgain(() =>
      call<CheckAnswer>('/api/trace/check', language, texts, {
        code: facts.code,
        visit: id,
        ...request,
        ...store.get().place,
      }),
    )

  const fetchProof = (query: string) =>
    call<ProofAnswer>(`/api/trace/${encodeURIComponent(facts.code)}/proof${query}`, language, texts)
  /** What has been fetched and still counts: records that come to the page later are proven beside it. */
  let proofs: ProofAnswer[] = []
  let late = false

  async function prove(wanted: 'shown' | 'new' | 'all') {
    if (store.get().proof === 'running') {
      late ||= wanted === 'new'
      return
    }
    store.set({ proof: 'running', fetched: wanted === 'all' ? 0 : null })
    try {
      if (wanted !== 'new') proofs = []
      if (wanted === 'all') proofs = await proofsOfWindows(facts, fetchProof, fetched => store.set({ fetched }))
      const proven = new Set(proofs.flatMap(proof => proof.records.map(({ recordId }) => recordId)))
      const missing = shownRecords(records).flatMap(({ recordId }) => (proven.has(recordId) ? [] : [recordId]))
      if (missing.length > 0 || proofs.length === 0)
        proofs = [...proofs, ...(await proofsOfShown(facts, missing, fetchProof))]
      const [first, ...rest] = proofs
      if (!first) throw new Error('nothing to check')
      const inspection = await inspect([first, ...rest], shownRecords(records))
      for (const record of inspection.records)
        markDifferences(records, record.proof.recordId, record.differences, texts.t('trace.journey.differs'))
      store.set({ proof: inspection, fetched: null })
    } catch {
      proofs = []
      store.set({ proof: 'unavailable', fetched: null })
    }
    if (late) {
      late = false
      await prove('new')
    }
  }

  let visit: VisitActions | undefined
  const actions = {
    onShare: () => void visit?.share(),
    onDecline: () => visit?.decline(),
    onConsider: () => visit?.consider(),
  }
  island('verdict', <VerdictStrip {...props} />)
  island('check', <Check {...props} ask={ask} />)
  island('counts', <Counts {...props} {...actions} />)
  island(
    'proof',
    <Proof {...props} onRun={() => void prove('shown')} onRunAll={() => void prove('all')} onDownload={saveProof} />,
  )
  const own = browserFormat(language, navigator.languages)
  store.set({ format: own })
  bindHistories(document, texts, own, () => void prove('new'))

  void countVisit(id, facts, props).then(actions => {
    visit = actions
  })
  if (facts.records > 0 && !savesData()) whenIdle(() => void prove('shown'))
}

async function countVisit(
  id: string,
  facts: Facts,
  { store, texts, format }: IslandProps,
): Promise<VisitActions | undefined> {
  const again = session.get(sameVisit) === facts.code
  session.remove(sameVisit)
  if (again) return undefined
  const device = deviceName(local)
  const visit = startVisit(store, local, await positionPermission(), locate, position =>
    sendAgain(() =>
      call<ScanAnswer>('/api/trace/scan', format.language, texts, {
        code: facts.code,
        visit: id,
        device,
        ...position,
      }),
    ),
  )
  addEventListener('pagehide', visit.leave)
  return visit
}

function island(name: string, element: React.ReactNode): void {
  const place = document.querySelector(`[data-island="${name}"]`)
  if (place) hydrateRoot(place, element)
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
