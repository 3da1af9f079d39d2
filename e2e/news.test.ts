import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { png } from '../apps/server/test/samples.ts'
import { makeJourney, type Visit } from './support/journey.ts'
import { act, choose, openForm } from './support/office.ts'
import { makePerson, type Person } from './support/people.ts'
import { button, exactly, type Words, words } from './support/words.ts'

const [t, fr] = [words('en'), words('fr')]
const journey = makeJourney({ lasting: true })

const titles = { en: 'Okoumé prices are stable', fr: 'Les prix de l’okoumé sont stables', zh: '奥古曼价格平稳' }
const texts = { en: 'Stable since June.', fr: 'Stables depuis juin.', zh: '六月以来平稳。' }
const reason = 'The figures were of last year'

let editor: Person
let reader: Person
let desk: Visit
let reading: Visit
let id: number

beforeAll(async () => {
  const { world } = journey.site
  const tenant = await world.makeTenant('READER')
  editor = await makePerson(journey.site, { id: 1, deptId: null }, 'platformOperator')
  reader = await makePerson(journey.site, tenant, 'trader')
  const operator = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  await operator.post('/news/category', { name: 'Prices', orderNum: 1, status: '0' })
  reading = await journey.visit({ as: reader, language: 'fr' })
})

/** What an app is answered that asks for the article in a language, always as the same reader. */
async function ask(language: string) {
  const answer = await reading.page.request.get(`${journey.site.url}/api/news/public/${id}`, {
    headers: { 'accept-language': language },
  })
  return answer.json()
}

/** The open preview, switched to each language in turn. */
async function previewed(page: Page, t: Words, languages: readonly ('zh' | 'en' | 'fr')[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('menu.news.preview') })
  for (const language of languages) {
    await dialog
      .getByRole('radiogroup', { name: t('news.article.readIn') })
      .getByText(t(`field.language.${language}`))
      .click()
    await dialog.getByRole('heading', { name: titles[language] }).waitFor()
    await dialog.getByText(texts[language]).waitFor()
    for (const other of ['zh', 'en', 'fr'] as const)
      if (other !== language)
        await expect
          .poll(() => dialog.getByText(texts[other]).count(), { message: `${other} beside ${language}` })
          .toBe(0)
  }
}

async function leave(page: Page, t: Words): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: t('menu.news.preview') }).waitFor({ state: 'hidden' })
}

test('an article is written in three languages and previewed in each, before anything of it is stored', async () => {
  desk = await journey.enter(editor, '/news/article')
  const { page } = desk
  const form = await openForm(page, t, t('news.article'))
  const at = (label: string) => form.getByLabel(exactly(label))
  const inLanguage = (language: 'zh' | 'fr') =>
    t('field.inLanguage', { label: t('news.article.title'), language: t(`field.language.${language}`) })
  await at(t('news.article.title')).fill(titles.en)
  await form.getByRole('button', { name: `${t('entity.otherLanguages')}: ${t('news.article.title')}` }).click()
  await at(inLanguage('zh')).fill(titles.zh)
  await at(inLanguage('fr')).fill(titles.fr)
  await choose(form, t('news.article.categoryId'), 'Prices')
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: png })
  await form.getByRole('img', { name: 'cover.png' }).waitFor()
  await at(t('news.article.content')).pressSequentially(texts.en)
  await choose(form, t('news.article.language'), t('news.article.language.en'))
  await form
    .getByRole('button', { name: t('news.article.otherLanguages'), exact: true })
    .last()
    .click()
  await at(t('news.article.contentZh')).pressSequentially(texts.zh)
  await at(t('news.article.contentFr')).pressSequentially(texts.fr)

  await form.getByRole('button', { name: button(t('menu.news.preview')) }).click()
  await previewed(page, t, ['fr', 'zh', 'en'])
  expect((await journey.site.world.admin.query('select 1 from article')).rowCount).toBe(0)
  await leave(page, t)

  await form.getByRole('button', { name: button(t('action.save')) }).click()
  await form.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: titles.en }).getByText(t('news.article.status.draft')).waitFor()
  const { rows } = await journey.site.world.admin.query<{ id: string }>('select id from article')
  id = Number(rows[0]!.id)
})

test('nobody reads the draft; published, readers of two languages each get theirs, and one reader counts once', async () => {
  expect(await ask('en')).toMatchObject({ code: 404 })
  const { page } = desk
  await act(page, t, titles.en, t('news.article.publish'))
  const question = page.getByRole('dialog', { name: t('news.article.publishTitle', { name: titles.en }) })
  await question.getByRole('button', { name: button(t('news.article.publish')) }).click()
  await page.getByRole('row', { name: titles.en }).getByText(t('news.article.status.published')).waitFor()

  for (const language of ['fr', 'en'] as const) {
    const { data } = await ask(language)
    expect(data).toMatchObject({ title: titles[language], titleIn: language, contentIn: language })
    expect(data.content).toContain(texts[language])
  }
  await page.reload()
  await act(page, t, titles.en, t('menu.news.preview'))
  await page
    .getByRole('dialog', { name: t('menu.news.preview') })
    .getByText(t('news.article.readers', { n: 1 }))
    .waitFor()
  await leave(page, t)
})

test('an enterprise reads it in its own language, and in another by a word', async () => {
  const { page } = reading
  await page.goto(`${journey.site.url}/news/article`)
  await act(page, fr, titles.fr, fr('menu.news.preview'))
  const dialog = page.getByRole('dialog', { name: fr('menu.news.preview') })
  await dialog.getByRole('heading', { name: titles.fr }).waitFor()
  await previewed(page, fr, ['en', 'fr'])
  await leave(page, fr)
})

test('withdrawn with a reason, nobody reads it any more, and the reason is the operator’s alone', async () => {
  const { page } = desk
  await act(page, t, titles.en, t('news.article.withdraw'))
  const dialog = page.getByRole('dialog', { name: t('news.article.withdrawTitle', { name: titles.en }) })
  await dialog.getByRole('button', { name: button(t('news.article.withdraw')) }).click()
  await dialog.getByText(t('error.required', { label: t('news.article.withdrawReason') })).waitFor()
  await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: button(t('news.article.withdraw')) }).click()
  await page.getByRole('row', { name: titles.en }).getByText(t('news.article.status.withdrawn')).waitFor()

  for (const language of ['en', 'fr'] as const) {
    const answer = await ask(language)
    expect(answer.code).toBe(404)
    expect(JSON.stringify(answer)).not.toContain(texts[language])
  }
  const { page: office } = reading
  await office.reload()
  await office.locator('.ant-empty:visible').first().waitFor()
  expect(await office.content()).not.toContain(titles.fr)
  expect(await office.content()).not.toContain(reason)
})

test('a draft with a moment is read by nobody before it and by everybody from it on, though no one presses anything', async () => {
  const { page } = desk
  const { admin } = journey.site.world
  const title = 'Sapelli prices are falling'
  const form = await openForm(page, t, t('news.article'))
  const at = (label: string) => form.getByLabel(exactly(label))
  await at(t('news.article.title')).fill(title)
  await choose(form, t('news.article.categoryId'), 'Prices')
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: png })
  await form.getByRole('img', { name: 'cover.png' }).waitFor()
  await at(t('news.article.content')).pressSequentially('Down since May.')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await at(t('news.article.publishAt')).fill(`${tomorrow} 08:00:00`)
  // Enter takes the moment and saves the form.
  await at(t('news.article.publishAt')).press('Enter')
  await form.waitFor({ state: 'hidden' })
  const row = page.getByRole('row', { name: title })
  await row.getByText(t('news.article.status.draft')).waitFor()

  const { rows } = await admin.query<{ id: string; planned: boolean }>(
    `select id, publish_at > now() as planned from article where title = $1`,
    [title],
  )
  expect(rows).toMatchObject([{ planned: true }])
  const read = async () => {
    const answer = await reading.page.request.get(`${journey.site.url}/api/news/public/${rows[0]!.id}`)
    return answer.json()
  }
  expect(await read()).toMatchObject({ code: 404 })
  // The moment comes.
  await admin.query(`update article set publish_at = now() - interval '1 minute' where id = $1`, [rows[0]!.id])
  expect(await read()).toMatchObject({ code: 200, data: { title } })
  await page.reload()
  await row.getByText(t('news.article.status.published')).waitFor()
})
