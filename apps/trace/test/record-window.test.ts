import { describe, expect, test } from 'vitest'
import { item, longItem } from '../src/fixtures/journey.ts'
import { initialWindow, widenWindow, applyWindow } from '../src/record-window.ts'

const code = '0MANYXXXXXXXXXXXXXX0'
const server = longItem(code, 40)
const stated = server.histories.filter(({ shown, total }) => shown < total)
/** As a walk returns it: the number of omitted records per stage is unknown. */
const walked = {
  ...server,
  histories: server.histories.map(history => ({ ...history, total: history.shown, before: 0, gapAfter: null })),
}
const felling = (drawn: ReturnType<typeof applyWindow>) => drawn.histories.find(({ stage }) => stage === 'felling')!

describe('the window of a long history', () => {
  test('initially shows what the server answered, with the same gap', () => {
    const drawn = applyWindow(walked, initialWindow(walked, stated), stated)
    expect(drawn.stages).toEqual(server.stages)
    expect(felling(drawn)).toMatchObject({ total: 40, shown: 8, before: 0, gapAfter: '5103' })
    expect(drawn.records).toEqual(server.records)
  })

  test('grows at its gap, and has no gap when all records are there', () => {
    const more = longItem(code, 40, '5103')
    const next = more.stages.filter(({ stage }) => stage === 'felling').map(({ recordId }) => recordId)
    const wider = widenWindow(initialWindow(walked, stated), 'felling', next.slice(0, 5))
    const fellings = [...walked.stages, ...more.stages].filter(({ stage }) => stage === 'felling')
    const others = walked.stages.filter(({ stage }) => stage !== 'felling')
    const inOrder = fellings.toSorted((a, b) => Number(a.recordId) - Number(b.recordId))
    const grown = { ...walked, stages: [...others, ...inOrder] }
    expect(felling(applyWindow(grown, wider, stated))).toMatchObject({ shown: 13, gapAfter: '5108' })

    const complete = item(code)
    const window = initialWindow(complete, [])
    expect(applyWindow(complete, window, []).histories.every(({ gapAfter }) => gapAfter === null)).toBe(true)
  })

  test('shows every opened record when the server claims a gap that does not exist', () => {
    const complete = item(code)
    const claimed = [{ ...complete.histories[0]!, total: 900, shown: 1, gapAfter: '4100' }]
    const drawn = applyWindow(complete, initialWindow(complete, claimed), claimed)
    expect(drawn.stages).toEqual(complete.stages)
    // All records are opened, so their number is known.
    expect(drawn.histories[0]).toMatchObject({ total: 1, gapAfter: null })
  })
})
