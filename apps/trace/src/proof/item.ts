import type { Language } from '@timbermark/contract'
import { localizedMembers, wordIn } from '@timbermark/contract/texts'
import { stageKeys } from '@timbermark/contract/stage-keys'
import type { SealedRecall, StageHistory, TraceRecall, TraceStage } from '@timbermark/contract/trace'
import { changesOf } from './changes.ts'
import type { Sealed } from './evidence.ts'
import { publicFile } from './files.ts'
import type { Goods } from './goods.ts'
import { sealedFile } from './kinds.ts'
import type { ProvenItem } from './proven.ts'
import type { ReadRecord } from './records.ts'
import { familyOf, type Walked } from './walked.ts'

export interface Drawn {
  code: string
  serial: number
  language: Language
  goods: Goods
  certification: ProvenItem['answer']['certification']
  records: readonly ReadRecord[]
  withdrawn: ProvenItem['withdrawn']
  /** Entries about records that the answers leave out. */
  hidden: number
}

/** What was proven, in the shape in which pages draw an item. */
export function drawItem(
  walked: Walked,
  { code, serial, language, goods, certification, records, withdrawn, hidden }: Drawn,
): ProvenItem {
  const { request, enterprise, batch, product } = goods
  const { country, factory, batchDate, species } = request.now
  const { name, foreignName, chineseName, latinName, category, description, video } = product.now
  const images = familyOf(product.newest.fields, 'image', /^\d+$/, sealedFile) ?? []
  const recalls = recallsOf(goods, serial, language)
  const stages = records.map(({ stage }) => stage).sort(inOrder)
  const facts: readonly Sealed[] = [request, enterprise, batch, product].map(({ newest }) => newest)
  const opened = [...facts.map(({ given }) => given), ...records.map(({ proven }) => proven)]
  return {
    answer: {
      code,
      status: recalls.some(({ lifted }) => !lifted) ? 'recalled' : batch.now.status === 'voided' ? 'voided' : 'active',
      print: { country, factory, batchDate, species },
      product: {
        ...localizedMembers('name', 'nameIn', wordIn(name, language)),
        foreignName,
        chineseName,
        latinName,
        ...localizedMembers('category', 'categoryIn', wordIn(category, language)),
        description,
        images: images.sort(([a], [b]) => Number(a) - Number(b)).map(([, file]) => publicFile(file)),
        video: video ? publicFile(video) : null,
      },
      batch: { number: batch.now.number, date: batch.now.date, volume: batch.now.volume },
      recalls,
      // What names it in the ledger; its identification stays closed.
      owner: { id: request.now.enterprise, name: enterprise.now.name, active: enterprise.now.active },
      certification,
      stages,
      records: { total: stages.length + hidden, shown: stages.length },
      histories: historiesOf(stages),
    },
    records: new Map(records.map(({ stage, proven }) => [stage.recordId, proven])),
    withdrawn,
    changes: changesOf(goods, language),
    closed: opened.flatMap(({ closed }) => closed).length,
    forgotten: opened.reduce((sum, { forgotten }) => sum + forgotten, 0),
    waitingSince: walked.oldest?.since ?? null,
    waitedMs: walked.oldest?.waitedMs ?? 0,
  }
}

/** Recalls of this code, by its batch's entry and its request's, the newest first. */
function recallsOf({ batch, request }: Goods, serial: number, language: Language): TraceRecall[] {
  const told = (of: TraceRecall['of'], { reason, advice, contact, since, lifted }: SealedRecall): TraceRecall => ({
    of,
    ...localizedMembers('reason', 'reasonIn', wordIn(reason, language)),
    ...localizedMembers('advice', 'adviceIn', wordIn(advice, language)),
    ...localizedMembers('contact', 'contactIn', wordIn(contact, language)),
    since,
    lifted: lifted && { at: lifted.at, ...localizedMembers('reason', 'reasonIn', wordIn(lifted.reason, language)) },
  })
  const own = (request.now.recalls ?? []).filter(({ codes }) =>
    codes.some(([from, to]) => from <= serial && serial < to),
  )
  return [
    ...(batch.now.recalls ?? []).map(recall => told('batch', recall)),
    ...own.map(recall => told('codes', recall)),
  ].sort((a, b) => Date.parse(b.since) - Date.parse(a.since))
}

function inOrder(a: TraceStage, b: TraceStage): number {
  return (
    a.order - b.order || Date.parse(a.happenedAt) - Date.parse(b.happenedAt) || Number(a.recordId) - Number(b.recordId)
  )
}

/** What is left out is told of the whole alone: of which stage it is, nobody knows. */
function historiesOf(stages: readonly TraceStage[]): StageHistory[] {
  return stageKeys.flatMap((stage): StageHistory[] => {
    const its = stages.filter(record => record.stage === stage)
    const [first, last] = [its[0], its.at(-1)]
    return first && last
      ? [
          {
            stage,
            total: its.length,
            shown: its.length,
            firstAt: first.happenedAt,
            lastAt: last.happenedAt,
            before: 0,
            gapAfter: null,
          },
        ]
      : []
  })
}
