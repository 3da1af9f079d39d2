import { stageByKey } from '@timbermark/contract/stages'
import { describe, expect, it } from 'vitest'
import { composeBody } from '../outbox/compose.ts'
import { advance } from '../outbox/state-machine.ts'
import { checkReport } from './check.ts'
import { formFields } from './form-model.ts'
import { answersTo, isAnswered, questionsOf } from './questions.ts'
import { type LocalReport, newReport, type ReportContent } from './report.ts'

const now = Date.UTC(2026, 2, 1)
const stage = stageByKey('felling')
const form = { stage, attributes: [], fields: formFields(stage), language: 'en' as const }
const thick = { diameter1: '80', diameter2: '72', length: '6.2', quantity: '1', volume: '4' }

function reportWith(values: Record<string, string>, more: Partial<ReportContent> = {}): LocalReport {
  const report = newReport({ id: 'a', owner: '7', stage: 'felling', operator: 'Demo', now })
  return { ...report, content: { ...report.content, templateId: 5, values, ...more } }
}
const rules = (content: ReportContent) => questionsOf(content, form).map(({ rule }) => rule)

describe('an unlikely value in a report', () => {
  it('is asked about without a network, and no longer once the entry is corrected', () => {
    expect(rules(reportWith(thick).content)).toEqual(['logVolume'])
    expect(rules(reportWith({ ...thick, volume: '2.8' }).content)).toEqual([])
  })

  it('is confirmed by a reason, which is valid for these values only', () => {
    const [question] = questionsOf(reportWith(thick).content, form)
    const answer = { rule: question!.rule, about: question!.about, reason: 'With bark' }
    expect(isAnswered(question!, [answer])).toBe(true)
    expect(isAnswered(question!, [{ ...answer, reason: ' ' }])).toBe(false)
    const [other] = questionsOf(reportWith({ ...thick, volume: '5' }).content, form)
    expect(isAnswered(other!, [answer])).toBe(false)
    expect(answersTo([other!], [answer])).toEqual([])
  })

  it('is sent with its reason, and nothing is sent when nothing was asked', () => {
    const confirmed = [{ rule: 'logVolume' as const, about: '{}', reason: ' With bark ' }]
    expect(composeBody(reportWith(thick, { confirmed }), [])).toMatchObject({
      confirmed: [{ rule: 'logVolume', reason: 'With bark' }],
    })
    expect(composeBody(reportWith(thick, { confirmed: [] }), [])).not.toHaveProperty('confirmed')
  })

  it('is not asked about by the phone when the rule depends on the clock', () => {
    const importing = stageByKey('importCustoms')
    const values = { importDate: '2099-01-01' }
    const content = reportWith(values).content
    expect(questionsOf(content, { ...form, stage: importing, fields: formFields(importing) })).toEqual([])
  })
})

describe('a contradiction', () => {
  it('must be corrected before the report is sent', () => {
    const at = (values: Record<string, string>) =>
      checkReport(reportWith(values).content, form, now).flatMap(({ at, issue }) => (issue ? [[at, issue.error]] : []))
    expect(at({ diameter1: '10', diameter2: '90' })).toContainEqual(['values.diameter2', 'plausible.smallEndWider'])
    expect(at({ length: '1', volume: '5000' })).toContainEqual(['values.volume', 'plausible.logVolumeImpossible'])
  })

  it('is not reported again for a field that is wrong anyway', () => {
    const problems = checkReport(reportWith({ diameter1: '10', diameter2: '9000' }).content, form, now)
    expect(problems.filter(({ at }) => at === 'values.diameter2')).toHaveLength(1)
  })
})

describe('a question of the server', () => {
  const issue = {
    field: 'values.treeSpecies',
    error: 'plausible.speciesOther' as const,
    params: { species: 'IRO', expected: 'OKO' },
    message: 'The species reported is Iroko, but these goods are Okoumé',
  }
  const refused: LocalReport = {
    ...reportWith({ treeSpecies: 'IRO' }),
    state: 'refused',
    refusal: { error: 'stage.unconfirmed', message: '', codes: [], issues: [issue] },
  }
  const reopened = advance(refused, { type: 'correct', now, reportId: 'b' })

  it('is shown in the server’s words when the reporter corrects the report', () => {
    expect(questionsOf(reopened.content, form)).toMatchObject([{ rule: 'speciesOther', message: issue.message }])
  })

  it('disappears once its entry changes', () => {
    expect(rules({ ...reopened.content, values: { treeSpecies: 'OKO' } })).toEqual([])
  })

  it('stays after a second refusal for another reason', () => {
    const refusedAgain: LocalReport = {
      ...reopened,
      state: 'refused',
      refusal: { error: 'stage.documentMissing', message: '', codes: [], issues: [] },
    }
    expect(rules(advance(refusedAgain, { type: 'correct', now, reportId: 'c' }).content)).toEqual(['speciesOther'])
  })

  it('is ignored when the phone runs the rule itself', () => {
    const storedQuestions = [{ issue: { ...issue, error: 'plausible.logVolume' as const }, message: 'x', was: '"IRO"' }]
    expect(rules({ ...reopened.content, asked: storedQuestions })).toEqual([])
  })

  it.each([
    ['time', 'beforeEarlierStage', { time: '2026-05-05T00:00:00.000Z' }],
    ['documentCode', 'paperExpired', { documentCode: 'OTHER' }],
    ['longitude', 'outsideCountry', { position: [1, 2] as [number, number] }],
  ] as const)('about the %s disappears once that changes', (field, rule, change) => {
    const refusal = {
      error: 'stage.unconfirmed',
      message: '',
      codes: [],
      issues: [{ ...issue, field, error: `plausible.${rule}` as const }],
    }
    const { content } = advance({ ...refused, refusal }, { type: 'correct', now, reportId: 'b' })
    expect(rules(content)).toEqual([rule])
    expect(rules({ ...content, ...change })).toEqual([])
  })
})
