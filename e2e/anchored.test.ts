import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages, type Language } from '@timbermark/contract'
import { TestChain } from '../apps/server/test/anchor/development-chain.ts'
import { type Scene, sceneIn } from '../apps/server/test/trace/scene.ts'
import { phone } from './support/browser.ts'
import { makeJourney } from './support/journey.ts'
import { words } from './support/words.ts'

/** An anchored item on a phone in three languages, a node that the reader names, and the same after the chain was cut off. */
let chain: TestChain
const journey = makeJourney({
  lasting: true,
  environment: async () => {
    chain = await TestChain.start()
    const { endpoints, contract, keyFile } = chain.settings()
    return {
      CHAIN_RPC_URLS: endpoints.join(),
      CHAIN_ID: '31337',
      CHAIN_CONTRACT: contract,
      CHAIN_KEY_FILE: keyFile,
      CHAIN_FINALITY: '0',
      CHAIN_EVERY_MINUTES: '0.01',
    }
  },
})
afterAll(() => chain?.stop())

const locales = { zh: 'zh-CN', en: 'en-GB', fr: 'fr-FR' }
let scene: Scene
let code: string
/** How long it took until the item was proven, milliseconds, with the chain and without. */
const took: Record<'with' | 'without', number[]> = { with: [], without: [] }

interface Anchored {
  transaction: string
  size: number
}

const anchorOf = async () =>
  (await scene.world.anonymous.get<{ anchor: Anchored | null }>(`/trace/${code}/proof`)).data.anchor

beforeAll(async () => {
  scene = await sceneIn(journey.site.world, 'ANCHORED')
  code = scene.goods.codes[0]!
  await scene.report('felling', [code])
  await scene.append()
})

/** Opens the item on a phone, and answers the page once it is proven. */
async function openItem(language: Language, chainIs: 'with' | 'without') {
  const { page } = await journey.visit({
    ...phone,
    locale: locales[language],
    expected: /127\.0\.0\.1|ERR_CONNECTION_REFUSED|Failed to load resource/,
  })
  const begun = performance.now()
  await page.goto(`${journey.site.url}/c/${code}`)
  await page.locator('html[data-verdict="proven"]').waitFor({ state: 'attached' })
  took[chainIs].push(performance.now() - begun)
  return page
}

/** What the page says of the anchor, whether the chain runs or not. */
async function expectAnchored(language: Language, chainIs: 'with' | 'without', { transaction }: Anchored) {
  const t = words(language)
  const page = await openItem(language, chainIs)
  await page.getByRole('heading', { name: t('trace.proof.heading.chain') }).waitFor()
  const anchor = page.locator('[data-anchor="31337"]')
  await anchor.getByText(transaction, { exact: true }).waitFor()
  await anchor.getByText(t('trace.proof.anchor.demo')).waitFor()
  const field = page.locator('.newest-record [data-field="transactionFingerprint"]')
  await expect.poll(() => field.getAttribute('data-proof')).toBe(chainIs === 'with' ? 'stated' : 'proven')
  return page
}

test('the server anchors its head, by itself', async () => {
  const { size } = (await scene.world.admin.query('select max(size)::int as size from ledger_checkpoint')).rows[0]
  await expect.poll(async () => (await anchorOf())?.size ?? 0).toBeGreaterThanOrEqual(size)
})

test.each(languages)('an anchored item on a phone says where its ledger stands on the chain (%s)', async language => {
  const page = await expectAnchored(language, 'with', (await anchorOf())!)
  const newest = page.locator('.newest-record [data-field="transactionFingerprint"]')
  await newest.getByText(/^0x[0-9a-f]{64}$/).waitFor()
})

test('a node of the reader’s choice is asked by the browser itself, and no other', async () => {
  const t = words('fr')
  const page = await openItem('fr', 'with')
  const scans = async () => (await scene.world.admin.query('select count(*)::int as n from scan_log')).rows[0].n
  const before = await scans()
  const questions: string[] = []
  page.on('request', request => void (request.url().startsWith(chain.address) && questions.push(request.url())))
  await page.getByText(t('trace.node.heading')).click()
  await page.getByLabel(t('trace.node.label')).fill('rpc.example')
  await page.getByRole('button', { name: t('trace.node.ask') }).click()
  await page.getByText(t('trace.node.wrong')).waitFor()
  // The key that an address may hold stays in the tab.
  await page.getByLabel(t('trace.node.label')).fill(`${chain.address}/?key=SECRET`)
  await page.getByRole('button', { name: t('trace.node.ask') }).click()
  await page.locator('[data-node="confirmed"]').waitFor()
  expect(page.url()).toContain(`node=${encodeURIComponent(chain.address)}`)
  expect(page.url()).not.toContain('SECRET')
  expect(questions.length).toBeGreaterThanOrEqual(3)
  expect(await scans()).toBe(before)
})

test('an address with a node that nobody typed here asks nobody', async () => {
  const { page } = await journey.visit({ ...phone, locale: locales.en, expected: /^$/ })
  await page.goto(`${journey.site.url}/c/${code}?node=${encodeURIComponent(chain.address)}`)
  await page.locator('[data-anchor="31337"]').waitFor()
  await page.locator('html[data-verdict="proven"]').waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('#node').inputValue()).toBe('')
  expect(await page.locator('[data-node]').count()).toBe(0)
})

test('the chain is cut off for an hour: reports are sealed, and the head is older than the log', async () => {
  chain.end()
  await scene.world.admin.query(
    `update chain_anchor set head_time = head_time - interval '1 hour', block_time = block_time - interval '1 hour',
       queued_at = queued_at - interval '1 hour', verified_at = verified_at - interval '1 hour'`,
  )
  const before = (await anchorOf())!
  await scene.report('productInformation', [code])
  await scene.append()
  expect(await anchorOf()).toEqual({ ...before, consistency: expect.anything() })
})

test.each(languages)(
  'the page says the same words then, with the new record proven, and no later (%s)',
  async language => {
    const anchor = (await anchorOf())!
    const page = await expectAnchored(language, 'without', anchor)
    // The new record is in no anchor: its field names the signed head.
    const t = words(language)
    await page
      .locator('.newest-record [data-field="transactionFingerprint"]')
      .getByText(t('trace.proof.field.transactionFingerprint.head'))
      .waitFor()
  },
)

test('nothing became slower by it', () => {
  const median = (all: readonly number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)]!
  // Twice, and a second for whatever else the machine does.
  expect(median(took.without)).toBeLessThan(2 * median(took.with) + 1000)
})
