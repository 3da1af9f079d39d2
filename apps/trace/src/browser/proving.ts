import type { Language } from '@timbermark/contract'
import { stageKeys } from '@timbermark/contract/stage-keys'
import type { SealedProof } from '@timbermark/contract/trace'
import type { LiveState, Store } from '../live.ts'
import { pause } from '../proof/pause.ts'
import type { ProvenItem, Walk, WalkProof } from '../proof/proven.ts'
import type { Facts } from '../types.ts'
import { firstWindow, type Window, widened } from '../window.ts'
import type { Heads } from './heads.ts'

/** So many records are asked for at once, of a whole history and of its next part. */
const ofAll = 100
const ofMore = 20

/** Where the walk of a check ends on the browser's own line of time, for whoever measures it. */
const checkedMark = 'proof-checked'

interface Context {
  code: string
  language: Language
  facts: Facts
  keys: readonly string[]
  /** Verifier keys of witnesses, as they come with the script. */
  witnessKeys: readonly string[]
  heads: Heads
  store: Store
  walk: WalkProof
  /** Makes the browser ready for a walk, until it is asked to be enough; done while the first proof is on its way. Never rejects. */
  rehearse?: (enough: () => boolean) => Promise<unknown>
  /** Shows what a check came to; it stands in the store when this ends. */
  show?: (change: Partial<LiveState>) => Promise<void>
  /** Fetches one answer of `/api/trace/{code}/proof`; `query` begins with `?` or is empty. */
  fetchProof: (query: string) => Promise<SealedProof>
}

export interface Proving {
  /** Checks what the page shows. Never rejects: what happened stands in the store. */
  run(): Promise<void>
  /** Checks every record there is. */
  all(): Promise<void>
  /** Proves the next records of a stage and shows them. Rejects when they cannot be had or proven. */
  more(stage: string, after: string): Promise<void>
  /** The answers that the last check was made of. */
  answers(): readonly SealedProof[]
  /** The head that was seen in an earlier visit or check; undefined when this is the first. */
  seen(): string | undefined
  /** An answer about one record, with its path into the log. */
  ofRecord(recordId: string): Promise<SealedProof>
}

/** Is everything that a window shows still among what was proven? */
function stands({ shown }: Window, { answer }: ProvenItem): boolean {
  const known = new Set(answer.stages.map(({ recordId }) => recordId))
  return shown.length > 0 && shown.every(recordId => known.has(recordId))
}

/** The reader's own check: asks for what it needs, walks it, and keeps what came of it in the store. */
export function createProving({
  code,
  language,
  facts,
  keys,
  witnessKeys,
  heads,
  store,
  walk,
  show = async change => store.set(change),
  rehearse,
  fetchProof,
}: Context): Proving {
  let answers: readonly SealedProof[] = []
  /** Known before this check: the answers of one check are held against it. */
  let seen = heads.seen()

  const ask = (query: Record<string, string | number>) => {
    const wanted = { ...query, ...(seen ? { since: seen.size } : {}) }
    const pairs = Object.entries(wanted).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return fetchProof(pairs.length > 0 ? `?${pairs.join('&')}` : '')
  }

  /** The first proof; until it comes there is nothing to do but to be ready for it. */
  function askFirst(): Promise<SealedProof> {
    const asked = ask({})
    if (answers.length > 0 || !rehearse) return asked
    let here = false
    const come = () => {
      here = true
    }
    asked.then(come, come)
    void rehearse(() => here)
    return asked
  }

  async function judge(given: readonly SealedProof[]): Promise<Walk> {
    const [first, ...rest] = given
    if (!first) throw new Error('nothing to check')
    const found = await walk([first, ...rest], { code, language, keys, witnessKeys, seen: seen?.signed })
    if (found.outcome === 'proven' || found.outcome === 'waiting') heads.keep(found.log.checkpoint)
    return found
  }

  /** One check at a time, whatever the reader presses. */
  async function check(gather: () => Promise<SealedProof[]>): Promise<void> {
    if (store.get().proof === 'running') return
    store.set({ proof: 'running' })
    try {
      seen = heads.seen()
      answers = await gather()
      const found = await judge(answers)
      performance.mark(checkedMark)
      // Drawing is long enough by itself.
      await pause()
      await settle(found)
    } catch {
      store.set({ proof: 'unreachable', fetched: null })
    }
  }

  async function settle(found: Walk): Promise<void> {
    const { item, window } = store.get()
    // Where nothing is known the page stays what it was; where all is contradicted it says nothing.
    const drawn = found.item ?? (found.outcome === 'suspicious' ? null : item)
    const fresh = drawn && !stands(window, drawn) ? firstWindow(drawn.answer, facts.histories) : window
    await show({ walk: found, seen: seen !== undefined, item: drawn, window: fresh, proof: 'done', fetched: null })
  }

  async function everything(): Promise<SealedProof[]> {
    const gathered = [await ask({})]
    // What the page says of gaps is stated: when it tells of none, each stage is asked for.
    const windows = facts.histories.map(({ stage }) => stage)
    for (const stage of windows.length > 0 ? windows : stageKeys) {
      let after: string | null = ''
      while (after !== null) {
        const part: SealedProof = await ask({ stage, limit: ofAll, ...(after ? { after } : {}) })
        gathered.push(part)
        store.set({ fetched: gathered.reduce((sum, { contents }) => sum + contents.length, 0) })
        after = part.next
      }
    }
    return gathered
  }

  async function more(stage: string, after: string): Promise<void> {
    const { item, window } = store.get()
    const known = new Set(item?.answer.stages.map(({ recordId }) => recordId))
    const complete = item && item.answer.stages.length >= item.answer.records.total
    if (!complete) {
      const gathered = [...answers, await ask({ stage, after, limit: ofMore })]
      const found = await judge(gathered)
      if (!found.item || (found.outcome !== 'proven' && found.outcome !== 'waiting')) {
        if (found.outcome === 'suspicious') await settle(found)
        throw new Error('not proven')
      }
      answers = gathered
      const fresh = found.item.answer.stages.filter(record => record.stage === stage && !known.has(record.recordId))
      const wider = widened(
        window,
        stage,
        fresh.map(({ recordId }) => recordId),
      )
      return store.set({ walk: found, item: found.item, window: wider })
    }
    const its = item.answer.stages.filter(record => record.stage === stage).map(({ recordId }) => recordId)
    const next = its.slice(its.indexOf(after) + 1).filter(record => !window.shown.includes(record))
    store.set({ window: widened(window, stage, next.slice(0, ofMore)) })
  }

  return {
    run: () => check(async () => [await askFirst()]),
    all: () => check(everything),
    more,
    answers: () => answers,
    seen: () => seen?.signed,
    ofRecord: recordId => ask({ records: recordId }),
  }
}
