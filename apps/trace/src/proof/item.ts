import type { Language } from '@timbermark/contract'
import { localizedMembers, wordIn } from '@timbermark/contract/texts'
import { stageKeys } from '@timbermark/contract/stage-keys'
import type { SealedRecall, StageHistory, TraceRecall, TraceStage } from '@timbermark/contract/trace'
import type { ProvenCustody } from './custody.ts'
import type { ProvenCertification } from './certification.ts'
import { listChanges } from './changes.ts'
import type { OpenedContent } from './evidence.ts'
import { toPublicFile } from './files.ts'
import type { ItemFacts } from './item-facts.ts'
import { sealedFile } from './kinds.ts'
import { distinctFiles, toProvenFile } from './proven-files.ts'
import type { ProvenItem } from './proven.ts'
import type { OpenedRecord } from './records.ts'
import { parseFieldFamily, type ProofWalk } from './proof-walk.ts'

export interface ItemParts {
  code: string
  serial: number
  language: Language
  facts: ItemFacts
  certification: ProvenCertification
  label: ProvenItem['answer']['label']
  custody: ProvenCustody
  records: readonly OpenedRecord[]
  withdrawn: ProvenItem['withdrawn']
  /** Number of entries about records that the answers leave out. */
  hidden: number
  hiddenWithdrawals: ProvenItem['hiddenWithdrawals']
}

/** Builds the item from what was proven, in the shape that pages draw. */
export function buildProvenItem(walk: ProofWalk, parts: ItemParts): ProvenItem {
  const {
    code,
    serial,
    language,
    facts,
    certification,
    label,
    custody,
    records,
    withdrawn,
    hidden,
    hiddenWithdrawals,
  } = parts
  const { request, enterprise, batch, product } = facts
  const { country, factory, batchDate, species } = request.current
  const { name, foreignName, chineseName, latinName, category, description, video } = product.current
  const images = (parseFieldFamily(product.newest.fields, 'image', /^\d+$/, sealedFile) ?? [])
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, file]) => file)
  const recalls = collectRecalls(facts, serial, language)
  const stages = records.map(({ record }) => record).sort(compareRecords)
  const contents: readonly OpenedContent[] = [request, enterprise, batch, product].map(({ newest }) => newest)
  const openings = [...contents.map(({ opening }) => opening), ...records.map(({ proof }) => proof)]
  return {
    answer: {
      code,
      status: recalls.some(({ lifted }) => !lifted)
        ? 'recalled'
        : batch.current.status === 'voided'
          ? 'voided'
          : 'active',
      print: { country, factory, batchDate, species },
      product: {
        ...localizedMembers('name', 'nameIn', wordIn(name, language)),
        foreignName,
        chineseName,
        latinName,
        ...localizedMembers('category', 'categoryIn', wordIn(category, language)),
        ...localizedMembers('description', 'descriptionIn', wordIn(description, language)),
        images: images.map(toPublicFile),
        video: video ? toPublicFile(video) : null,
      },
      batch: { number: batch.current.number, date: batch.current.date, volume: batch.current.volume },
      ...(batch.current.transfers && {
        transfers: batch.current.transfers.map(({ batch: number, species, form, volume, at }) => ({
          batch: number,
          ...localizedMembers('species', 'speciesIn', wordIn(species, language)),
          form,
          volume,
          at,
        })),
      }),
      recalls,
      // The enterprise's subject in the ledger; its identification stays closed.
      owner: {
        id: request.current.enterprise,
        ...localizedMembers('name', 'nameIn', wordIn(enterprise.current.name, language)),
        active: enterprise.current.active,
      },
      certification: certification.certification,
      label,
      stages,
      records: { total: stages.length + hidden, shown: stages.length },
      histories: summarizeStages(stages),
    },
    records: new Map(records.map(({ record, proof }) => [record.recordId, proof])),
    files: distinctFiles([
      ...[...images, ...(video ? [video] : [])].map(toProvenFile),
      ...records.flatMap(({ files }) => files),
      ...certification.files,
    ]),
    withdrawn,
    ...custody,
    hiddenWithdrawals,
    serialFrom: request.current.codeFormat === 2 ? 'code' : 'platform',
    changes: listChanges(facts, language),
    closed: openings.flatMap(({ closed }) => closed).length,
    forgotten: openings.reduce((sum, { forgotten }) => sum + forgotten, 0),
    pending: [...walk.pending].sort((a, b) => Date.parse(a.since) - Date.parse(b.since)),
  }
}

/** Recalls of this code from the entries of its batch and its request, the newest first. */
function collectRecalls({ batch, request }: ItemFacts, serial: number, language: Language): TraceRecall[] {
  const toTraceRecall = (
    of: TraceRecall['of'],
    { reason, advice, contact, since, lifted }: SealedRecall,
  ): TraceRecall => ({
    of,
    ...localizedMembers('reason', 'reasonIn', wordIn(reason, language)),
    ...localizedMembers('advice', 'adviceIn', wordIn(advice, language)),
    ...localizedMembers('contact', 'contactIn', wordIn(contact, language)),
    since,
    lifted: lifted && { at: lifted.at, ...localizedMembers('reason', 'reasonIn', wordIn(lifted.reason, language)) },
  })
  const codeRecalls = (request.current.recalls ?? []).filter(({ codes }) =>
    codes.some(([from, to]) => from <= serial && serial < to),
  )
  return [
    ...(batch.current.recalls ?? []).map(recall => toTraceRecall('batch', recall)),
    ...codeRecalls.map(recall => toTraceRecall('codes', recall)),
  ].sort((a, b) => Date.parse(b.since) - Date.parse(a.since))
}

function compareRecords(a: TraceStage, b: TraceStage): number {
  return (
    a.order - b.order || Date.parse(a.happenedAt) - Date.parse(b.happenedAt) || Number(a.recordId) - Number(b.recordId)
  )
}

/** Summarizes the opened records by stage. Records that are left out are known as one number only: their stages are unknown. */
function summarizeStages(stages: readonly TraceStage[]): StageHistory[] {
  return stageKeys.flatMap((stage): StageHistory[] => {
    const stageRecords = stages.filter(record => record.stage === stage)
    const [first, last] = [stageRecords[0], stageRecords.at(-1)]
    return first && last
      ? [
          {
            stage,
            total: stageRecords.length,
            shown: stageRecords.length,
            firstAt: first.happenedAt,
            lastAt: last.happenedAt,
            before: 0,
            gapAfter: null,
          },
        ]
      : []
  })
}
