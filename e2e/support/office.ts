import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, labelled, type Words } from './words.ts'

/** A form field of the back office by its label, with or without the mark of a required one. */
export const field = (form: Locator, label: string) => form.getByLabel(labelled(label))

/** Picks an entry of a list that opens below its field; where it can be searched, by typing. */
export async function choose(form: Locator, label: string, entry: string): Promise<void> {
  const page = form.page()
  const box = page.getByRole('combobox', { name: labelled(label) })
  // Only when its entries have come does a field know whether they are so many that it can be searched.
  await form.locator('.ant-select', { has: box }).locator('.anticon-loading').first().waitFor({ state: 'hidden' })
  const list = page.locator('.ant-select-dropdown:visible')
  if (await form.locator(box).isEditable()) {
    await form.locator(box).fill(entry)
    // The server's answer to what was typed comes later; the list must not change under the pointer.
    const others = list.locator(`.ant-select-item-option:not([title*=${JSON.stringify(entry)} i])`)
    await others.first().waitFor({ state: 'hidden' })
  } else await form.locator(box).click()
  // Only what is open: elsewhere on the page other things may bear the same words.
  await list.getByTitle(entry).last().click()
}

/** Picks entries of a list that stays open until it is closed. */
export async function chooseSeveral(form: Locator, label: string, entries: readonly string[]): Promise<void> {
  for (const entry of entries) await choose(form, label, entry)
  const box = form.getByRole('combobox', { name: labelled(label) })
  // The list takes no notice of leaving until it is done with the pick, and a key may overtake that; no hand is so fast.
  await form.page().evaluate('new Promise(done => requestIdleCallback(done))')
  // Leaving by Tab must not pick one more entry.
  await box.press('Tab')
  // The list of an earlier field may still be closing: none may stay, whichever comes first.
  await form.page().locator('.ant-select-dropdown:visible').first().waitFor({ state: 'hidden' })
}

/** Opens the form of a new record on the list that is shown. */
export async function openForm(page: Page, t: Words, entityName: string): Promise<Locator> {
  await page
    .getByRole('button', { name: t('action.add') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('entity.addTitle', { name: entityName }) })
  await form.waitFor()
  return form
}

/** Saves the form and waits until it is gone. */
export async function save(form: Locator, t: Words): Promise<void> {
  await form.getByRole('button', { name: button(t('action.save')) }).click()
  try {
    await form.waitFor({ state: 'hidden' })
  } catch (error) {
    throw new Error(`not saved: ${await form.innerText()}`, { cause: error })
  }
}

/** Presses an action of a row, whether it is shown or behind "more". */
export async function act(page: Page, t: Words, row: string | RegExp, label: string): Promise<void> {
  const line = page.getByRole('row', { name: row }).first()
  const direct = line.getByRole('button', { name: label, exact: true })
  const more = line.getByRole('button', { name: t('action.more') })
  const inMenu = page.getByRole('menu').getByRole('button', { name: label, exact: true })
  await direct.or(more).first().waitFor()
  if ((await direct.count()) === 0) await more.click()
  // The row may change once more: its action then moves out of the menu.
  await direct.or(inMenu).first().waitFor()
  await ((await inMenu.count()) > 0 ? inMenu : direct).click()
}

/** Goes to an address of the back office within the loaded page, as its own links lead there. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.locator('html').evaluate((root, address) => {
    const view = root.ownerDocument.defaultView
    view.history.pushState(null, '', address)
    view.dispatchEvent(new view.PopStateEvent('popstate'))
  }, address)
  // The open tag follows the address; before that the screen is still the one before.
  await page.locator(`.tags-bar li.active a[href=${JSON.stringify(address)}]`).waitFor({ state: 'attached' })
}

/** Opens a group of the menu until an entry of it is visible. A group of one is shown as its only entry. */
export async function unfold(group: Locator, entry: Locator): Promise<void> {
  await expect
    .poll(async () => {
      if (await entry.isVisible()) return true
      // The group of the open screen unfolds by itself; a click then would fold it again.
      if ((await group.count()) > 0 && (await group.getAttribute('aria-expanded')) === 'false') await group.click()
      return entry.isVisible()
    })
    .toBe(true)
}

/** Goes where the menu leads. */
export async function openMenu(page: Page, t: Words, group: string, entry: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: t('shell.nav.main') })
  const link = menu.getByRole('link', { name: entry, exact: true })
  await unfold(menu.getByRole('menuitem', { name: group }), link)
  await link.click()
  await page.getByRole('heading', { level: 1, name: entry }).waitFor()
}
