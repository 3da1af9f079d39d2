import type { StageKey } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import type { CodeCheck, ScannedCode } from '../report/report.ts'
import { otherProposedStage } from './other-stage.tsx'

const entry = (code: string, check: CodeCheck): ScannedCode => ({ code, at: 0, check })
const good = (code: string, proposed?: StageKey, count?: number) => entry(code, { state: 'good', proposed, count })

describe('codes that propose another stage', () => {
  it('lead to the stage that most of them propose; a range counts as many codes as it has', () => {
    const codes = [good('A', 'packing'), good('B', 'packing'), good('C', 'dockEntry', 26), good('D', 'felling')]
    expect(otherProposedStage('felling', codes)).toEqual({ stage: 'dockEntry', codes: [codes[2]] })
  })

  it('also lead there when they are refused for the reported stage, when it helps most', () => {
    const closed = entry('A', { state: 'refused', error: 'stage.notOpen', message: '', proposed: 'factoryEntry' })
    expect(otherProposedStage('felling', [closed])?.stage).toBe('factoryEntry')
  })

  it('lead nowhere when they are unchecked, propose nothing, or propose the reported stage', () => {
    expect(otherProposedStage('felling', [entry('A', { state: 'unchecked' }), good('B'), good('C', 'felling')])).toBe(
      undefined,
    )
  })
})
