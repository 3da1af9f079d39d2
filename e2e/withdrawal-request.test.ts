import type { Language } from '@timbermark/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Scene, sceneIn } from '../apps/server/test/trace/scene.ts'
import { phone } from './support/browser.ts'
import { makeJourney } from './support/journey.ts'
import { act } from './support/office.ts'
import type { Person } from './support/people.ts'
import { button, labelled, named, words } from './support/words.ts'
import { setOffline } from './support/offline.ts'

/** A reporter asks on the phone, the office decides, and the phone shows it. */
const journey = makeJourney({ lasting: true })
const fr = words('fr')
const zh = words('zh')
const reason = 'La grume 17 a été scannée deux fois'

let scene: Scene
let withdrawn: number
let corrected: number
let declined: number

const personOf = ({ accountId, tenantId }: Scene['field']): Person => ({
  id: accountId,
  tenantId,
  userName: '',
  password: '',
})

beforeAll(async () => {
  scene = await sceneIn(journey.site.world, 'ASKING')
  const { codes } = scene.goods
  withdrawn = await scene.report('felling', [codes[0]!])
  corrected = await scene.report('felling', [codes[1]!])
  declined = await scene.report('felling', [codes[2]!])
})

async function openRecord(record: number, language: Language): Promise<Page> {
  const { page } = await journey.visit({
    ...phone,
    as: personOf(scene.field),
    language,
    expected: /ERR_INTERNET_DISCONNECTED|Failed to load resource/,
  })
  await page.goto(`${journey.site.url}/h5/operationLog?record=${record}`)
  return page
}

async function openOffice(address: string, language: Language): Promise<Page> {
  const { page } = await journey.visit({ as: personOf(scene.admin), language })
  await page.goto(journey.site.url + address)
  return page
}

/** Asks on the open page of a record. */
async function ask(
  page: Page,
  language: Language,
  kind: 'withdrawal' | 'correction',
  text: string,
  [entry, value]: readonly string[] = [],
): Promise<void> {
  const t = words(language)
  await page.getByRole('button', { name: t(`h5.change.${kind}`) }).click()
  const dialog = page.getByRole('dialog', { name: t(`h5.change.${kind}`) })
  await dialog.getByRole('button', { name: t('h5.change.send') }).click()
  await dialog.getByText(t('h5.change.missing')).waitFor()
  await dialog.getByLabel(labelled(t(`h5.change.${kind}Reason`))).fill(text)
  if (entry !== undefined && value !== undefined) {
    await dialog.getByLabel(labelled(t('h5.change.add'))).selectOption({ label: entry })
    await dialog.getByLabel(labelled(entry)).fill(value)
  }
  await dialog.getByRole('button', { name: t('h5.change.send') }).click()
  await page.getByText(t(`h5.change.${kind}.waiting`)).waitFor()
}

test('the reporter asks for a withdrawal without a network, and it is sent when there is one', async () => {
  const page = await openRecord(withdrawn, 'fr')
  await page.getByRole('heading', { name: fr('h5.change') }).waitFor()
  await setOffline(page.context(), true)
  await page.getByRole('button', { name: fr('h5.change.withdrawal') }).click()
  const dialog = page.getByRole('dialog', { name: fr('h5.change.withdrawal') })
  await dialog.getByText(fr('h5.change.offline')).waitFor()
  await dialog.getByLabel(labelled(fr('h5.change.withdrawalReason'))).fill(reason)
  await dialog.getByRole('button', { name: fr('h5.submit.offline') }).click()
  await page.getByText(fr('h5.state.waiting')).waitFor()
  await expect.poll(() => page.getByRole('button', { name: fr('h5.change.withdrawal') }).count()).toBe(0)
  await setOffline(page.context(), false)
  await page.getByText(fr('h5.change.withdrawal.waiting')).waitFor()
  await page.getByText(reason).waitFor()
  await page.goto(`${journey.site.url}/h5/operationLog`)
  await page.getByText(fr('h5.change.withdrawal.waiting')).waitFor()
})

test('the office reads the message, and agrees with the reporter’s reason', async () => {
  const page = await openOffice('/stage/change-request', 'fr')
  const bell = page.getByRole('button', { name: named(fr('shell.notices.unread', { n: '\\d+' })) })
  await bell.click()
  await page.getByText(fr('message.changeRequested.title')).first().waitFor()
  await page.keyboard.press('Escape')
  await act(page, fr, new RegExp(reason), fr('stage.change-request.agree.withdrawal'))
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByLabel(labelled(fr('stage.record.reason'))).inputValue()).toBe(reason)
  await dialog.getByRole('button', { name: button(fr('action.void')) }).click()
  await page
    .getByRole('row', { name: new RegExp(reason) })
    .getByText(fr('stage.change-request.status.agreed'))
    .waitFor()
})

test('the phone shows that the report was withdrawn', async () => {
  const page = await openRecord(withdrawn, 'fr')
  await page.getByText(fr('h5.change.about.agreed')).waitFor()
  await page.getByText(fr('h5.change.withdrawal.agreed')).waitFor()
})

test('another request is declined with a remark, which the reporter reads and may answer', async () => {
  const page = await openRecord(declined, 'zh')
  await ask(page, 'zh', 'withdrawal', '重复上报')
  const office = await openOffice(`/stage/record?view=${declined}`, 'zh')
  const drawer = office.getByRole('dialog').first()
  await drawer.getByText(zh('stage.change-request.noticeWithdrawal')).waitFor()
  await drawer.getByRole('button', { name: button(zh('stage.change-request.decline')) }).click()
  const dialog = office.getByRole('dialog', { name: /拒绝关于/ })
  await dialog.getByLabel(labelled(zh('stage.change-request.remark'))).fill('此根原木只上报过一次')
  await dialog.getByRole('button', { name: button(zh('stage.change-request.decline')) }).click()
  await drawer.getByText('此根原木只上报过一次').waitFor()

  await page.reload()
  await page.getByText(zh('h5.change.about.declined')).waitFor()
  await page.getByText('此根原木只上报过一次').waitFor()
  await page.getByRole('button', { name: zh('h5.change.correction') }).waitFor()
})

test('a correction is agreed to in the form that corrects, with the reporter’s words and values in it', async () => {
  const page = await openRecord(corrected, 'zh')
  await ask(page, 'zh', 'correction', '操作人写错了', [zh('h5.operator'), '张伟'])
  const office = await openOffice('/stage/change-request', 'zh')
  await act(office, zh, /操作人写错了/, zh('stage.change-request.agree.correction'))
  const form = office.getByRole('dialog', { name: zh('stage.record.correctTitle') })
  await expect.poll(() => form.getByLabel(labelled(zh('stage.record.reason'))).inputValue()).toBe('操作人写错了')
  await expect.poll(() => form.getByLabel(labelled(zh('stage.record.operator'))).inputValue()).toBe('张伟')
  await form.getByRole('button', { name: button(zh('action.correct')) }).click()
  await office
    .getByRole('row', { name: /操作人写错了/ })
    .getByText(zh('stage.change-request.status.agreed'))
    .waitFor()
  await page.reload()
  await page.getByText(zh('h5.change.correction.agreed')).waitFor()
})

test('a request can be taken back while it waits', async () => {
  const page = await openRecord(declined, 'zh')
  await ask(page, 'zh', 'correction', '还是想更正')
  await page.getByRole('button', { name: zh('h5.change.takeBack') }).click()
  const dialog = page.getByRole('dialog', { name: zh('h5.change.takeBackAsk') })
  await dialog.getByRole('button', { name: zh('h5.change.takeBack') }).click()
  await page.getByText(zh('h5.change.about.takenBack')).waitFor()
})

test('the office sets for how long reporters may ask', async () => {
  const page = await openOffice('/stage/change-request', 'zh')
  await page.getByText(zh('stage.change-request.ruleNow', { n: 48 })).waitFor()
  await page.getByRole('button', { name: zh('stage.change-request.ruleTitle') }).click()
  const dialog = page.getByRole('dialog', { name: zh('stage.change-request.ruleTitle') })
  await dialog.getByLabel(labelled(zh('stage.change-request.ruleLabel'))).fill('0')
  await dialog.getByRole('button', { name: button(zh('action.save')) }).click()
  await page.getByText(zh('stage.change-request.ruleOff')).waitFor()
  const reporter = await openRecord(declined, 'zh')
  await reporter.getByText(zh('h5.change.about.takenBack')).waitFor()
  await expect.poll(() => reporter.getByRole('button', { name: zh('h5.change.correction') }).count()).toBe(0)
})
