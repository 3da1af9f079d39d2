import { describe, expect, test } from 'vitest'
import { item, longItem } from '../src/fixtures/journey.ts'
import { initialWindow, widenWindow, applyWindow } from '../src/record-window.ts'

const code = '0MANYXXXXXXXXXXXXXX0'
const server = longItem(code, 40)
const stated = server.histories.filter(({ shown, total }) => shown < total)
/** As a walk gives it: of a stage nobody knows how many records are left out. */
const walked = {
  ...server,
  histories: server.histories.map(history => ({ ...history, total: history.shown, before: 0, gapAfter: null })),
}
const felling = (drawn: ReturnType<typeof applyWindow>) => drawn.histories.find(({ stage }) => stage === 'felling')!

describe('what stands on the page of a long history', () => {
  test('is at first what the server answered, with the gap where it was', () => {
    const drawn = applyWindow(walked, initialWindow(walked, stated), stated)
    expect(drawn.stages).toEqual(server.stages)
    expect(felling(drawn)).toMatchObject({ total: 40, shown: 8, before: 0, gapAfter: '5103' })
    expect(drawn.records).toEqual(server.records)
  })

  test('grows at its gap, and has none when everything is there', () => {
    const more = longItem(code, 40, '5103')
    const next = more.stages.filter(({ stage }) => stage === 'felling').map(({ recordId }) => recordId)
    const wider = widenWindow(initialWindow(walked, stated), 'felling', next.slice(0, 5))
    const fellings = [...walked.stages, ...more.stages].filter(({ stage }) => stage === 'felling')
    const others = walked.stages.filter(({ stage }) => stage !== 'felling')
    const inOrder = fellings.toSorted((a, b) => Number(a.recordId) - Number(b.recordId))
    const grown = { ...walked, stages: [...others, ...inOrder] }
    expect(felling(applyWindow(grown, wider, stated))).toMatchObject({ shown: 13, gapAfter: '5108' })

    const whole = item(code)
    const window = initialWindow(whole, [])
    expect(applyWindow(whole, window, []).histories.every(({ gapAfter }) => gapAfter === null)).toBe(true)
  })

  test('leaves out nothing that was opened when the server claims a gap that it has not', () => {
    const whole = item(code)
    const claimed = [{ ...whole.histories[0]!, total: 900, shown: 1, gapAfter: '4100' }]
    const drawn = applyWindow(whole, initialWindow(whole, claimed), claimed)
    expect(drawn.stages).toEqual(whole.stages)
    // All records are opened, so that their number is known.
    expect(drawn.histories[0]).toMatchObject({ total: 1, gapAfter: null })
  })
})
