import { describe, expect, it } from 'vitest'
import { type LocalLabelAct, newLabelAct } from '../report/label-act.ts'
import { newReport, type LocalReport } from '../report/report.ts'
import { advance, isAllowed, type OutboxEvent, retryDelay } from './state-machine.ts'

const now = Date.UTC(2026, 2, 1)
const draft = (): LocalReport =>
  newReport({ id: 'a5a4f2f0-0000-4000-8000-000000000001', owner: '7', stage: 'felling', operator: 'Demo', now })
const run = (report: LocalReport, ...events: OutboxEvent[]): LocalReport => events.reduce<LocalReport>(advance, report)
const refusal = { error: 'stage.alreadyLinked', message: 'already linked', codes: [], issues: [] }

describe('the lifecycle of a report on the phone', () => {
  it('goes from draft through waiting and sending to sent, with the same id', () => {
    const sent = run(
      draft(),
      { type: 'queue', now },
      { type: 'start', now },
      { type: 'leave', now },
      { type: 'accepted', now, result: { recordId: '88', acceptedCodes: ['A'], acceptedCount: 1 } },
    )
    expect(sent).toMatchObject({ state: 'sent', recordId: '88', acceptedCodes: ['A'], reportId: draft().reportId })
  })

  it('keeps the same id when it is sent again after a lost connection, so that the server counts it once', () => {
    const retried = run(
      draft(),
      { type: 'queue', now },
      { type: 'start', now },
      { type: 'leave', now },
      { type: 'failed', now, failure: 'network', random: 0 },
    )
    expect(retried).toMatchObject({ state: 'waiting', reportId: draft().reportId, attempts: 1, nextAt: now + 5000 })
  })

  it('does not let a report that may have reached the server be edited', () => {
    const waiting = run(draft(), { type: 'queue', now })
    expect(isAllowed(waiting, 'recall')).toBe(true)
    const doubtful = run(
      waiting,
      { type: 'start', now },
      { type: 'leave', now },
      { type: 'failed', now, failure: 'timeout' },
    )
    expect(isAllowed(doubtful, 'recall')).toBe(false)
    expect(() => advance(doubtful, { type: 'recall', now })).toThrow()
  })

  it('may still be recalled when only the upload of its pictures failed', () => {
    const failed = run(
      draft(),
      { type: 'queue', now },
      { type: 'start', now },
      { type: 'failed', now, failure: 'network' },
    )
    expect(run(failed, { type: 'recall', now }).state).toBe('draft')
  })

  it('gets a new id when a refused report is corrected, and keeps the reasons until it is sent again', () => {
    const refused = run(
      draft(),
      { type: 'queue', now },
      { type: 'start', now },
      { type: 'leave', now },
      { type: 'refused', now, refusal },
    )
    const corrected = run(refused, { type: 'correct', now, reportId: 'b5a4f2f0-0000-4000-8000-000000000002' })
    expect(corrected).toMatchObject({
      state: 'draft',
      reportId: 'b5a4f2f0-0000-4000-8000-000000000002',
      refusal,
      left: false,
    })
    expect(corrected.key).toBe(draft().key)
    expect(run(corrected, { type: 'queue', now }).refusal).toBeUndefined()
  })

  it('is tried again when the page was closed while sending', () => {
    const sending = run(draft(), { type: 'queue', now }, { type: 'start', now })
    expect(run(sending, { type: 'interrupted', now: now + 9 })).toMatchObject({ state: 'waiting', nextAt: now + 9 })
  })

  it('waits for the person, not for a time, when the session has ended', () => {
    const paused = run(
      draft(),
      { type: 'queue', now },
      { type: 'start', now },
      { type: 'failed', now, failure: 'signIn' },
    )
    expect(paused).toMatchObject({ state: 'waiting', failure: 'signIn', attempts: 0, nextAt: now })
  })

  it('is final once sent', () => {
    const sent = { ...draft(), state: 'sent' } as const
    for (const event of ['queue', 'recall', 'retryNow', 'start', 'failed', 'refused', 'correct'] as const)
      expect(isAllowed(sent, event)).toBe(false)
  })
})

describe('the lifecycle of an act on labels', () => {
  const at = now
  const code = (one: string, last?: string) => ({
    code: one,
    at,
    check: { state: 'good' as const },
    ...(last !== undefined && { last }),
  })
  const refused = (codes: readonly string[]): LocalLabelAct => {
    const act = newLabelAct({ id: 'a5a4f2f0-0000-4000-8000-000000000009', owner: '7', now })
    act.content.codes = [code('A'), code('B'), code('C', 'F')]
    const events: OutboxEvent[] = [
      { type: 'queue', now },
      { type: 'start', now },
      { type: 'leave', now },
      {
        type: 'refused',
        now,
        refusal: {
          error: 'code.labelState',
          message: '',
          issues: [],
          codes: codes.map(one => ({ code: one, error: 'code.labelState', message: `${one} is spoiled` })),
        },
      },
      { type: 'correct', now, reportId: 'b' },
    ]
    return events.reduce<LocalLabelAct>(advance, act)
  }
  const states = ({ content }: LocalLabelAct) => content.codes.map(({ check }) => check.state)

  it('is corrected with the reason at each label that was refused', () => {
    expect(refused(['B'])).toMatchObject({ state: 'draft', reportId: 'b', content: { verb: 'activate' } })
    expect(states(refused(['B']))).toEqual(['good', 'refused', 'good'])
    expect(states(refused(['A', 'F']))).toEqual(['refused', 'good', 'refused'])
  })

  it('has its ranges checked again when the refused label is within one', () => {
    expect(states(refused(['D']))).toEqual(['good', 'good', 'unchecked'])
  })
})

describe('waiting between attempts', () => {
  it('doubles from 5 s to at most 10 minutes', () => {
    expect([1, 2, 3, 7, 8, 60].map(n => retryDelay(n, 0))).toEqual([5000, 10_000, 20_000, 320_000, 600_000, 600_000])
  })

  it('is shortened by up to a quarter, never lengthened', () => {
    expect(retryDelay(8, 1)).toBe(450_000)
    expect(retryDelay(1, 0.5)).toBe(4375)
  })
})
