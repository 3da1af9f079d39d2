import type { Language } from '@timbermark/contract'
import { stageKeys } from '@timbermark/contract/stage-keys'
import type { SealedProof } from '@timbermark/contract/trace'
import type { LiveState, Store } from '../live.ts'
import { pause } from '../proof/pause.ts'
import type { ProvenItem, WalkResult, WalkProof } from '../proof/proven.ts'
import type { StatedFacts } from '../types.ts'
import { initialWindow, type RecordWindow, widenWindow } from '../record-window.ts'
import { type FetchGrowth, inventEarlierSize, sizeOf } from './growth.ts'
import { fetchContinuing } from './fetch-continuing.ts'
import type { ProvenCompanies } from './companies.tsx'
import type { HeadStore } from './head-store.ts'
import type { PromiseStore } from './promise-store.ts'

/** Number of records per request: for a complete history, and for its next part. */
const allPageSize = 100
const morePageSize = 20

/** Most promised entries that are asked for by their digest: as many as one request takes. */
const maxDemanded = 40

const loadCompanyTexts: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  zh: () => import('virtual:company-texts-zh'),
  en: () => import('virtual:company-texts-en'),
  fr: () => import('virtual:company-texts-fr'),
}

/** Performance mark at the end of a walk, for measurements. */
const checkedMark = 'proof-checked'

interface Context {
  code: string
  language: Language
  facts: StatedFacts
  keys: readonly string[]
  /** The key, from the script too, under which subjects of requests follow from their numbers. */
  requestKey: string
  /** Verifier keys of witnesses that came with the script. */
  witnessKeys: readonly string[]
  heads: HeadStore
  promises: PromiseStore
  store: Store
  walk: WalkProof
  /** Warms up the browser while the first proof is being fetched, until `isDone`. Never rejects. */
  warmUp?: (isDone: () => boolean) => Promise<unknown>
  /** Shows the result of a check; resolves when it is in the store. */
  apply?: (change: Partial<LiveState>) => Promise<void>
  /** Fetches one answer of `/api/trace/{code}/proof`; `query` is empty or begins with `?`. @param of another code than the item's */
  fetchProof: (query: string, of?: string) => Promise<SealedProof>
  fetchGrowth: FetchGrowth
}

export interface ProofCheck {
  /** Checks what the page shows. Never rejects: the result is in the store. */
  run(): Promise<void>
  /** Checks every record of the history. */
  runAll(): Promise<void>
  /** Proves the next records of a stage and shows them. Rejects when they cannot be fetched or proven. */
  loadMore(stage: string, after: string): Promise<void>
  /** The answers of the last check. */
  answers(): readonly SealedProof[]
  /** The head of an earlier visit or check; undefined when this is the first. */
  previousHead(): string | undefined
  /** Fetches an answer about one record, with its inclusion path. */
  fetchRecordProof(recordId: string): Promise<SealedProof>
}

/** Whether every record of a window is among the proven ones. */
function isWindowProven({ recordIds }: RecordWindow, { answer }: ProvenItem): boolean {
  const proven = new Set(answer.stages.map(({ recordId }) => recordId))
  return recordIds.length > 0 && recordIds.every(recordId => proven.has(recordId))
}

type Query = Record<string, string | number>

function formatQuery(query: Query): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const isProven = ({ outcome }: WalkResult): boolean =>
  outcome === 'proven' || outcome === 'waiting' || outcome === 'asOf'

/** Ids of the records of a stage in a proven item, in order. */
function recordIdsOf({ answer }: ProvenItem, stage: string): string[] {
  return answer.stages.filter(record => record.stage === stage).map(({ recordId }) => recordId)
}

/** Creates the check in the reader's browser: fetches answers, walks them, and puts the result into the store. */
export function createProofCheck({
  code,
  language,
  facts,
  keys,
  requestKey,
  witnessKeys,
  heads,
  promises,
  store,
  walk,
  apply = async change => store.set(change),
  warmUp,
  fetchProof,
  fetchGrowth,
}: Context): ProofCheck {
  let answers: readonly SealedProof[] = []
  /** Read at the start of each check; the answers of the check are compared with it. */
  let previousHead = heads.load()
  /** Size of the first head of this visit. */
  let visitSize: number | undefined
  /** What became of the goods after the item's own enterprise; later pages of records do not change it. */
  let companies: ProvenCompanies | null = null

  /**
   * Fetches an answer, and then the proof that its log only grew. The first request says nothing about the reader: who has seen an
   * earlier head is told apart, if at all, by the second one, and then the answer with its signed head is here.
   */
  async function fetchAnswer(query: Query): Promise<SealedProof> {
    const answer = await fetchProof(formatQuery(query))
    const size = sizeOf(answer.checkpoint)
    if (!size) return answer
    const known = previousHead?.size ?? visitSize
    visitSize ??= size
    if (known) return { ...answer, consistency: await fetchGrowth(Math.min(known, size), size) }
    // Nothing is compared with this one: it looks like those of returning readers, and nobody waits for it.
    fetchGrowth(inventEarlierSize(size), size).catch(() => {})
    return answer
  }

  /** Fetches the first proof, and warms up the browser meanwhile. */
  function fetchFirst(): Promise<SealedProof> {
    const answer = fetchAnswer({})
    if (answers.length > 0 || !warmUp) return answer
    let hasCome = false
    const markCome = () => {
      hasCome = true
    }
    answer.then(markCome, markCome)
    void warmUp(() => hasCome)
    return answer
  }

  async function walkAll(all: readonly SealedProof[], demanded: readonly string[] = []): Promise<WalkResult> {
    const result = await walk(all, {
      code,
      language,
      now: Date.now(),
      keys,
      requestKey,
      witnessKeys,
      previousHead: previousHead?.signed,
      keptPromises: promises.load(),
      demanded,
    })
    if (isProven(result)) heads.save(result.log.checkpoint)
    promises.update(result.promises)
    return result
  }

  /** Runs one check at a time, whatever the reader presses. */
  async function runCheck(gather: () => Promise<SealedProof[]>): Promise<void> {
    if (store.get().proof === 'running') return
    store.set({ proof: 'running' })
    try {
      previousHead = heads.load()
      visitSize = undefined
      answers = await gather()
      let result = await walkAll(answers)
      const { sought } = result.promises
      if (sought.length > 0) {
        // Only now, with the head in hand, does the server learn that something was promised.
        answers = [...answers, await fetchAnswer({ entries: sought.slice(0, maxDemanded).join(',') })]
        result = await walkAll(answers, sought.slice(0, maxDemanded))
      }
      performance.mark(checkedMark)
      // Drawing is long work of its own.
      await pause()
      if (!result.item || !isProven(result)) return await applyResult(result)
      const { item } = result
      companies = null
      if (item.handover !== null || item.invitations.length > 0 || facts.companies !== undefined) {
        // Few goods need this part of the script. Until it is done, the page shows all companies as stated, not the first alone.
        const [{ proveCompanies }, { default: texts }] = await Promise.all([
          import('./companies.tsx'),
          loadCompanyTexts[language](),
        ])
        companies = await proveCompanies(item, facts.companies, texts, of => walkHolder(of, result))
      }
      await applyResult(companies?.join(result) ?? result)
    } catch {
      store.set({ proof: 'unreachable', fetched: null })
    }
  }

  /** Walks the proof of a later holder's code; it must be of a log that continues the item's head. */
  async function walkHolder(code: string, { log }: WalkResult): Promise<WalkResult> {
    const answer = await fetchContinuing(of => fetchProof('', of), fetchGrowth, code, log.checkpoint)
    return walk([answer], {
      code,
      language,
      now: Date.now(),
      keys,
      requestKey,
      witnessKeys,
      previousHead: log.checkpoint,
    })
  }

  async function applyResult(result: WalkResult): Promise<void> {
    const { item, window } = store.get()
    // When nothing is known the page stays as it is; when everything is contradicted it shows no item.
    const shownItem = result.item ?? (result.outcome === 'suspicious' ? null : item)
    const nextWindow =
      shownItem && !isWindowProven(window, shownItem) ? initialWindow(shownItem.answer, facts.histories) : window
    await apply({
      walk: result,
      hasPreviousHead: previousHead !== undefined,
      item: shownItem,
      window: nextWindow,
      companies,
      proof: 'done',
      fetched: null,
    })
  }

  async function fetchAll(): Promise<SealedProof[]> {
    const fetched = [await fetchAnswer({})]
    // The gaps on the page are only stated by the server: when there are none, each stage is requested.
    const windows = facts.histories.map(({ stage }) => stage)
    for (const stage of windows.length > 0 ? windows : stageKeys) {
      let after: string | null = ''
      while (after !== null) {
        const part: SealedProof = await fetchAnswer({ stage, limit: allPageSize, ...(after ? { after } : {}) })
        fetched.push(part)
        store.set({ fetched: fetched.reduce((sum, { contents }) => sum + contents.length, 0) })
        after = part.next
      }
    }
    return fetched
  }

  async function loadMore(stage: string, after: string): Promise<void> {
    const { item, window } = store.get()
    const complete = item && item.answer.stages.length >= item.answer.records.total
    if (!complete) {
      const fetched = [...answers, await fetchAnswer({ stage, after, limit: morePageSize })]
      const result = await walkAll(fetched)
      if (!result.item || !isProven(result)) {
        if (result.outcome === 'suspicious') await applyResult(result)
        throw new Error('not proven')
      }
      answers = fetched
      const known = item ? recordIdsOf(item, stage) : []
      const added = recordIdsOf(result.item, stage).filter(recordId => !known.includes(recordId))
      const followed = companies?.join(result) ?? result
      return store.set({ walk: followed, item: followed.item, window: widenWindow(window, stage, added) })
    }
    const recordIds = recordIdsOf(item, stage)
    const next = recordIds.slice(recordIds.indexOf(after) + 1).filter(record => !window.recordIds.includes(record))
    store.set({ window: widenWindow(window, stage, next.slice(0, morePageSize)) })
  }

  return {
    run: () => runCheck(async () => [await fetchFirst()]),
    runAll: () => runCheck(fetchAll),
    loadMore,
    answers: () => answers,
    previousHead: () => previousHead?.signed,
    fetchRecordProof: recordId => fetchAnswer({ records: recordId }),
  }
}
