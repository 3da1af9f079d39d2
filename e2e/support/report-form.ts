import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Stage, StageField, StageKey } from '@timbermark/contract'
import { valueFields } from '@timbermark/contract/stages'
import { pdf, png } from '../../apps/server/test/samples.ts'
import { byHand, sampleValue } from '../../packages/contract/test/stage-sample.ts'
import { goWithin, typeCode } from './field.ts'
import { labelled, type Words } from './words.ts'

/** What a reporter has at hand when a form asks for it. */
export interface ReportInputs {
  /** What is reported. */
  code: string
  /** Another code, for fields that ask for one. */
  otherCode: string
  /** What the code is packed in. */
  parent: string
  documentCode: string
}

/** For one field of a stage. */
export type StageInputs<Inputs> = Inputs & { stage: StageKey }

/** What was entered, by field; of pictures and files their names. */
export type EnteredValues = ReadonlyMap<string, unknown>

/** A moment of a stage, as it is entered on a phone in Libreville, and as it is stored. */
export const moment = '2026-03-31T08:30'

/** What a reporter fills in who writes volumes by hand: measure rules are walked in `measure-rules.test.ts`. */
export const fieldsByHand = (stage: Stage): StageField[] => valueFields(stage).filter(byHand)

/** Fills in one field as its kind requires. @returns what was entered */
async function fill(page: Page, field: StageField, hand: StageInputs<Omit<ReportInputs, 'code'>>): Promise<unknown> {
  const at = page.locator(`[data-at="values.${field.key}"]`)
  const typed = async (text: string) => {
    const input = at.locator('input, textarea').first()
    // What the page has counted itself, nobody types.
    if ((await input.getAttribute('readonly')) !== null) return input.inputValue()
    await input.fill(text)
    return text
  }
  switch (field.type) {
    case 'yesNo':
    case 'choice': {
      // Many options are a list.
      const select = at.locator('select')
      if ((await select.count()) > 0) await select.selectOption({ index: 1 })
      else await at.locator('button.option').first().click()
      return field.type === 'yesNo' ? true : field.options?.[0]
    }
    case 'dict':
    case 'country': {
      const wanted = field.type === 'country' ? 'GA' : 'OKO'
      const select = at.locator('select')
      // The first option is empty; the others come with the dictionary.
      await select.locator('option').nth(1).waitFor({ state: 'attached' })
      const has = await select.locator(`option[value="${wanted}"]`).count()
      await select.selectOption(has > 0 ? wanted : { index: 1 })
      return select.inputValue()
    }
    case 'coordinates':
      await at.locator('input').first().fill('0.3901')
      await at.locator('input').last().fill('9.4543')
      return ['9.4543', '0.3901']
    case 'images':
    case 'files': {
      const [name, mimeType, buffer] =
        field.type === 'images' ? ['a.png', 'image/png', png] : ['a.pdf', 'application/pdf', pdf]
      await at
        .locator('input[type=file]')
        .last()
        .setInputFiles({ name: name as string, mimeType: mimeType as string, buffer: buffer as Buffer })
      await at.locator('li').first().waitFor()
      return [name]
    }
    case 'document':
      return typed(hand.documentCode)
    case 'code':
      return typed(hand.otherCode)
    case 'datetime':
      return typed(moment)
    default:
      return typed(String(sampleValue(field, hand.stage)))
  }
}

/** On to the last step of a form, where it is submitted; `at` does what there is to do at each. */
export async function walkSteps(page: Page, t: Words, at: () => Promise<void> = async () => {}): Promise<void> {
  const next = page.getByRole('button', { name: t('h5.steps.next'), exact: true })
  for (;;) {
    await at()
    if ((await next.count()) === 0) return
    await next.click()
  }
}

/**
 * Opens a stage's form and enters all that its vocabulary asks for.
 * @param circulation where the phone cannot ask by which one the batch goes
 */
export async function openAndFillForm(
  page: Page,
  t: Words,
  stage: Stage,
  hand: ReportInputs,
  circulation?: string,
): Promise<EnteredValues> {
  await goWithin(page, `stage=${stage.key}`)
  await page.getByRole('heading', { name: `${stage.order}. ${t(`stage.${stage.key}`)}` }).waitFor()
  await typeCode(page, t, hand.code)
  if (!circulation) await page.locator('.code-good, .code-refused').first().waitFor()
  return fillAllFields(page, t, stage, hand, circulation)
}

/** Enters all that the vocabulary of the form that is open asks for, in addition to its codes. @param circulation as above */
export async function fillAllFields(
  page: Page,
  t: Words,
  stage: Stage,
  hand: Omit<ReportInputs, 'code'>,
  circulation?: string,
): Promise<EnteredValues> {
  if (stage.shape === 'aggregation') await page.locator('[data-at="parentCode"] input').first().fill(hand.parent)
  const open = new Map<string, StageField>(fieldsByHand(stage).map(field => [field.key, field]))
  const entered = new Map<string, unknown>()
  await walkSteps(page, t, async () => {
    const folded = page.locator('.group [aria-expanded="false"]')
    while ((await folded.count()) > 0) await folded.first().click()
    const document = page.locator('[data-at="documentCode"] input')
    if ((await document.count()) > 0) await document.fill(hand.documentCode)
    const goesBy = page.getByLabel(labelled(t('h5.circulation')))
    if (circulation && (await goesBy.count()) > 0) await goesBy.selectOption({ label: circulation })
    for (const [key, field] of open)
      if ((await page.locator(`[data-at="values.${key}"]`).count()) > 0) {
        entered.set(key, await fill(page, field, { ...hand, stage: stage.key }))
        open.delete(key)
      }
  })
  expect([...open.keys()], `${stage.key} asks for its whole vocabulary`).toEqual([])
  return entered
}

/** Submits the form that is open, says that what is unlikely was so, and waits until it is accepted. @param n codes */
export async function submitAccepted(page: Page, t: Words, n = 1): Promise<void> {
  await walkSteps(page, t)
  await page.getByRole('button', { name: t('h5.submit'), exact: true }).click()
  const done = page.getByText(t('h5.report.accepted', { n }))
  const question = page.getByRole('dialog', { name: t('h5.ask.title') })
  await done.or(question).first().waitFor()
  if ((await question.count()) > 0) await confirmUnlikelyValues(page, t)
  await done.waitFor()
}

/** Answers what the phone finds unlikely. */
export async function confirmUnlikelyValues(page: Page, t: Words): Promise<void> {
  const question = page.getByRole('dialog', { name: t('h5.ask.title') })
  for (const reason of await question.getByLabel(t('h5.ask.reason')).all()) await reason.fill('As it was')
  await question.getByRole('button', { name: t('h5.ask.confirm') }).click()
}

/** One stage by phone with all that its vocabulary asks for. */
export async function reportStage(page: Page, t: Words, stage: Stage, hand: ReportInputs): Promise<EnteredValues> {
  const entered = await openAndFillForm(page, t, stage, hand)
  await submitAccepted(page, t)
  return entered
}
