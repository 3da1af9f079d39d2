import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type GoodsFacts, sumsFor, totalKey } from '@timbermark/contract/plausible'
import type { Report } from '@timbermark/contract/stage-calls'
import { Refusal } from '../../../platform/refusal.ts'
import { type CodeRange, type KnownCode, mergeCodeRanges, rangeOfCode } from '../../code/directory/range-facts.ts'
import type { ActiveRecall } from '../../code/directory/recalls-of-codes.ts'
import { refuseCodes } from '../../code/directory/refuse-codes.ts'
import { checkLabelsUsable } from '../../code/label-life/use-labels.ts'
import { checkReportedParent, type ReportedParent } from '../../code/packing/pack-by-report.ts'
import type { NamedPlot } from '../../material/plot/plots-of-records.ts'
import { checkStageOrder } from '../circulation/check-order.ts'
import { type ReportContext, readOnce, SharedReads } from '../report-context.ts'
import { checkReportPlausibility } from './check-plausibility.ts'
import {
  assertAuthorized,
  assertStageVisible,
  checkCertified,
  checkNotReported,
  checkRecalled,
  checkRequiredPosition,
  checkTime,
  checkValues,
  loadBatch,
  loadDocument,
  loadReportedCodes,
  loadTemplate,
  type UsedTemplate,
} from './checks.ts'
import { type BatchCirculation, checkCirculation } from './circulation.ts'
import { computeReportTimes } from './clock.ts'
import { loadRequestsInScope } from './codes.ts'
import type { CheckedReport } from './effects.ts'
import { loadFactsTogether } from './known-goods.ts'
import { assertSupplierInvited, isSupplier } from '../authorization/supplier-invitations.ts'
import { loadReportedGoods, type ReportedGoods } from './ranges.ts'
import { DrawsOfReports } from './paper-uses.ts'
import { lockNamedPlot } from './named-plot.ts'
import { lockDocuments, type ReliedDocument } from './relied-documents.ts'
import { checkStageOpen } from './stage-open.ts'

/** Reports whose earlier reports are loaded by one statement. */
const factsAtOnce = 200

/** A report whose content is checked, with its goods. */
interface OpenedReport extends ReportedGoods {
  /** Its place in the list. */
  n: number
  context: ReportContext<Report>
  template: UsedTemplate
  document: { id: number }
  values: Record<string, unknown>
  /** The codes that the report lists one by one. */
  named: readonly KnownCode[]
  batch: { id: number; status: string; begun: boolean }
  happenedAt: Date
}

/** Goods of one batch, of one report or of several. */
interface CheckedGoods {
  /** The places of the reports in the list. */
  numbers: readonly number[]
  /** Of the first report: what the checks take from it is the same in all of them. */
  context: ReportContext<Report>
  template: UsedTemplate
  named: readonly KnownCode[]
  codes: readonly KnownCode[]
  ranges: readonly CodeRange[]
  /** When the last of them happened: what passes then has passed before. */
  happenedAt: Date
}

type Outcome = CheckedReport | Refusal

/** Runs a check of one report and notes its refusal. @returns undefined when it was refused */
type Attempt = <Answer>(n: number, check: () => Promise<Answer>) => Promise<Answer | undefined>

/** Every check of a report, in the order in which reporters see their refusals. @throws Refusal */
export async function checkReport(context: ReportContext<Report>): Promise<CheckedReport> {
  const [outcome] = await checkReports([context])
  if (outcome instanceof Refusal) throw outcome
  return outcome!
}

/**
 * Checks reports of one reporter that have the stage, the template and the circulation in common; none of them is written yet. What is
 * the same for all is read once, and goods of one batch are checked together: what passes for all of them passes for each. Volumes count
 * together with those of the reports before.
 * @param onChecked is called with the number of reports that are done
 * @returns for each report the result of its checks, or its refusal
 */
export async function checkReports(
  list: readonly ReportContext<Report>[],
  onChecked: (done: number) => void = () => {},
): Promise<Outcome[]> {
  const reads = list.length > 1 ? new SharedReads() : undefined
  const outcomes: Outcome[] = []
  const attempt: Attempt = async (n, check) => {
    try {
      return await check()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      outcomes[n] = error
      return undefined
    }
  }
  const opened: OpenedReport[] = []
  for (const [n, context] of list.entries()) {
    const report = await attempt(n, () => openReport(reads ? { ...context, reads } : context, n))
    if (report) opened.push(report)
    if (n % 100 === 99) await yieldToEventLoop()
  }
  for (const [{ n, context }, repeated] of Map.groupBy(findRepeatedCodes(opened), ({ later }) => later))
    outcomes[n] = refuseCodes(
      context.language,
      repeated.map(({ code }) => ({ code, error: 'stage.duplicateCode' })),
    )
  const groups = Map.groupBy(
    opened.filter(({ n }) => !outcomes[n]),
    ({ batch }) => batch.id,
  )
  const draws = new DrawsOfReports()
  // In the order of the batches: a common lock order avoids deadlocks between lists.
  for (const [, reports] of [...groups].sort(([a], [b]) => a - b))
    await checkBatch(reports, draws, attempt, (n, checked) => {
      outcomes[n] = checked
      onChecked(Object.keys(outcomes).length)
    })
  onChecked(list.length)
  return outcomes
}

/** The checks of the content of a report, and of its codes by themselves. @throws Refusal */
async function openReport(context: ReportContext<Report>, n: number): Promise<OpenedReport> {
  checkTime(context)
  const { db, actor, body } = context
  await readOnce(context, ['authorized', body.stage], () => assertAuthorized(db, actor, body.stage))
  await assertStageVisible(context)
  const template = await loadTemplate(context)
  checkRequiredPosition(context, template)
  const document = await loadDocument(context)
  const values = await checkValues(context, template)
  const named = await loadReportedCodes(context)
  const goods = await loadReportedGoods(context, named)
  const { happenedAt } = computeReportTimes(body, context.recordedAt)
  await assertSupplierInvited(context, goods.ranges, { stage: context.stage.key, at: happenedAt })
  await checkStageOpen(context, goods.codes)
  const batch = await loadBatch(context, goods.codes)
  return { n, context, template, document, values, named, ...goods, batch, happenedAt }
}

/** Finds the reports that name codes of an earlier one. @returns the first code of each repeated range */
function* findRepeatedCodes(reports: readonly OpenedReport[]): Generator<{ later: OpenedReport; code: string }> {
  const ranges = reports
    .flatMap(report => report.ranges.map(range => ({ ...range, report })))
    .sort((a, b) => a.request - b.request || a.from - b.from)
  let open: typeof ranges = []
  for (const range of ranges) {
    open = open.filter(({ request, to }) => request === range.request && to > range.from)
    for (const other of open) {
      const later = other.report.n < range.report.n ? range.report : other.report
      const ofRequest = later.codes.find(({ entry }) => entry.requestNumber === range.request)!
      if (other.report !== range.report) yield { later, code: ofRequest.codes.code(range.from) }
    }
    open.push(range)
  }
}

/** The checks of reports against what is stored about their batch and their codes. Locks the batch and the documents. */
async function checkBatch(
  reports: readonly OpenedReport[],
  draws: DrawsOfReports,
  attempt: Attempt,
  settle: (n: number, checked: CheckedReport) => void,
): Promise<void> {
  const { context: first, batch } = reports[0]!
  const batchId = batch.id
  const recalls = new Map<number, readonly ActiveRecall[]>()
  const circulations = new Map<number, BatchCirculation>()
  const parents = new Map<number, ReportedParent | undefined>()
  const documents = new Map<number, readonly ReliedDocument[]>()
  const plots = new Map<number, NamedPlot | undefined>()
  const together = (check: GoodsCheck) => (some: readonly OpenedReport[]) => checkTogether(some, check, attempt)
  const each = (check: (report: OpenedReport) => Promise<void>) => (some: readonly OpenedReport[]) =>
    checkEach(some, check, attempt)
  const checks = [
    together(({ context, ranges, happenedAt }) =>
      checkLabelsUsable({ ...context, namedAt: happenedAt, reportedStage: context.stage.key }, ranges),
    ),
    together(({ context, template, named, ranges }) => checkCertified(context, template, named, ranges)),
    together(async ({ context, ranges, numbers }) => {
      const active = await checkRecalled(context, batchId, ranges)
      for (const n of numbers) recalls.set(n, active)
      return active.length === 0 ? undefined : 'askEach'
    }),
    together(({ context, ranges }) => checkNotReported(context, batchId, ranges)),
    each(async ({ n, context, batch }) => void circulations.set(n, await checkCirculation(context, batch))),
    together(({ context, codes, ranges, numbers }) =>
      checkStageOrder(context, batchId, circulations.get(numbers[0]!)!.steps, codes, ranges),
    ),
    each(async ({ n, context, ranges, happenedAt }) => {
      parents.set(
        n,
        await checkReportedParent(context, ranges, {
          filterInScope: requests => loadRequestsInScope(context, requests),
          check: parent =>
            assertSupplierInvited(context, [rangeOfCode(parent)], { stage: context.stage.key, at: happenedAt }),
          packsBesides: !isSupplier(context.actor),
        }),
      )
    }),
    each(async ({ n, context, template, values }) => {
      documents.set(n, await lockDocuments(context, template.attributes, values))
      plots.set(n, await lockNamedPlot(context, template.attributes, values))
    }),
  ]
  let rest = reports
  for (const check of checks) rest = await check(rest)
  const sums = new SumsOfReports(first)
  for (let at = 0; at < rest.length; at += factsAtOnce) {
    const some = rest.slice(at, at + factsAtOnce)
    let facts: Promise<GoodsFacts[]> | undefined
    const loadFacts = () => {
      const goods = some.map(({ n, codes, ranges, values }) => ({
        tenantId: first.actor.tenantId,
        batchId,
        requestIds: [...new Set(codes.map(({ entry }) => entry.requestId))],
        ranges,
        values,
        documents: documents.get(n)!,
        plot: plots.get(n),
        recalled: recalls.get(n)!,
      }))
      facts ??= loadFactsTogether(first.db, first.stage.key, goods)
      return facts
    }
    for (const [place, { n, context, happenedAt: _, ...report }] of some.entries()) {
      const loadKnown = async () => {
        const facts = sums.addTo((await loadFacts())[place]!)
        return { ...facts, papers: draws.addTo(facts.papers) }
      }
      const flags = await attempt(n, () => checkReportPlausibility(context, { ...report, loadKnown }))
      // Also when this report is refused: the later ones are checked together with it too.
      sums.count(report.values)
      draws.count(documents.get(n)!, context, report.values)
      const [circulation, parent] = [circulations.get(n)!, parents.get(n)]
      if (flags) settle(n, { ...report, circulation, parent, documents: documents.get(n)!, plot: plots.get(n), flags })
    }
    await yieldToEventLoop()
  }
}

/** A check of goods. @returns `askEach` when goods of several reports are to be checked one by one */
type GoodsCheck = (goods: CheckedGoods) => Promise<unknown>

/**
 * Checks the goods of all reports at once, and of each half of them when that refuses something. Goods of an invited partner are
 * checked one by one: they may come from several holders.
 * @returns the reports that pass
 */
async function checkTogether(
  reports: readonly OpenedReport[],
  check: GoodsCheck,
  attempt: Attempt,
): Promise<readonly OpenedReport[]> {
  const isInvited = reports.some(({ codes }) => codes.some(({ entry }) => entry.invited))
  if (reports.length < 2 || isInvited)
    return checkEach(reports, async report => void (await check(mergeGoods([report]))), attempt)
  try {
    if ((await check(mergeGoods(reports))) !== 'askEach') return reports
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  const half = Math.ceil(reports.length / 2)
  const passed = await checkTogether(reports.slice(0, half), check, attempt)
  return [...passed, ...(await checkTogether(reports.slice(half), check, attempt))]
}

async function checkEach(
  reports: readonly OpenedReport[],
  check: (report: OpenedReport) => Promise<void>,
  attempt: Attempt,
): Promise<readonly OpenedReport[]> {
  const passed: OpenedReport[] = []
  for (const report of reports)
    if (await attempt(report.n, () => check(report).then(() => true as const))) passed.push(report)
  return passed
}

function mergeGoods(reports: readonly OpenedReport[]): CheckedGoods {
  const [{ context, template, named, codes, ranges, happenedAt }] = reports as [OpenedReport]
  const numbers = reports.map(({ n }) => n)
  if (reports.length === 1) return { numbers, context, template, named, codes, ranges, happenedAt }
  return {
    numbers,
    context,
    template,
    named: reports.flatMap(report => report.named),
    codes: reports.flatMap(report => report.codes),
    ranges: mergeCodeRanges(reports.flatMap(report => report.ranges)),
    happenedAt: new Date(Math.max(...reports.map(report => report.happenedAt.getTime()))),
  }
}

/** Sums over the reports of a list that are checked and not stored yet. */
class SumsOfReports {
  readonly #sums = new Map<string, number>()
  readonly #fields: readonly string[]
  readonly #stage: ReportContext['stage']['key']

  constructor({ stage }: ReportContext) {
    this.#stage = stage.key
    this.#fields = sumsFor(stage.key).flatMap(sum => (sum.stage === stage.key ? sum.field : []))
  }

  count(values: Readonly<Record<string, unknown>>): void {
    for (const field of this.#fields) {
      const key = totalKey(this.#stage, field)
      this.#sums.set(key, (this.#sums.get(key) ?? 0) + Number(values[field] ?? 0))
    }
  }

  /** Facts with these sums added to the stored totals. */
  addTo(facts: GoodsFacts): GoodsFacts {
    if (this.#sums.size === 0) return facts
    return { ...facts, totals: new Map([...facts.totals].map(([key, sum]) => [key, sum + (this.#sums.get(key) ?? 0)])) }
  }
}
