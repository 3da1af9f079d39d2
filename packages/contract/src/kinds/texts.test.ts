import { describe, expect, it } from 'vitest'
import { changedText, checkTexts, localizedText, wordIn } from './texts.ts'

const kind = { kind: 'text', max: 10, inLanguages: true } as const

describe('a name in three languages', () => {
  it('is shown in the reader’s language, else in English, Chinese or French, and says in which', () => {
    const texts = { zh: '橡木', fr: 'Chêne' }
    expect(localizedText('fr', '橡木', texts)).toEqual({ text: 'Chêne', in: 'fr' })
    expect(localizedText('en', '橡木', texts)).toEqual({ text: '橡木', in: 'zh' })
    expect(localizedText('fr', 'Oak', { en: 'Oak', zh: '橡木' })).toEqual({ text: 'Oak', in: 'en' })
  })

  it('is everybody’s while nobody said in which language it is', () => {
    expect(localizedText('fr', 'Oak', {})).toEqual({ text: 'Oak' })
    expect(localizedText('zh', 'Oak', { fr: 'Chêne' })).toEqual({ text: 'Oak' })
    expect(wordIn('Oak', 'fr')).toEqual({ text: 'Oak' })
    expect(wordIn({ fr: 'Chêne', und: 'Oak' }, 'zh')).toEqual({ text: 'Oak' })
    expect(wordIn({ fr: 'Chêne' }, 'zh')).toEqual({ text: 'Chêne', in: 'fr' })
  })

  it('refuses each language by itself', () => {
    const faults = checkTexts(kind, { zh: '  ', en: '<i>x</i>', fr: 'x'.repeat(11) })
    expect(faults.map(({ language, fault }) => [language, fault.error])).toEqual([
      ['zh', 'required'],
      ['en', 'pattern'],
      ['fr', 'tooLong'],
    ])
    expect(checkTexts(kind, { en: '', fr: null, zh: '< 12 %' })).toEqual([])
    for (const value of ['x', [], { constructor: 'x' }, { de: 'x' }]) expect(checkTexts(kind, value)).toHaveLength(1)
  })
})

describe('a change of a name', () => {
  const before = { main: '橡木', texts: { zh: '橡木', en: 'Oak' } }

  it('in one language leaves the others', () => {
    expect(changedText(before, { plain: 'White oak', byLanguage: {}, language: 'en' })).toEqual({
      main: '橡木',
      texts: { zh: '橡木', en: 'White oak' },
    })
    expect(changedText(before, { byLanguage: { zh: '白橡木' } })).toEqual({
      main: '白橡木',
      texts: { zh: '白橡木', en: 'Oak' },
    })
  })

  it('is none when what was shown comes back, whoever’s it was', () => {
    for (const language of ['zh', 'en', 'fr'] as const)
      for (const plain of ['橡木', 'Oak'])
        expect(changedText(before, { plain, byLanguage: {}, language })).toEqual(before)
  })

  it('takes a language away that is emptied, but not the last one', () => {
    expect(changedText(before, { plain: '', byLanguage: {}, language: 'zh' })).toEqual({
      main: 'Oak',
      texts: { en: 'Oak' },
    })
    expect(changedText(before, { byLanguage: { zh: '', en: null } })).toBeUndefined()
    expect(changedText({ main: 'Oak', texts: {} }, { plain: ' ', byLanguage: {}, language: 'en' })).toBeUndefined()
    expect(changedText(undefined, { plain: '', byLanguage: { fr: '' }, language: 'en' })).toBeUndefined()
  })

  it('begins with what is given of one that was nowhere', () => {
    const nowhere = { main: '', texts: {} }
    expect(changedText(nowhere, { byLanguage: { fr: 'Chêne' }, language: 'en' })).toEqual({
      main: 'Chêne',
      texts: { fr: 'Chêne' },
    })
    expect(changedText(nowhere, { plain: '', byLanguage: {}, language: 'en' })).toBeUndefined()
  })

  it('keeps of a delivered one only what differs, and forgets it when it is the same again', () => {
    const delivered = { zh: '男', en: 'Male', fr: 'Homme' }
    const stood = { main: '男', texts: {} }
    const renamed = changedText(stood, { plain: 'M.', byLanguage: {}, language: 'fr', delivered })
    expect(renamed).toEqual({ main: '男', texts: { fr: 'M.' } })
    expect(changedText(renamed, { byLanguage: { ...delivered }, language: 'zh', delivered })).toEqual(stood)
    expect(changedText(renamed, { plain: '', byLanguage: {}, language: 'fr', delivered })).toEqual(stood)
  })
})
