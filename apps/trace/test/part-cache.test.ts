import type { TraceAnswer } from '@timbermark/contract/trace'
import { describe, expect, test } from 'vitest'
import { goodCode, item, longItem } from '../src/fixtures/journey.ts'
import { type RenderInput, render } from '../src/server.tsx'

const otherCode = '0BBBBBBBBBBBBBBBBBBB'
const paper = item(goodCode).stages.flatMap(({ documents }) => documents.flatMap(({ copies }) => copies))[0]
const answers: Record<string, TraceAnswer> = {
  whole: item(goodCode),
  long: longItem(goodCode, 300),
  'further on': longItem(
    goodCode,
    300,
    longItem(goodCode, 300).stages.find(({ stage }) => stage === 'felling')?.recordId,
  ),
  suspicious: item(goodCode, { warnings: [{ kind: 'suspicious', stage: 'felling', reason: 'fingerprintMismatch' }] }),
  'with a paper': item(goodCode, { papers: paper ? [{ sha256: paper.sha256, state: 'open' }] : [] }),
  empty: item(goodCode, { stages: [], histories: [], records: { total: 0, shown: 0 } }),
}

const input = (answer: TraceAnswer, more: Partial<RenderInput> = {}): RenderInput => ({
  language: 'en',
  state: { kind: 'found', answer },
  nonce: 'bm9uY2U',
  assets: { scripts: [], styles: [], texts: { zh: '/zh.js', en: '/en.js', fr: '/fr.js' } },
  url: `/c/${answer.code}`,
  officialHost: 'wood.example',
  ...more,
})

/** The cached part of a page: its key, and its HTML. */
function partOf(renderInput: RenderInput): { shows: string; drawn: string } {
  let part = { shows: '', drawn: '' }
  const cache = (shows: string, draw: () => string) => {
    part = { shows, drawn: draw() }
    return 'mark'
  }
  render({ ...renderInput, kept: cache })
  return part
}

/** All variants of the answer with one changed leaf, at any depth. */
function* changed<T>(value: T): Generator<T> {
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) for (const other of changed(one)) yield value.with(i, other) as T
    if (value.length > 0) yield value.slice(1) as T
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) for (const other of changed(one)) yield { ...value, [key]: other }
  } else if (typeof value === 'string') {
    // Keys from fixed lists have no other value that a page could show.
    yield (/^\d{4}-\d\d-\d\dT/.test(value) ? value.replace(/^\d{4}/, '2019') : value) as T
    if (!/^[a-z][A-Za-z]+$/.test(value)) yield `${value}9` as T
  } else if (typeof value === 'number') yield (value + 1) as T
}

describe('cached parts of the page', () => {
  test.each(['zh', 'en', 'fr'] as const)('make the same page as without a cache, in %s', language => {
    for (const [name, answer] of Object.entries(answers)) {
      const renderInput = input(answer, { language })
      const parts: string[] = []
      const html = render({ ...renderInput, kept: (_, draw) => `mark-${parts.push(draw())}-` })
      expect(parts.length, name).toBe(1)
      expect(
        html.replace('mark-1-', () => parts[0]!),
        name,
      ).toBe(render(renderInput))
    }
  })

  test('depend only on their cache key', () => {
    const drawnOf = new Map<string, string>()
    let compared = 0
    let different = 0
    const compare = (renderInput: RenderInput, about: string) => {
      compared++
      const { shows, drawn } = partOf(renderInput)
      const before = drawnOf.get(shows)
      if (before === undefined) different++
      expect(drawn === (before ?? drawn), about).toBe(true)
      drawnOf.set(shows, drawn)
    }
    for (const [name, answer] of Object.entries(answers)) {
      compare(input(answer), name)
      for (const language of ['zh', 'fr'] as const) compare(input(answer, { language }), `${name} in ${language}`)
      compare(input(answer, { url: `/c/${goodCode}?lang=en&from=label` }), `${name} at another address`)
      compare(input({ ...answer, code: otherCode }), `${name} of another code`)
      compare(input({ ...answer, warnings: [{ kind: 'suspicious', stage: 'packing', reason: 'chainBroken' }] }), name)
      compare(input({ ...answer, papers: [{ sha256: paper?.sha256 ?? '', state: 'withdrawn' }] }), name)
    }
    const short = { ...answers.whole!, stages: answers.whole!.stages.slice(0, 3) }
    for (const answer of changed(short)) compare(input(answer), JSON.stringify(answer).slice(0, 200))
    expect(compared).toBeGreaterThan(300)
    expect(different).toBeGreaterThan(150)
    expect(paper).toBeDefined()
  })

  test('are shared by all codes of a batch, when nothing in them depends on the code', () => {
    expect(partOf(input({ ...answers.whole!, code: otherCode, papers: [] })).shows).toBe(
      partOf(input({ ...answers.whole!, papers: [] })).shows,
    )
  })
})
