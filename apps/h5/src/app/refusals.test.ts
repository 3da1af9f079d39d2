import { createTranslator } from '@timbermark/client'
import { type ErrorKey, errors, type Issue, type Language, languages } from '@timbermark/contract'
import { issueSentence, type Phrases, pathLabel } from '@timbermark/phrases'
import { all, phrase, words } from '@timbermark/phrases/all'
import { describe, expect, test } from 'vitest'
import en from '../phrases/en.ts'
import fr from '../phrases/fr.ts'
import zh from '../phrases/zh.ts'
import { firstRefusalReason, issueLine, refusalText } from './texts.ts'

const pagePhrases = { zh, en, fr } as unknown as Record<Language, Phrases>
const keys = Object.keys(errors) as ErrorKey[]

/** Parameters that are keys, as the server sends them, and numbers. */
const keyParams = {
  name: 'stage.circulation.free',
  stage: 'stage.felling',
  wants: 'stage.felling',
  unit: 'unit.pieces',
} as const

/** Every placeholder of a refusal with a value: a key where the server sends keys, otherwise a number. */
function paramsOf(key: ErrorKey): Record<string, string | number> {
  const names = [...all.en[`error.${key}`].matchAll(/\{(\w+)/g)].map(([, name]) => name!)
  // Findings name a stage without its prefix.
  const ofFinding = key.startsWith('plausible.') ? { stage: 'felling' } : {}
  const known: Record<string, string> = { ...keyParams, ...ofFinding }
  return Object.fromEntries(names.map(name => [name, known[name] ?? 7]))
}

const issueOf = (key: ErrorKey): Issue => ({ field: 'circulationId', error: key, params: paramsOf(key) })

/** The issue as the server answers it: with its own sentence. */
const answered = (language: Language, key: ErrorKey): Issue => {
  const texts = words(language)
  const message = issueSentence(texts, issueOf(key), pathLabel(texts, 'circulationId', 'stage.report'))
  return Object.assign(issueOf(key), { message })
}

/** Keys (`stage.circulation.free`), names of fields (`circulationId`) and unfilled placeholders are no words of people. */
const programWord = /\b[a-z]+(?:\.[a-z]\w*)+\b|\b(?!i[PO]|m[Ww]h)[a-z]+[A-Z]\w*|[{}]|undefined|\[object/
/** Examples of addresses and files, which look like keys. */
const example =
  /(?:name|nom)@exemple?\.(?:com|fr)|name@example\.com|[\w.-]+\.(?:txt|csv|xlsx|pdf|json|com|org)|pages\/index\/index|npm \S+/g

const faulty = (text: string) => text === '' || programWord.test(text.replace(example, ''))

describe.each(languages)('every refusal in %s', language => {
  const t = createTranslator(pagePhrases[language], language)

  test('of a field is the server’s sentence, in the report and in the log', () => {
    const wrong = keys.filter(key => {
      const issue = answered(language, key)
      const { message } = issue as Issue & { message: string }
      const refusal = { error: 'invalid', message: '', issues: [issue], codes: [] } as never
      return issueLine(t, issue) !== message || firstRefusalReason(t, refusal) !== message || faulty(message)
    })
    expect(wrong).toEqual([])
  })

  test('without the server’s sentence has no key and no program word', () => {
    expect(keys.map(key => issueLine(t, issueOf(key))).filter(faulty)).toEqual([])
    expect(keys.map(key => refusalText(t, { error: key, message: '' }, { code: '7' })).filter(faulty)).toEqual([])
  })

  test('of a call as a whole has no key and no program word', () => {
    const texts = words(language)
    const inWords = (key: ErrorKey) =>
      Object.fromEntries(
        Object.entries(paramsOf(key)).map(([name, value]) => [
          name,
          typeof value === 'string' && texts.has(value) ? texts.from(value) : value,
        ]),
      )
    expect(keys.map(key => phrase(language, `error.${key}`, inWords(key))).filter(faulty)).toEqual([])
  })
})

test('a circulation is named, where the page has its words, and never by its key', () => {
  const issue: Issue = { field: 'circulationId', error: 'stage.circulationWants', params: keyParams }
  const t = createTranslator(pagePhrases.fr, 'fr')
  expect(issueLine(t, issue)).toBe(all.fr['error.invalid'])
  const office = createTranslator(all.fr, 'fr')
  expect(issueLine(office, issue)).toContain(all.fr['stage.circulation.free'])
})
