/** The chunk that loads after the first paint: the proof walk, and the page drawn from its result. */
import type { SealedProof, TraceStage } from '@timbermark/contract/trace'
import { formatEvidence } from '../evidence/evidence-file.ts'
import { prepareChange, type LiveState, type Store } from '../live.ts'
import type { PageActions } from '../page/ItemPage.tsx'
import { warmUp } from '../proof/warm-up.ts'
import { walkProof } from '../proof/walk.ts'
import type { Texts } from '../texts.ts'
import type { StatedFacts, Language } from '../types.ts'
import { call } from './api.ts'
import { drawProvenPage } from './drawing.tsx'
import { formatRecordProof, saveText } from './evidence.ts'
import { createFileOpener } from './files.ts'
import { fetchGrowth } from './growth.ts'
import { createHeadStore, officialHostOf } from './head-store.ts'
import { createPromiseStore } from './promise-store.ts'
import { createProofCheck, type ProofCheck } from './proof-check.ts'
import type { SafeStorage } from './storage.ts'

export { solveProofOfWork } from './proof-of-work.ts'

interface Context {
  code: string
  language: Language
  facts: StatedFacts
  texts: Texts
  store: Store
  local: SafeStorage
  /** Verifier keys of the log that came with the script; the newest last. */
  keys: readonly string[]
  /** The key, from the script too, under which subjects of requests follow from their numbers. */
  requestKey: string
  /** Verifier keys of the witnesses whose names are shown. */
  witnessKeys: readonly string[]
  actions: Pick<PageActions, 'submitCheck' | 'onShare' | 'onDecline' | 'onRun' | 'onRunAll'>
  /** Called before the server's page is replaced. */
  onLeave: () => void
}

/** Prepares the check of the item. Its first result replaces the page with one drawn from the proof. */
export function startChecking({
  code,
  language,
  facts,
  texts,
  store,
  local,
  keys,
  requestKey,
  witnessKeys,
  actions,
  onLeave,
}: Context): ProofCheck {
  const key = keys.at(-1) ?? ''
  const heads = createHeadStore(local, key)
  const fetchProof = (query: string, of = code) =>
    call<SealedProof>(`/api/trace/${encodeURIComponent(of)}/proof${query}`, language, texts)
  const proofCheck = createProofCheck({
    code,
    language,
    facts,
    keys,
    requestKey,
    witnessKeys,
    heads,
    promises: createPromiseStore(local, keys[0] ?? ''),
    store,
    walk: walkProof,
    warmUp,
    apply: showResult,
    fetchProof,
    fetchGrowth,
  })

  const onEvidence = () =>
    saveText(
      formatEvidence({
        code,
        answers: proofCheck.answers(),
        keys,
        requestKey,
        witnessKeys,
        previousHead: proofCheck.previousHead(),
        promises: store.get().walk?.promises.broken ?? [],
        files: store.get().item?.files ?? [],
        savedAt: new Date(),
      }),
      `${code}.proof.json`,
      'application/json',
    )
  const onRecordProof = (record: TraceStage) => void saveRecordProof(record, proofCheck, store)
  const onHeads = () =>
    saveText(
      [proofCheck.previousHead() ?? '', store.get().walk?.log.checkpoint ?? ''].join('\n\n'),
      `${code}.two-heads.txt`,
    )

  const onForgetHead = () => {
    heads.forget()
    void proofCheck.run()
  }

  let isDrawn = false
  /** Shows the first verdict on a page drawn from the proof, never above the content that the server wrote. */
  async function showResult(change: Partial<LiveState>): Promise<void> {
    if (isDrawn || !(change.item || change.walk?.outcome === 'suspicious')) return store.set(change)
    const prepared = prepareChange(store, change)
    const replacePage = await drawProvenPage({
      code,
      language,
      facts,
      texts,
      onLeave,
      officialHost: officialHostOf(key),
      store: prepared.store,
      loader: { openFile: createFileOpener(prepared.store), loadMore: proofCheck.loadMore },
      actions: { ...actions, store: prepared.store, onEvidence, onRecordProof, onHeads, onForgetHead },
    })
    isDrawn = true
    prepared.publish()
    replacePage()
  }

  return proofCheck
}

/** Saves the proof of one record. Only an answer about the record alone has its inclusion path: in others the next entry may prove it. */
async function saveRecordProof({ recordId, stage }: TraceStage, proofCheck: ProofCheck, store: Store): Promise<void> {
  const proof = store.get().item?.records.get(recordId)
  if (!proof) return
  store.set({ saveFailed: false })
  try {
    saveText(formatRecordProof(proof, await proofCheck.fetchRecordProof(recordId)), `${stage}-${recordId}.tlog-proof`)
  } catch {
    store.set({ saveFailed: true })
  }
}
