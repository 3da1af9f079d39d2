import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@timbermark/contract'
import { describe, expect, test } from 'vitest'
import { all, words } from '../src/all.ts'
import { fill } from '../src/index.ts'
import { issueSentence } from '../src/issue.ts'
import { setFrench } from './french.ts'
import { sentences } from './sentences.ts'

describe.each(languages)('what is said of a wrong field in %s (ERR-15)', language => {
  const sentenceList = sentences(language)

  test('names every field in words, never by its key', () => {
    expect(sentenceList.length).toBeGreaterThan(900)
    const keys = sentenceList.filter(({ label }) => /^[a-z]|[a-z][A-Z]|_|^\d/.test(label))
    expect(keys.map(({ where, path }) => `${where} ${path}`)).toEqual([])
  })

  test('is a whole sentence: nothing left to fill in, and it begins like one', () => {
    const begins = language === 'zh' ? /^[\p{Script=Han}“H]/u : /^[\p{Lu}“«]/u
    expect(sentenceList.filter(({ text }) => /[{}]/.test(text) || !begins.test(text)).map(({ text }) => text)).toEqual(
      [],
    )
  })
})

test('numbers are written as the language writes them, and one is not several', () => {
  const say = (language: 'en' | 'fr', max: number) =>
    issueSentence(words(language), { field: 'x', error: 'tooManyItems', params: { max } }, 'Photos')
  expect(say('en', 1)).toBe('Photos must have at most one entry')
  expect(say('en', 20_000)).toBe('Photos must have at most 20,000 entries')
  expect(setFrench(say('fr', 20_000))).toContain('20\u202f000')
})

test.each(['en', 'fr'] as const)('what counts one thing says one, in %s (VAL-23, ERR-48)', language => {
  // Those whose count is one as soon as a field takes one file, a wait is nearly over or a parameter says so.
  const counts = {
    'error.fileTooMany': 'max',
    'error.auth.wait': 'seconds',
    'error.plausible.tooFast': 'hours',
    'monitor.job.result.backupCheck': 'hours',
    'monitor.job-log.told.timedOut': 'minutes',
    'message.papersExpiring.text': 'days',
    'message.casesWaiting.text': 'days',
    'message.casesUnassigned.text': 'days',
  } as const
  const several = /\b1 (files|fichiers|seconds|secondes|hours|heures|minutes|days|jours)\b/
  for (const [key, name] of Object.entries(counts))
    expect(fill(all[language][key as keyof typeof counts], { [name]: 1 }, language)).not.toMatch(several)
})

test.each([
  ['zh', '数据导入成功：', '数据导入失败：'],
  ['en', 'Data import succeeded: ', 'Data import failed: '],
  ['fr', 'Import réussi : ', 'L’importation a échoué : '],
] as const)('ERR-26: every import says in %s that it succeeded or failed', (language, succeeded, failed) => {
  const phrases = all[language]
  const beginnings = (keys: readonly (keyof typeof phrases)[]) => keys.map(key => phrases[key])
  for (const beginning of beginnings([
    'system.user.imported',
    'entity.imported',
    'code.import.done',
    'stage.entry.imported',
    'code.foreign.done',
  ]))
    expect(setFrench(beginning)).toContain(setFrench(succeeded))
  for (const beginning of beginnings(['error.importFailed', 'entity.importFaulty']))
    expect(setFrench(beginning)).toContain(setFrench(failed))
})

test('what is wrong with a whole request is not a sentence without its beginning', () => {
  expect(issueSentence(words('en'), { field: '', error: 'required' }, '')).toBe('The request is not valid')
})

test('what a template adds is called as it was called there', () => {
  const issue = { field: 'values.x7', error: 'required', params: { label: 'Moisture' } } as const
  expect(issueSentence(words('en'), issue, 'x7')).toBe('Moisture cannot be empty')
})

/** Texts that the specification prescribes (sections 4, 5 and 8): nobody polishes them. */
test.each([
  ['error.unauthenticated', 'Authentication failed, unable to access system resources'],
  ['error.forbidden', 'The current operation has no permission'],
  ['error.notFound', 'The resource accessed does not exist'],
  ['error.unknown', 'Unknown system error, please report to the administrator'],
  ['shell.transport.network', 'backend interface connection exception'],
  ['shell.transport.timeout', 'system interface request timeout'],
  ['shell.transport.status', 'system interface {status} exception'],
  ['error.code.count', 'must be >= 10000, <= 20000000 or an integer multiple of 10000'],
  ['shell.password.mismatch', 'the passwords entered twice are inconsistent'],
] as const)('%s stays word for word', (key, text) => {
  expect(all.en[key]).toBe(text)
})

test('“cannot be empty” follows the name of what is empty', () => {
  expect(all.en['error.required']).toBe('{label} cannot be empty')
})

test('a page that judges by itself names the field too', () => {
  const root = join(import.meta.dirname, '../../../apps')
  const needLabel = new Set(
    Object.entries<string>(all.en).flatMap(([key, text]) =>
      text.includes('{label}') && key.startsWith('error.') ? [key] : [],
    ),
  )
  const nameless = ['admin/src', 'h5/src'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .flatMap(name =>
        [...readFileSync(join(root, folder, name), 'utf8').matchAll(/\bt\('(error\.[A-Za-z.]+)'([^)]*)\)/g)]
          .filter(([, key, rest]) => needLabel.has(key!) && !rest!.includes('label'))
          .map(([match]) => `${folder}/${name}: ${match}`),
      ),
  )
  expect(nameless).toEqual([])
})

describe('every phrase is set by the rules of its language', () => {
  const wrong = (language: 'zh' | 'en' | 'fr', isWrong: (text: string) => boolean) =>
    Object.entries<string>(all[language]).filter(([, text]) => isWrong(text))

  test('French: one apostrophe, narrow no-break spaces (node packages/phrases/test/french.ts sets them)', () => {
    expect(wrong('fr', text => setFrench(text) !== text)).toEqual([])
    const spaced = /[^\s\u202f<>][;!?»]|«[^\u202f]|[\p{L})]:(\s|$)|\.\.\./u
    expect(wrong('fr', text => spaced.test(text))).toEqual([])
  })

  test('French and English: a refusal begins with a capital', () => {
    const prescribed = new Set(['error.code.count'])
    for (const language of ['en', 'fr'] as const)
      expect(
        Object.entries<string>(all[language]).filter(
          ([key, text]) => key.startsWith('error.') && /^\p{Ll}/u.test(text) && !prescribed.has(key),
        ),
      ).toEqual([])
  })

  test('English: no typewriter quotes or apostrophes in prose', () => {
    expect(wrong('en', text => /\w'\w/.test(text))).toEqual([])
  })

  test('Chinese: full-width punctuation, and no blank beside it', () => {
    const halfWidth =
      /[\p{Script=Han}”）》][,;:!?()"']|[,;!?()"'][\p{Script=Han}“（《]|\.\.\.|[，。；：！？、] | [，。；：！？、]|\p{Script=Han}\.$/u
    expect(wrong('zh', text => halfWidth.test(text))).toEqual([])
  })
})
