import { languages } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { all } from '../src/all.ts'
import { vocabulary } from '../src/vocabulary.ts'

const letter = '[\\p{L}\\p{N}]'

/** Finds a forbidden form: anywhere in Chinese, as whole words elsewhere; all kinds of blanks and apostrophes are alike. */
function finder(language: string, form: string): RegExp {
  const text = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
  if (language === 'zh') return new RegExp(text)
  const isWord = (character: string | undefined) => new RegExp(letter, 'u').test(character ?? '')
  const [before, after] = [isWord(form[0]) ? `(?<!${letter})` : '', isWord(form.at(-1)) ? `(?!${letter})` : '']
  return new RegExp(`${before}${text}${after}`, 'iu')
}

describe.each(languages)('the vocabulary in %s', language => {
  it('is kept by every phrase: screens, refusals, dictionaries, delivered rows, interface docs', () => {
    const forms = vocabulary.flatMap(({ term, [language]: usage }) =>
      (usage?.not ?? []).map(form => ({ term, form, find: finder(language, form), use: usage!.use })),
    )
    const wrong = Object.entries<string>(all[language]).flatMap(([key, text]) =>
      forms.filter(({ find }) => find.test(text)).map(({ form, use }) => `${key}: “${form}” → “${use}”`),
    )
    expect(wrong).toEqual([])
  })

  it('forbids no form that it uses', () => {
    const contradictions = vocabulary.flatMap(({ term, [language]: usage }) =>
      (usage?.not ?? []).filter(form => finder(language, form).test(usage!.use)).map(form => `${term}: ${form}`),
    )
    expect(contradictions).toEqual([])
  })
})

it('finds a forbidden form whatever its blanks and capitals are', () => {
  expect(finder('fr', 'essais : ').test('Essais\u202f: 3')).toBe(true)
  expect(finder('en', 'in all').test('in allowed places')).toBe(false)
  expect(finder('zh', '码段').test('起止码段')).toBe(true)
})
