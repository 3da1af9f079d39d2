import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { languages, type StageKey } from '@timbermark/contract'
import { stageByKey, stages } from '@timbermark/contract/stages'
import { authorize, circulationOf, makeBatch, makeGoods } from '../apps/server/test/goods.ts'
import type { Caller } from '../apps/server/test/harness.ts'
import { goWithin, openPhone, typeCode } from './support/field.ts'
import { makeJourney } from './support/journey.ts'
import { field, goTo } from './support/office.ts'
import { makePerson, openSession, type Person } from './support/people.ts'
import { aroundTime, expectRead, readProven } from './support/read-trace.ts'
import { reportStageByCall } from './support/report-call.ts'
import {
  type ReportInputs,
  openAndFillForm,
  reportStage,
  type EnteredValues,
  fieldsByHand,
  confirmUnlikelyValues,
  submitAccepted,
} from './support/report-form.ts'
import { words } from './support/words.ts'
import { setOffline } from './support/offline.ts'

/** The whole way of a batch: all stages by phone, then read by buyers in three languages. */
const t = words('en')
const journey = makeJourney()
let tenant: { id: number; deptId: number }
let admin: Caller
let reporter: Person

beforeAll(async () => {
  const { world } = journey.site
  tenant = await world.makeTenant('WHOLEWAY')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  reporter = await makePerson(journey.site, tenant, 'fieldReporter')
  await authorize(
    admin,
    reporter.id,
    stages.map(stage => stage.key),
  )
})

const rows = async (text: string, values: unknown[]) => (await journey.site.world.admin.query(text, values)).rows

/** A batch that goes by this circulation, with what is at hand for its forms. */
async function makeTracedBatch(
  circulationId: number,
): Promise<{ batchId: number; circulationId: number; hand: ReportInputs }> {
  const { world } = journey.site
  const batchId = await makeBatch(world, admin, circulationId)
  const goods = await makeGoods(world, admin, { batchId })
  const { codes } = await makeGoods(world, admin, { batchId, codeType: 'package' })
  const [code, otherCode, parent] = [goods.codes[0]!, goods.codes[40]!, codes[0]!]
  return { batchId, circulationId, hand: { code, otherCode, parent, documentCode: goods.documentCode } }
}

/** Current records of the batch, and whether the ledger mentions each. */
const recordsOf = (batchId: number) =>
  rows(
    `select r.id::int, r.stage, exists (
       select from sealed_content c join ledger_entry e on e.content = c.content
       where c.tenant_id = r.tenant_id and c.kind = 'mention' and c.row_id = r.id) as logged,
       (select count(*)::int from jsonb_object_keys(r.public_values || r.personal_values)) as said
     from stage_record r where r.batch_id = $1 and r.status = 'current' order by r.id`,
    [batchId],
  )

describe('a batch from the forest to the shop', () => {
  let traced: Awaited<ReturnType<typeof makeTracedBatch>>
  const entered = new Map<StageKey, EnteredValues>()

  beforeAll(async () => {
    traced = await makeTracedBatch(await circulationOf(journey.site.world, 'full'))
  })

  test('all 18 stages are reported by phone with all their fields, and are in the ledger', async () => {
    const page = await openPhone(journey, reporter)
    for (const stage of stages) entered.set(stage.key, await reportStage(page, t, stage, traced.hand))
    await expect
      .poll(() => recordsOf(traced.batchId), { message: 'all of it is kept, and in the ledger' })
      .toEqual(
        stages.map(stage => ({
          id: expect.any(Number),
          stage: stage.key,
          logged: true,
          said: fieldsByHand(stage).length,
        })),
      )
  })

  test.each(languages)(
    'a buyer reads every public fact of all 18 in his language, each proven (%s)',
    async language => {
      const page = await readProven(journey, traced.hand.code, language)
      await expectRead(page, language, entered)
      await expect.poll(() => page.locator('.record-corrected, .record-withdrawn').count()).toBe(0)
    },
  )
})

describe('a batch with one stage left out, one reported early, one corrected and one voided', () => {
  const [early, leftOut, taken] = ['felling', 'rawMaterialPurchase', 'dockEntry'] as const
  const circulation = 'Way of the tests'
  const permit = 'PFA-2026-0042'
  const reason = 'Read wrongly'
  let other: Awaited<ReturnType<typeof makeTracedBatch>>
  const entered = new Map<StageKey, EnteredValues>()

  beforeAll(async () => {
    const steps = stages.map(({ key }) => ({ stage: key, required: key !== leftOut }))
    const { data } = await admin.post<{ id: number }>('/stage/circulation', { name: circulation, steps })
    other = await makeTracedBatch(data.id)
  })

  const recordId = async (stage: StageKey) =>
    Number((await recordsOf(other.batchId)).find(record => record.stage === stage)?.id)

  test('the early one is refused by name, at once and after a day without a network, and goes unchanged when it may', async () => {
    const page = await openPhone(journey, reporter, { leaves: true })
    const tooEarly = t('error.stage.tooEarly', { stage: t(`stage.${early}`), first: t('stage.forestSurvey'), n: 1 })
    await goWithin(page, `stage=${early}`)
    await typeCode(page, t, other.hand.code)
    await page.locator('.code-refused').getByText(tooEarly).waitFor()

    // A phone that cannot ask takes the report: the server judges it.
    await setOffline(page.context(), true)
    await page.goto(`${journey.site.url}/h5`)
    const values = await openAndFillForm(page, t, stageByKey(early), other.hand, circulation)
    await page.getByRole('button', { name: t('h5.submit') }).click()
    const question = page.getByRole('dialog', { name: t('h5.ask.title') })
    const waits = page.getByText(t('h5.wait.offline'))
    await waits.or(question).first().waitFor()
    if ((await question.count()) > 0) await confirmUnlikelyValues(page, t)
    await waits.waitFor()
    const report = page.url()
    await setOffline(page.context(), false)
    await page.getByText(tooEarly).first().waitFor()
    await page.getByText(t('h5.report.nothingSaved')).waitFor()
    expect(await recordsOf(other.batchId)).toEqual([])

    entered.set('forestSurvey', await reportStage(page, t, stageByKey('forestSurvey'), other.hand))
    await page.goto(report)
    await page.getByRole('button', { name: t('h5.report.correct') }).click()
    await page.getByRole('heading', { name: `2. ${t(`stage.${early}`)}` }).waitFor()
    await submitAccepted(page, t)
    entered.set(early, values)

    // The form of each stage is filled in above; here the rest is sent as a phone sends it.
    const caller = journey.site.world.caller(await openSession(journey.site, reporter))
    for (const stage of stages)
      if (stage.key !== leftOut && !entered.has(stage.key))
        entered.set(stage.key, await reportStageByCall(journey.site, caller, stage, other.hand, other.circulationId))
    expect((await recordsOf(other.batchId)).map(record => record.stage)).toEqual(
      stages.map(stage => stage.key).filter(key => key !== leftOut),
    )
  })

  test('the office corrects the early one and voids another, each with a reason', async () => {
    const boss = await makePerson(journey.site, tenant, 'enterpriseAdmin')
    const { page } = await journey.enter(boss, `/stage/record?correct=${await recordId(early)}`)
    const form = page.getByRole('dialog', { name: t('stage.record.correctTitle') })
    await field(form, t('stage.field.loggingPermitNumber')).fill(permit)
    await field(form, t('stage.record.reason')).fill(reason)
    await form.getByRole('button', { name: t('action.correct') }).click()
    const question = page.getByRole('dialog', { name: t('h5.ask.title') })
    await question
      .or(page.getByText(t('stage.record.corrected')))
      .first()
      .waitFor()
    if ((await question.count()) > 0) {
      for (const box of await question.getByRole('textbox').all()) await box.fill('As it was')
      await question.getByRole('button', { name: t('h5.ask.confirm') }).click()
    }
    await form.waitFor({ state: 'hidden' })
    entered.set(early, new Map([...entered.get(early)!, ['loggingPermitNumber', permit]]))

    await goTo(page, `/stage/record?view=${await recordId(taken)}`)
    await voidRecord(page)
    entered.delete(taken)
    await expect
      .poll(async () =>
        (await recordsOf(other.batchId))
          .filter(record => record.logged)
          .map(({ stage }) => stage)
          .sort(),
      )
      .toEqual([...entered.keys()].sort())
  })

  async function voidRecord(page: Page): Promise<void> {
    const record = page.getByRole('dialog').first()
    await record.getByRole('button', { name: t('action.void') }).click()
    const form = page.getByRole('dialog', { name: new RegExp(`^${t('action.void')} “${t(`stage.${taken}`)}”`) })
    await field(form, t('stage.record.reason')).fill('Reported of another container')
    await form.getByRole('button', { name: t('action.void') }).click()
    await form.waitFor({ state: 'hidden' })
  }

  test.each(languages)(
    'a buyer reads what was left out, corrected and taken back, each proven (%s)',
    async language => {
      const reader = words(language)
      const page = await readProven(journey, other.hand.code, language)
      await expectRead(page, language, entered)

      const corrected = page.locator('.record-corrected')
      await expect.poll(() => corrected.count()).toBe(1)
      const its = page.locator(`#stage-${early} .record-corrected[data-proof="proven"]`)
      await expect
        .poll(() => its.textContent())
        .toMatch(aroundTime(time => reader('trace.journey.corrected', { time, version: 2 })))
      await expect.poll(() => its.textContent()).toContain(reader('trace.change.reason', { reason }))

      const withdrawn = page.locator('.record-withdrawn')
      await expect.poll(() => withdrawn.count()).toBe(1)
      const back = page.locator(`#stage-${taken} .record-withdrawn[data-proof="proven"]`)
      const n = (await back.getAttribute('data-withdrawn')) ?? ''
      await expect
        .poll(() => back.textContent())
        .toMatch(aroundTime(time => reader('trace.journey.withdrawn', { time, n })))
      const [was] = await rows('select stage, batch_id::int from stage_record where id = $1', [n])
      expect(was, 'the number is that of the record').toEqual({ stage: taken, batch_id: other.batchId })
    },
  )
})
