/** What is fetched after the first picture of the page: the walk through the proof, and the page that is drawn from it. */
import type { SealedProof, TraceStage } from '@timbermark/contract/trace'
import { aheadOf, type LiveState, type Store } from '../live.ts'
import type { Doings } from '../page/Found.tsx'
import { rehearse } from '../proof/rehearse.ts'
import { walk } from '../proof/walk.ts'
import type { Texts } from '../texts.ts'
import type { Facts, Language } from '../types.ts'
import { call } from './api.ts'
import { drawProven } from './drawing.tsx'
import { evidenceText, recordProofText, saveText } from './evidence.ts'
import { createFiles } from './files.ts'
import { createHeads, officialHostOf } from './heads.ts'
import { createProving, type Proving } from './proving.ts'
import type { Memory } from './storage.ts'

export { doWork } from './work.ts'

interface Context {
  code: string
  language: Language
  facts: Facts
  texts: Texts
  store: Store
  local: Memory
  /** Verifier keys of the log, as they come with the script; the newest last. */
  keys: readonly string[]
  /** Verifier keys of the witnesses whose names are told. */
  witnessKeys: readonly string[]
  doings: Pick<Doings, 'ask' | 'onShare' | 'onDecline' | 'onRun' | 'onRunAll'>
  /** Called when the server's page is about to go. */
  leave: () => void
}

/** Makes ready what checks the item; once it has a result, the page is drawn from it. */
export function createChecking({
  code,
  language,
  facts,
  texts,
  store,
  local,
  keys,
  witnessKeys,
  doings,
  leave,
}: Context): Proving {
  const key = keys.at(-1) ?? ''
  const heads = createHeads(local, key)
  const fetchProof = (query: string) =>
    call<SealedProof>(`/api/trace/${encodeURIComponent(code)}/proof${query}`, language, texts)
  const proving = createProving({
    ...{ code, language, facts, keys, witnessKeys, heads, store, walk, fetchProof, show },
    rehearse,
  })

  const onEvidence = () =>
    saveText(evidenceText(code, proving.answers(), keys), `${code}.proof.json`, 'application/json')
  const onRecordProof = (record: TraceStage) => void saveRecord(record, proving, store)
  const onHeads = () =>
    saveText([proving.seen() ?? '', store.get().walk?.log.checkpoint ?? ''].join('\n\n'), `${code}.two-heads.txt`)

  const onForgetHead = () => {
    heads.forget()
    void proving.run()
  }

  let drawn = false
  /** The first thing that there is to say is said by a page of its own: no verdict stands over what the server wrote. */
  async function show(change: Partial<LiveState>): Promise<void> {
    if (drawn || !(change.item || change.walk?.outcome === 'suspicious')) return store.set(change)
    const ahead = aheadOf(store, change)
    const takePlace = await drawProven({
      ...{ code, language, facts, texts, leave },
      officialHost: officialHostOf(key),
      store: ahead.store,
      means: { open: createFiles(ahead.store), more: proving.more },
      doings: { ...doings, store: ahead.store, onEvidence, onRecordProof, onHeads, onForgetHead },
    })
    drawn = true
    ahead.tell()
    takePlace()
  }

  return proving
}

/** The answer of the check may hold the entry by the next one; only an answer about the record has its path into the log. */
async function saveRecord({ recordId, stage }: TraceStage, proving: Proving, store: Store): Promise<void> {
  const proof = store.get().item?.records.get(recordId)
  if (!proof) return
  store.set({ saveFailed: false })
  try {
    saveText(recordProofText(proof, await proving.ofRecord(recordId)), `${stage}-${recordId}.tlog-proof`)
  } catch {
    store.set({ saveFailed: true })
  }
}
