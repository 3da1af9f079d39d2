import { expect, test } from 'vitest'
import { chosenLanguage, offeredLanguage } from '../src/index.ts'

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
