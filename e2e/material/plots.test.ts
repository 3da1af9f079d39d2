import { beforeAll, expect, test } from 'vitest'
import { makeJourney } from '../support/journey.ts'
import { makePerson, type Person } from '../support/people.ts'
import { words } from '../support/words.ts'

/** A clerk imports a file of plots, of which one is wrong, and looks at the outline of another. */
const t = words('en')
const journey = makeJourney()
let clerk: Person

const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
<Placemark><name>Ivindo north</name><Polygon><outerBoundaryIs><LinearRing><coordinates>12.5,0.2 12.51,0.2 12.512,0.205 12.505,0.212 12.5,0.21</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
<Placemark><name>Bow tie</name><Polygon><outerBoundaryIs><LinearRing><coordinates>12,0 12.01,0.01 12.01,0 12,0.01 12,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
</Document></kml>`

beforeAll(async () => {
  const tenant = await journey.site.world.makeTenant('PLOTS')
  clerk = await makePerson(journey.site, tenant, 'enterpriseAdmin')
})

test('the preview says what is repaired and what is wrong, and the faultless plot is drawn', async () => {
  const { page } = await journey.enter(clerk, '/material/plot')
  await page.getByRole('button', { name: t('action.import') }).click()
  const dialog = page.getByRole('dialog', { name: t('material.plot.importTitle') })
  await dialog.getByLabel(t('material.plot.country')).fill('Gabon')
  await page.getByRole('option', { name: 'Gabon' }).or(page.getByTitle('Gabon')).last().click()
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'plots.kml',
    mimeType: 'application/vnd.google-earth.kml+xml',
    buffer: Buffer.from(kml),
  })
  await dialog.getByRole('row', { name: 'Bow tie' }).getByText('The outline crosses itself').waitFor()
  await dialog.getByRole('row', { name: 'Ivindo north' }).getByText(t('material.plot.repair.closed')).waitFor()
  await dialog.getByRole('button', { name: 'Store 1 plot' }).click()
  await dialog.getByText('1 plot stored').waitFor()
  await dialog
    .getByRole('button', { name: t('action.close') })
    .last()
    .click()
  await page.getByRole('button', { name: 'Ivindo north' }).click()
  await page.getByRole('img', { name: /^Outline of Ivindo north/ }).waitFor()
  await page.getByText(t('material.plot.noOverlaps')).waitFor()
  await expect.poll(() => page.getByText('Bow tie').count()).toBe(0)
})
