import type { StageKey } from '@timbermark/contract'
import { stages } from '@timbermark/contract/stages'

/**
 * A deliberately simple model of goods: lists that are searched from start to end. It uses neither the server nor its
 * database; it implements the rules a second time, independently.
 */

export interface Paper {
  code: string
  id: number
  /** The versions, newest last. */
  versions: { name: string; from: string | null; until: string | null }[]
}

export interface Step {
  stage: StageKey
  required: boolean
}

export interface Firm {
  name: string
  papers: Paper[]
  batches: Batch[]
}

export interface Batch {
  firm: Firm
  id: number
  circulation: number
  /** The order of its stages; with the free order no stage requires another. */
  steps: readonly Step[]
  closed: boolean
}

export interface Request {
  batch: Batch
  id: number
  type: 'item' | 'package' | 'container'
  opensWith: StageKey
  codes: Code[]
}

export interface Code {
  request: Request
  /** Serial within its request, from 0. */
  at: number
  text: string
  /** Requests are large: the last code of the model stands for all following codes, which are only used together. */
  rest?: { last: string; count: number }
  certified: string
  certifier: string | null
  handedInBy: number
  /** The parents that it is and was packed in. */
  stays: Stay[]
}

export interface Stay {
  code: Code
  parent: Code
  since: number
  /** When it was unpacked; undefined while it is packed. A cancelled stay has ended too. */
  until?: number
  never?: boolean
  /** Position among the packings that ended a stay. */
  ended?: number
  by: RecordVersion | undefined
}

/** One version of a record. */
export interface RecordVersion {
  id: number
  /** The same for all versions. */
  first: number
  version: number
  status: 'current' | 'superseded' | 'voided'
  batch: Batch
  stage: StageKey
  codes: readonly Code[]
  at: number
  operator: string
  values: Readonly<Record<string, unknown>>
  paper: { paper: Paper; version: number }
  flags: readonly string[]
  parent: Code | undefined
}

export interface Recall {
  id: number
  firm: Firm
  batch: Batch | undefined
  codes: readonly Code[]
  reports: 'refuse' | 'ask'
  isActive: boolean
}

export const countOf = (codes: readonly Code[]) => codes.reduce((sum, { rest }) => sum + (rest?.count ?? 1), 0)

const levels = { item: 1, package: 2, container: 3 }
const stageOf = (key: StageKey) => stages.find(one => one.key === key)!
const orderOf = (key: StageKey) => stageOf(key).order
export const ofBatch = (key: StageKey) => stageOf(key).reach === 'batch'
const day = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The fields of a stage's input and output volume; some stages have only one. */
export const wood: { [Stage in StageKey]?: { takes?: string; gives?: string } } = {
  felling: { gives: 'volume' },
  forestInspection: { takes: 'volume' },
  rawMaterialPurchase: { takes: 'volume', gives: 'volume' },
  processing: { takes: 'inputVolume', gives: 'outputVolume' },
  factoryEntry: { takes: 'packageVolume' },
  factoryExit: { takes: 'packageVolume', gives: 'packageVolume' },
  dockInspection: { takes: 'volume' },
  packing: { takes: 'volume', gives: 'volume' },
  dockEntry: { takes: 'volume' },
  dockExit: { takes: 'volume' },
  endTransport: { takes: 'volume', gives: 'volume' },
  secondaryProcessing: { takes: 'inputVolume', gives: 'outputVolume' },
}
const piecesCounted: readonly StageKey[] = ['factoryEntry', 'factoryExit', 'dockInspection', 'packing']

/** A report in the form of the model. */
export interface Report {
  stage: StageKey
  circulation: number
  codes: readonly Code[]
  /** The expected error for codes of another enterprise. */
  foreign?: string | false
  at: number
  values: Readonly<Record<string, unknown>>
  paper: { paper: Paper; version: number }
  parent: Code | undefined
  linkCodes: boolean
  confirmed: boolean
}

export class Goods {
  readonly firms: Firm[] = []
  readonly requests: Request[] = []
  readonly versions: RecordVersion[] = []
  readonly recalls: Recall[] = []
  private endings = 0

  readonly current = (): RecordVersion[] => this.versions.filter(one => one.status === 'current')
  readonly codes = (): Code[] => this.requests.flatMap(one => one.codes)

  readonly within = (code: Code): Code | undefined => code.stays.find(stay => stay.until === undefined)?.parent
  /** The parents of a code, nearest first. */
  above(code: Code): Code[] {
    const parent = this.within(code)
    return parent ? [parent, ...this.above(parent)] : []
  }
  readonly inside = (code: Code): Code[] => this.codes().filter(one => this.within(one) === code)
  deepInside(code: Code): Code[] {
    return this.inside(code).flatMap(one => [one, ...this.deepInside(one)])
  }

  /** Records about a code, in display order. */
  speaking(code: Code): RecordVersion[] {
    const who = [code, ...this.above(code)]
    return this.current()
      .filter(one =>
        ofBatch(one.stage) ? one.batch === code.request.batch : one.codes.some(each => who.includes(each)),
      )
      .sort((a, b) => orderOf(a.stage) - orderOf(b.stage) || a.at - b.at || a.first - b.first)
  }

  /** The history of one code: for each stage its own record, else the last one of its batch. */
  life(code: Code): RecordVersion[] {
    const all = stages.flatMap(({ key }) => {
      const its = this.current().filter(one => one.stage === key)
      const ownRecord = its.find(one => one.codes.includes(code))
      if (ownRecord) return [ownRecord]
      const others = its.filter(one => ofBatch(key) && one.batch === code.request.batch)
      others.sort((a, b) => b.at - a.at || b.id - a.id)
      return others.slice(0, 1)
    })
    return all.sort((a, b) => a.at - b.at || a.id - b.id)
  }

  recallsOf(code: Code): Recall[] {
    return this.recalls.filter(one => one.batch === code.request.batch || one.codes.includes(code)).reverse()
  }

  sum(batch: Batch, stage: StageKey, field: string, without?: RecordVersion): number {
    return this.current()
      .filter(one => one.batch === batch && one.stage === stage && one !== without)
      .reduce((sum, one) => sum + Number(one.values[field] ?? 0), 0)
  }

  /** Whether a code has passed a stage that is reported code by code. */
  private passed(code: Code, stage: StageKey): boolean {
    const reported = (one: Code) => this.current().some(record => record.stage === stage && record.codes.includes(one))
    const children = this.inside(code)
    return [code, ...this.above(code)].some(reported) || (children.length > 0 && children.every(reported))
  }

  /** The plausibility questions of a report, in no order. */
  questions(
    report: Pick<Report, 'stage' | 'codes' | 'at' | 'values' | 'paper'>,
    batch: Batch,
    instead?: RecordVersion,
  ): string[] {
    const { stage, codes, at, values } = report
    const questions: string[] = []
    const others = this.current().filter(one => one !== instead)
    const takes = wood[stage]?.takes
    const source = stages
      .filter(({ key, order }) => order < orderOf(stage) && wood[key]?.gives)
      .reverse()
      .find(({ key }) => this.sum(batch, key, wood[key]!.gives!, instead) > 0)
    if (takes && values[takes] && source) {
      const total = this.sum(batch, stage, takes, instead) + Number(values[takes])
      if (total * 10 > this.sum(batch, source.key, wood[source.key]!.gives!, instead) * 11)
        questions.push('volumeAboveEarlier')
    }
    const pieces = this.sum(batch, 'processing', 'productQuantity', instead)
    if (piecesCounted.includes(stage) && values.quantity && pieces > 0)
      if (this.sum(batch, stage, 'quantity', instead) + Number(values.quantity) > pieces)
        questions.push('piecesAboveMade')
    // Two stages of whole batches are compared over the batch, stages of single codes only by these codes.
    const related = others.filter(
      one =>
        one.stage !== stage &&
        one.stage !== 'productInformation' &&
        (one.codes.some(code => codes.includes(code)) || (one.batch === batch && ofBatch(one.stage) && ofBatch(stage))),
    )
    if (stage !== 'productInformation') {
      const isWholeBatch = (one: RecordVersion) => ofBatch(one.stage) && ofBatch(stage)
      const same = (one: RecordVersion) => related.filter(other => other.stage === one.stage)
      const first = (one: RecordVersion) => (isWholeBatch(one) ? Math.min(...same(one).map(each => each.at)) : one.at)
      const last = (one: RecordVersion) => (isWholeBatch(one) ? Math.max(...same(one).map(each => each.at)) : one.at)
      if (related.some(one => orderOf(one.stage) < orderOf(stage) && at + day < first(one)))
        questions.push('beforeEarlierStage')
      if (related.some(one => orderOf(one.stage) > orderOf(stage) && at > last(one) + day))
        questions.push('afterLaterStage')
    }
    const { from, until } = report.paper.paper.versions[report.paper.version - 1]!
    if (until && dayOf(at - day / 2) > until) questions.push('paperExpired')
    if (from && dayOf(at + day / 2) < from) questions.push('paperTooEarly')
    if (!instead && this.recalls.some(one => one.isActive && this.concerns(one, batch, codes)))
      questions.push('recalled')
    return questions
  }

  private readonly concerns = (recall: Recall, batch: Batch, codes: readonly Code[]) =>
    recall.batch === batch || recall.codes.some(code => codes.includes(code))

  /** The expected refusal of a report; undefined when it is accepted. */
  refusal(report: Report): { error: string; questions?: string[] } | undefined {
    const { stage, codes, parent, values } = report
    const [first] = codes
    if (!first) return { error: 'stage.noCodes' }
    if (report.foreign) return { error: report.foreign }
    if (codes.some(code => !(stageOf(stage).levels as readonly number[]).includes(levels[code.request.type])))
      return { error: 'stage.levelTooHigh' }
    if (new Set(codes).size < codes.length) return { error: 'stage.duplicateCode' }
    if (codes.some(code => orderOf(stage) < orderOf(code.request.opensWith))) return { error: 'stage.notOpen' }
    const { batch } = first.request
    if (codes.some(code => code.request.batch !== batch)) return { error: 'stage.batchMixed' }
    if (batch.closed) return { error: 'stage.batchInactive' }
    if (codes.some(code => code.certified !== 'certified')) return { error: 'stage.notCertified' }
    if (this.recalls.some(one => one.isActive && one.reports === 'refuse' && this.concerns(one, batch, codes)))
      return { error: 'stage.recalled' }
    const its = this.current().filter(one => one.stage === stage)
    if (its.some(one => one.codes.some(code => codes.includes(code)))) return { error: 'stage.alreadyLinked' }
    if (report.circulation !== batch.circulation) return { error: 'stage.circulationOther' }
    const place = batch.steps.findIndex(step => step.stage === stage)
    if (place < 0) return { error: 'stage.circulationLacks' }
    const before = batch.steps.slice(0, place).filter(step => step.required && !stageOf(step.stage).optional)
    if (before.some(step => !this.current().some(one => one.batch === batch && one.stage === step.stage)))
      return { error: 'stage.tooEarly' }
    if (before.some(step => !ofBatch(step.stage) && codes.some(code => !this.passed(code, step.stage))))
      return { error: 'stage.codeTooEarly' }
    const packs = this.packingRefusal(report)
    if (packs) return { error: packs }
    if (Number(values.outputVolume ?? 0) > Number(values.inputVolume ?? 0))
      return { error: 'plausible.outputAboveInput' }
    const questions = this.questions(report, batch)
    if (questions.length > 0 && !report.confirmed) return { error: 'stage.unconfirmed', questions: questions }
    if (parent && codes.some(code => this.within(code) !== parent && this.wasIn(code, report.at)))
      return { error: 'code.packedThen' }
    return undefined
  }

  private packingRefusal({ stage, codes, parent, linkCodes }: Report): string | undefined {
    if (!parent) return stage === 'packing' ? 'invalid' : undefined
    const wrong = this.levelRefusal(parent, codes)
    if (wrong) return wrong
    if (codes.some(code => (this.within(code) ?? parent) !== parent)) return 'code.alreadyPacked'
    if (stage !== 'packing' && !linkCodes && codes.some(code => !this.within(code))) return 'stage.linkUnconfirmed'
    return undefined
  }

  private levelRefusal(parent: Code, codes: readonly Code[]): string | undefined {
    if (codes.includes(parent)) return 'stage.cycle'
    return codes.some(code => levels[code.request.type] >= levels[parent.request.type])
      ? 'stage.parentLevel'
      : undefined
  }

  /** Whether it was packed then or later; cancelled stays do not count. */
  private readonly wasIn = (code: Code, at: number) =>
    code.stays.some(({ until, never }) => !never && (until ?? Number.POSITIVE_INFINITY) > at)

  /** Stores an accepted report. @param id of the record */
  report(report: Report, id: number, operator: string): RecordVersion {
    const { batch } = report.codes[0]!.request
    const version: RecordVersion = {
      id,
      first: id,
      version: 1,
      status: 'current',
      batch,
      stage: report.stage,
      codes: report.codes,
      at: report.at,
      operator,
      values: report.values,
      paper: report.paper,
      flags: this.questions(report, batch),
      parent: report.parent,
    }
    this.versions.push(version)
    if (report.parent)
      this.put(
        report.codes.filter(code => !this.within(code)),
        report.parent,
        report.at,
        version,
      )
    return version
  }

  /** The questions about reports that are made together, each as if the ones before were stored already. */
  together(reports: readonly Report[]): string[] {
    const before = this.versions.length
    const questions = reports.flatMap(report => this.report(report, -1, '').flags)
    this.versions.length = before
    return questions
  }

  private put(codes: readonly Code[], parent: Code, since: number, by?: RecordVersion): void {
    for (const code of codes) code.stays.push({ code, parent, since, by })
  }

  private take(codes: readonly Code[], until: number, never = false): void {
    const ended = this.endings++
    for (const code of codes) {
      const stay = code.stays.find(one => one.until === undefined)!
      Object.assign(stay, { until, ended, never: never || until <= stay.since })
    }
  }

  packRefusal(
    parent: Code,
    codes: readonly Code[],
    at: number,
    { repack = false, reason = false, foreign = false },
  ): string | undefined {
    if (foreign) return 'stage.foreignCode'
    const wrong = this.levelRefusal(parent, codes)
    if (wrong) return wrong
    // The parent may belong to any batch, even a closed one: closing concerns the packed goods.
    if (codes.some(code => code.request.batch.closed)) return 'stage.batchInactive'
    const held = codes.filter(code => this.within(code))
    if (held.some(code => !repack || this.within(code) === parent)) return 'code.alreadyPacked'
    if (held.length > 0 && !reason) return 'code.repackReason'
    const now = (code: Code) => code.stays.find(stay => stay.until === undefined)!
    if (held.some(code => now(code).since > at)) return 'code.unpackedTooEarly'
    const then = (code: Code) => code.stays.some(({ until, never }) => until !== undefined && !never && until > at)
    return codes.some(then) ? 'code.packedThen' : undefined
  }

  pack(parent: Code, codes: readonly Code[], at: number): void {
    this.take(
      codes.filter(code => this.within(code)),
      at,
    )
    this.put(codes, parent, at)
  }

  unpackRefusal(parent: Code | undefined, codes: readonly Code[], at: number): string | undefined {
    if (codes.length === 0) return 'code.nothingInside'
    if (codes.some(code => !this.within(code))) return 'code.notPacked'
    if (parent && codes.some(code => this.within(code) !== parent)) return 'code.notInThere'
    const late = codes.some(code => code.stays.find(stay => stay.until === undefined)!.since > at)
    return late ? 'code.unpackedTooEarly' : undefined
  }

  unpack(codes: readonly Code[], at: number): void {
    this.take(codes, at)
  }

  /** The next version of a record, with changes. */
  next(before: RecordVersion, id: number, changes: Partial<RecordVersion>): RecordVersion {
    before.status = 'superseded'
    const version: RecordVersion = {
      ...before,
      ...changes,
      id,
      version: before.version + 1,
      status: changes.status ?? 'current',
    }
    this.versions.push(version)
    // A correction does not change what the report packed; a withdrawal cancels its stays.
    const its = this.codes().flatMap(code => code.stays.filter(stay => stay.by === before))
    for (const stay of its) stay.by = version
    if (version.status === 'voided')
      this.take(
        its.filter(stay => stay.until === undefined).map(stay => stay.code),
        Date.now(),
        true,
      )
    return version
  }

  /** The packing history of a code. */
  history(code: Code): { parentCode: string; since: number; until: number | null; never: boolean }[] {
    return [...code.stays]
      .sort((a, b) => (b.ended ?? Number.POSITIVE_INFINITY) - (a.ended ?? Number.POSITIVE_INFINITY))
      .map(({ parent, since, until, never }) => ({
        parentCode: parent.text,
        since,
        until: until ?? null,
        never: never ?? false,
      }))
  }
}
