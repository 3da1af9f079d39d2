import { expect, test } from 'vitest'
import { phrase } from '../src/all.ts'
import { chosenLanguage, fill, offeredLanguage } from '../src/index.ts'

test('pages begin in Chinese until somebody chooses (I18-01)', () => {
  expect([null, '', 'de', 'fr', 'en'].map(chosenLanguage)).toEqual(['zh', 'zh', 'zh', 'fr', 'en'])
})

test.each([
  [['fr-CM', 'en'], 'fr'],
  [['ln-CG', 'fr'], 'fr'],
  [['en-GB'], 'en'],
  [['zh-CN', 'fr'], undefined],
  [['de-DE'], undefined],
  [[], undefined],
])('a browser that speaks %j is offered %s', (preferred, offered) => {
  expect(offeredLanguage(null, preferred)).toBe(offered)
})

test('whoever has chosen is offered nothing any more', () => {
  expect(offeredLanguage('zh', ['fr'])).toBeUndefined()
})

test.each([
  ['en', '0', '0 readers'],
  ['en', '1', '1 reader'],
  ['en', '2', '2 readers'],
  ['en', '1,001', '1,001 readers'],
  ['fr', '0', '0 lecture'],
  ['fr', '1', '1 lecture'],
  ['fr', '1,5', '1,5 lecture'],
  ['fr', '2', '2 lectures'],
  ['fr', '1\u202f001', '1\u202f001 lectures'],
  ['zh', '1', '1 次阅读'],
] as const)('in %s a count of %s is said as %s', (language, n, said) => {
  expect(phrase(language, 'news.article.readers', { n })).toBe(said)
})

test('a word that goes by a count nobody gave stays visible', () => {
  expect(fill('{n} {n|code|codes} in {box}', { n: 1 }, 'en')).toBe('1 code in {box}')
  expect(fill('{n|code|codes}', {}, 'en')).toBe('{n|code|codes}')
})
