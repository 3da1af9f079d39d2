import { dict as dictEn } from '@timbermark/phrases/en/dict'
import { stage as stageEn } from '@timbermark/phrases/en/stage'
import { dict as dictFr } from '@timbermark/phrases/fr/dict'
import { stage as stageFr } from '@timbermark/phrases/fr/stage'
import { dict as dictZh } from '@timbermark/phrases/zh/dict'
import { stage as stageZh } from '@timbermark/phrases/zh/stage'
import { describe, expect, test } from 'vitest'
import { dictionaries } from '../src/dictionaries.ts'
import { type StagePhraseKey, stages } from '../src/stage/stages.ts'

const languages: [string, Record<string, string>][] = [
  ['zh', { ...stageZh, ...dictZh }],
  ['en', { ...stageEn, ...dictEn }],
  ['fr', { ...stageFr, ...dictFr }],
]
const han = /\p{Script=Han}/u

/** Every text that the data ask for, from the data themselves. */
const demanded = [
  ...stages.flatMap(stage => [
    `stage.${stage.key}`,
    `stage.${stage.key}.hint`,
    ...stage.fields.flatMap(field => [
      `stage.field.${field.key}`,
      `stage.group.${field.group}`,
      ...(field.options ?? []).map(option => `stage.option.${option}`),
    ]),
  ]),
  'stage.group.template',
  ...dictionaries.flatMap(one => [one.name, ...one.entries.map(entry => entry.label)]),
]

describe.each(languages)('texts of stages and dictionaries in %s', (language, texts) => {
  test('every demanded text is there and says something', () => {
    for (const key of demanded) expect(texts[key]?.trim(), key).toBeTruthy()
  })

  test('no text is left over that nothing asks for', () => {
    expect(Object.keys(texts).filter(key => !demanded.includes(key))).toEqual([])
  })

  test('every text is in its language', () => {
    const wrong = Object.entries(texts).filter(([, text]) => han.test(text) !== (language === 'zh'))
    expect(wrong).toEqual([])
  })

  test('two fields of one stage never bear the same label, nor two values of one dictionary', () => {
    for (const stage of stages) {
      const labels = stage.fields.map(field => texts[`stage.field.${field.key}`])
      expect(new Set(labels).size, stage.key).toBe(labels.length)
    }
    for (const one of dictionaries) {
      const labels = one.entries.map(entry => texts[entry.label])
      expect(new Set(labels).size, one.type).toBe(labels.length)
    }
  })

  test('the hint is one line that fits a small screen', () => {
    for (const stage of stages) {
      const hint = texts[`stage.${stage.key}.hint`] ?? ''
      expect(hint).not.toContain('\n')
      expect(hint.length, stage.key).toBeLessThanOrEqual(170)
    }
  })
})

test('a missing label does not compile', () => {
  const { 'stage.field.sealNumber': seal, ...rest } = stageEn
  // @ts-expect-error the label of a field is missing
  const incomplete: Record<StagePhraseKey, string> = rest
  expect(incomplete).not.toHaveProperty(['stage.field.sealNumber'])
  expect(seal).not.toBe('')
})
