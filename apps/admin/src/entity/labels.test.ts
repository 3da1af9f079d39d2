import { createTranslator } from '@timbermark/client'
import { entities, keyOf, type Language, languages, type Listed, searchFields, views } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { expect, test } from 'vitest'
import { fieldLabel, optionLabel } from './labels.ts'

const lists: readonly Listed[] = [...entities, ...views]

/** English words are often those of the code; abbreviations are the same in every language. */
const isSameWord = (language: Language, option: string) => language === 'en' || /^[A-Z]+$/.test(option)

test('every filter of every list, and each of its options, has words in every language', () => {
  const raw: string[] = []
  for (const language of languages) {
    const t = createTranslator(all[language], language)
    for (const list of lists)
      for (const [name, field] of searchFields(list)) {
        const place = `${language} ${keyOf(list)}.${name}`
        if (fieldLabel(t, list, name).includes(`.${name}`)) raw.push(place)
        const options = field.kind === 'flag' ? ['true', 'false'] : field.kind === 'choice' ? field.options : []
        for (const option of options)
          if (optionLabel(t, list, name, option) === option && !isSameWord(language, option))
            raw.push(`${place}.${option}`)
      }
  }
  expect(raw).toEqual([])
})
