import type { Page } from 'playwright-core'
import { languages } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type EnterpriseFixture, makeEnterprise } from './support/enterprise.ts'
import { goWithin, openPhone, typeCode } from './support/field.ts'
import { makeJourney } from './support/journey.ts'
import { setOffline } from './support/offline.ts'
import { openProven } from './support/read-trace.ts'
import { labelled, words } from './support/words.ts'

/** One yard measures by Smalian, the mill in China by GB/T 4814; the buyer reads by which rule each figure was made. */
const journey = makeJourney({ lasting: true })
const t = words('en')
let stock: EnterpriseFixture

beforeAll(async () => {
  stock = await makeEnterprise(journey.site, 'RULES')
})

const logs = [
  { rule: 'smalian', measures: { diameter1: '80', diameter2: '72', length: '6.2' }, volume: '2.82' },
  { rule: 'gbt4814', measures: { diameter2: '71.4', length: '6' }, volume: '2.879' },
] as const
const measures = ['diameter1', 'middleDiameter', 'diameter2', 'length'] as const

const outputOf = (page: Page) => page.locator('.log-row-body [data-at$=".values.volume"]')

describe('logs under a measure rule', () => {
  test('are measured on the phone without a network, and the record names the rule', async () => {
    const page = await openPhone(journey, stock.reporter, { leaves: true })
    for (const [place, { rule, measures: sizes, volume }] of logs.entries()) {
      await goWithin(page, 'stage=felling')
      await page.getByRole('button', { name: t('h5.rows.each') }).click()
      await setOffline(page.context(), true)
      await page.getByLabel(labelled(t('stage.field.measureRule'))).selectOption(rule)
      await typeCode(page, t, stock.goods.codes[place]!)
      const row = page.locator('.log-row-body')
      await row.getByLabel(labelled(t('stage.field.treeSpecies'))).selectOption('OKO')
      // The table asks for what the rule needs, and for nothing else.
      const asks = await Promise.all(
        measures.map(async key => ((await row.getByLabel(labelled(t(`stage.field.${key}`))).count()) > 0 ? [key] : [])),
      )
      expect(asks.flat()).toEqual(Object.keys(sizes))
      for (const [key, size] of Object.entries(sizes))
        await row.getByLabel(labelled(t(`stage.field.${key as keyof typeof sizes}`))).fill(size)
      await outputOf(page).getByText(volume, { exact: true }).waitFor()
      const option = t(`stage.option.${rule}`)
      await outputOf(page)
        .getByText(t('h5.rows.volumeByRule', { rule: option }), { exact: true })
        .waitFor()
      await setOffline(page.context(), false)
      await page.getByLabel(labelled(t('h5.documentCode'))).fill(stock.goods.documentCode)
      await page.getByLabel(labelled(t('stage.field.fellingTime'))).fill('2026-01-15T09:30')
      await page.getByLabel(labelled(t('stage.field.loggingPermitNumber'))).fill(`PFA-${place}`)
      await page.getByRole('button', { name: t('h5.submit'), exact: true }).click()
      await page.getByText(t('h5.report.accepted', { n: 1 })).waitFor()
    }
    const { rows } = await journey.site.world.admin.query<{ rule: string; volume: string }>(
      `select public_values ->> 'measureRule' as rule, public_values ->> 'volume' as volume from stage_record
       where tenant_id = $1 order by id`,
      [stock.tenant.id],
    )
    expect(rows).toEqual(logs.map(({ rule, volume }) => ({ rule, volume })))
  })

  test.each(languages)('a buyer reads which rule made the figure (%s)', async language => {
    const reader = words(language)
    for (const [place, { rule, volume }] of logs.entries()) {
      const page = await openProven(journey, stock.goods.codes[place]!, language)
      // Both logs are of the batch: the record of the other one is there too.
      const facts = page.locator('#stage-felling .highlights').filter({ hasText: reader(`stage.option.${rule}`) })
      await facts.waitFor()
      const figure = language === 'fr' ? volume.replace('.', ',') : volume
      await expect.poll(() => facts.textContent()).toContain(figure)
    }
  })
})
