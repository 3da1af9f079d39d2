import { stageKeys } from '@timbermark/contract'
import type { TraceAnswer } from '@timbermark/contract/trace'
import { describe, expect, test } from 'vitest'
import { formatMoment, serverFormat } from '../src/format.ts'
import { goodCode, item } from '../src/fixtures/journey.ts'
import { textsByLanguage } from '../src/all-texts.ts'
import { summarizeJourney } from '../src/journey.ts'
import { assetsOf, type RenderInput, render, type TraceState } from '../src/server.tsx'

const input = (state: TraceState, language: RenderInput['language'] = 'en'): RenderInput => ({
  language,
  state,
  nonce: 'bm9uY2U',
  assets: {
    scripts: ['/t/assets/client-1.js'],
    styles: ['/t/assets/style-1.css'],
    texts: { zh: '/t/assets/zh-1.js', en: '/t/assets/en-1.js', fr: '/t/assets/fr-1.js' },
  },
  url: `/c/${goodCode}?from=label`,
  officialHost: 'wood.example',
})
const itemState = (change: Partial<TraceAnswer> = {}): TraceState => ({ kind: 'found', answer: item(goodCode, change) })
const states: TraceState[] = [
  itemState(),
  { kind: 'unknown', code: '0AAAAAAAAAAAAAAAAAAA', why: 'neverIssued' },
  { kind: 'unavailable', code: goodCode },
  { kind: 'welcome' },
]

/** The visible text: without markup and without the data block for the script. */
function visible(html: string): string {
  return html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}

describe.each(['zh', 'en', 'fr'] as const)('the page in %s', language => {
  const texts = textsByLanguage[language]

  test('names the product, its owner, batch and printed line without any script (TRC-01)', () => {
    const text = visible(render(input(itemState(), language)))
    for (const fact of [
      '奥古曼多层实木地板',
      'Okoumé engineered flooring',
      '奥古曼（加蓬榄）',
      'Aucoumea klaineana Pierre',
      'B-2025-0320-01',
      '示例地板有限公司（虚构）',
      'GA · F012 · 20250320 · OKO',
    ])
      expect(text).toContain(fact)
    expect(text).toContain(texts.t('trace.footer.host', { host: 'wood.example' }))
  })

  test('shows a break of the ledger in one sentence, and nothing without a break', () => {
    const breaks = [
      {
        at: '2026-11-20T08:00:00.000Z',
        reason: 'The disk <b>burned</b>.',
        size: 1300,
        lost: { size: 1320, root: 'ab'.repeat(32) },
      },
    ]
    const html = render(input(itemState({ ledger: { state: 'recorded', anchored: false, breaks } }), language))
    expect(html.match(/data-break/g)).toHaveLength(1)
    expect(html).not.toContain('<b>burned')
    const words = texts.t('trace.break.told').split(/\{\w+\}/)
    for (const word of words) expect(visible(html)).toContain(visible(word).trim())
    expect(visible(html)).toMatch(/1.?300/)
    expect(render(input(itemState(), language))).not.toContain('data-break')
  })

  test('shows all 18 stages in order, reported or not (TRC-02)', () => {
    const html = render(input(itemState(), language))
    const positions = stageKeys.map(key => html.indexOf(`id="stage-${key}"`))
    expect(positions.every(position => position > 0)).toBe(true)
    expect([...positions].sort((a, b) => a - b)).toEqual(positions)
    expect(html.split(texts.t('trace.journey.missing')).length - 1).toBe(6)
    for (const key of stageKeys) expect(visible(html)).toContain(texts.stage(key))
  })

  test('shows values with label, unit and the number format of the language', () => {
    const text = visible(render(input(itemState(), language)))
    const area = { zh: '1,284.6 公顷', en: '1,284.6 ha', fr: '1 284,6 ha' }[language]
    expect(text).toContain(area)
    expect(text).toContain(texts.field('loggingPermitNumber'))
    expect(text).toContain('AAC-2025-0117')
    expect(text).toContain(texts.group('labour'))
    const { recordedAt } = item().stages.find(record => record.corrected)!
    const time = formatMoment(recordedAt, serverFormat(language))
    expect(text).toContain(visible(texts.t('trace.journey.corrected', { time, version: 2 })))
  })

  test('shows the numbers of scans and queries and their first times (TRC-04, TRC-05, AMB-34)', () => {
    const html = render(input(itemState(), language))
    expect(html).toMatch(/data-count="scans"[^>]*>1[^<]?284</)
    expect(html).toMatch(/data-count="checks"[^>]*>2</)
    expect(html).toContain('dateTime="2025-07-01T03:12:09Z"')
    expect(html).toContain('dateTime="2025-07-02T11:45:31Z"')
  })

  test.each(states)('contains no raw phrase key, unfilled placeholder or undefined value ($kind)', state => {
    const html = render(input(state, language)).replace(/<script[\s\S]*?<\/script>/g, '')
    expect(Object.keys(texts.all).filter(key => key.includes('.') && html.includes(`>${key}`))).toEqual([])
    expect(html).not.toMatch(/[>"](trace|stage|unit|common|action|app|language)\.[a-z]/)
    expect(visible(html)).not.toMatch(/\{\w+\}|undefined|\[object|NaN/)
  })

  test.each(states)(
    'complies with the content policy: no style attribute, no handler, one inline data block ($kind)',
    state => {
      const html = render(input(state, language))
      expect(html).not.toMatch(/\sstyle=/)
      expect(html).not.toMatch(/\son[a-z]+=/)
      const scripts = html.match(/<script[^>]*>/g) ?? []
      expect(scripts).toHaveLength(2)
      expect(scripts.every(tag => tag.includes('nonce="bm9uY2U"'))).toBe(true)
      expect(scripts.filter(tag => !tag.includes('src='))).toEqual([
        '<script id="boot" type="application/json" nonce="bm9uY2U">',
      ])
    },
  )
})

test('gives messengers a preview of a shared link, in its language and with its picture', () => {
  const html = render(input(itemState(), 'fr'))
  const content = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
  expect(content('og:title')).toBe(/<title>([^<]*)</.exec(html)![1])
  expect(content('description')).toContain('Aucoumea klaineana')
  expect(content('og:description')).toBe(content('description'))
  expect(content('og:image')).toMatch(/^https:\/\/[^/]+\/api\/file\/floor$/)
  expect(content('og:locale')).toBe('fr_FR')
})

test('shows a correction with its time and its reason', () => {
  const html = visible(render(input(itemState())))
  expect(html).toMatch(/Corrected on [^:]+:\d\d UTC: this is version 2/)
  expect(html).toContain('Reason given: Volume read wrongly')
})

test('offers every language as a plain link to the same page, for readers without scripts', () => {
  const html = render(input(itemState()))
  for (const language of ['zh', 'en', 'fr'])
    expect(html).toContain(`href="/c/${goodCode}?from=label&amp;lang=${language}"`)
  expect(html).toContain('<html lang="en" ')
  expect(render(input(itemState(), 'zh'))).toContain('<html lang="zh-CN" ')
})

test('writes clock times in UTC and says so, because the server does not know the reader’s time zone', () => {
  expect(visible(render(input(itemState())))).toContain('4 Mar 2025, 09:40 UTC')
})

test('tells readers without scripts what is missing and links the raw proof', () => {
  const html = render(input(itemState()))
  expect(html.match(/<noscript>/g)?.length).toBeGreaterThanOrEqual(3)
  expect(html).toContain(`href="/api/trace/${goodCode}/proof"`)
})

describe('names that contain code', () => {
  const canary = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&'
  const answer = item()
  const html = render(
    input({
      kind: 'found',
      answer: {
        ...answer,
        code: canary,
        owner: { ...answer.owner, name: canary },
        product: {
          ...answer.product,
          name: canary,
          foreignName: '',
          description: canary,
          images: [{ url: 'javascript:alert(1)', name: canary, type: 'image/png', sha256: '' }],
        },
        stages: answer.stages.map(record => ({
          ...record,
          enterprise: canary,
          values: record.values.map(value => ({ ...value, label: canary, key: canary })),
          files: [
            {
              url: 'JavaScript:alert(1)',
              name: canary,
              type: 'a',
              sha256: '',
              field: canary,
              kind: 'document' as const,
            },
          ],
        })),
      },
    }),
  )

  test('are escaped as text', () => {
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html.match(/<script/g)).toHaveLength(2)
  })

  test('never become an address', () => {
    expect(html).not.toMatch(/(href|src)="javascript:/i)
  })

  test('reach the script as data', () => {
    const data = /<script id="boot"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(data).facts.code).toBe(canary)
  })
})

describe('the verdict strip', () => {
  const kindOf = (state: TraceState) => /class="verdict verdict-(\w+)"/.exec(render(input(state)))?.[1]
  const rootOf = (state: TraceState) => /<html[^>]* data-verdict="(\w+)"/.exec(render(input(state)))?.[1]

  test('says "stated", never "genuine", before a browser has checked', () => {
    expect(kindOf(itemState())).toBe('stated')
    // Anyone can send scans: they must not change the verdict that tools read.
    const scanned = itemState({ warnings: [{ kind: 'clone', reason: 'manyPlaces' }] })
    expect([kindOf(scanned), rootOf(scanned)]).toEqual(['copied', 'stated'])
    expect(visible(render(input(itemState({ warnings: [{ kind: 'clone', reason: 'manyPlaces' }] }))))).toContain(
      textsByLanguage.en.t('trace.warning.manyPlaces'),
    )
    expect(kindOf(itemState({ ledger: { state: 'unavailable', anchored: false } }))).toBe('unavailable')
    expect(visible(render(input(itemState())))).toContain('your browser has not checked it')
    for (const language of ['zh', 'en', 'fr'] as const)
      expect(visible(render(input(itemState(), language)))).not.toMatch(/genuine item|与正品相符|article authentique/)
  })

  test.each(['zh', 'en', 'fr'] as const)('says from where to where the wood went (%s)', language => {
    const texts = textsByLanguage[language]
    const state = itemState()
    if (state.kind !== 'found') throw new Error('no item')
    const { from, to, days, companies } = summarizeJourney(state.answer.stages)!
    const sentence = texts.t('trace.journey.span', {
      from,
      to,
      days: texts.count('trace.journey.days', days, String(days), language),
      companies: texts.count('trace.journey.companies', companies.length, String(companies.length), language),
    })
    expect(visible(render(input(state, language)))).toContain(sentence)
  })

  test('distinguishes codes that are unknown, not activated or withdrawn', () => {
    expect(kindOf(itemState({ status: 'notActivated' }))).toBe('notActivated')
    expect(kindOf(itemState({ status: 'voided' }))).toBe('voided')
    expect(kindOf({ kind: 'unknown', code: 'X', why: 'neverIssued' })).toBe('unknown')
  })

  test('is readable for tools at the root of the document', () => {
    expect(rootOf(itemState())).toBe('stated')
    expect(rootOf(itemState({ status: 'voided' }))).toBe('stated')
    expect(rootOf(itemState({ status: 'notActivated' }))).toBe('stated')
    expect(rootOf(itemState({ warnings: [{ kind: 'clone', reason: 'manyPlaces' }] }))).toBe('stated')
    expect(rootOf({ kind: 'unavailable', code: goodCode })).toBe('unavailable')
    expect(rootOf({ kind: 'unknown', code: 'X', why: 'neverIssued' })).toBe('stated')
  })

  test('comes with facts that are all marked as stated', () => {
    const html = render(input(itemState()))
    expect(html).not.toContain('data-proof="proven"')
    const marks = html.match(/data-proof="stated"/g) ?? []
    const values = html.match(/data-key="/g) ?? []
    expect(marks.length).toBeGreaterThan(values.length + 30)
    expect(html).toMatch(/<h1[^>]*data-proof="stated"/)
    expect(html).not.toMatch(/<dd data-key="[^"]*"(?! data-proof)/)
  })

  test('shows the reasons, and warns of suspicious product data by stage (ERR-38)', () => {
    const text = visible(
      render(
        input(
          itemState({
            ledger: { state: 'mismatch', anchored: false },
            warnings: [
              { kind: 'suspicious', stage: 'felling', reason: 'fingerprintMismatch' },
              { kind: 'clone', reason: 'impossibleSpeed' },
              { kind: 'ownerInactive' },
            ],
          }),
        ),
      ),
    )
    expect(text).toContain('Product data suspicious')
    expect(text).toContain('Felling: the data no longer match the fingerprint that was sealed.')
    expect(text).toContain('too far apart for the time between')
    expect(text).toContain('not active on the platform')
  })

  test('says nothing for or against the item when the service is down', () => {
    const html = render(input({ kind: 'unavailable', code: goodCode }))
    expect(visible(html)).toContain('Cannot check now')
    expect(html).not.toMatch(/data-verdict="(stated|proven|suspicious)"/)
  })
})

test('tells the papers of the reports from the certification of the item', () => {
  const html = render(input(itemState({ certification: { state: 'notAuthorized', steps: [] } })))
  const card = html.slice(html.indexOf('<section class="card certification"'))
  const papers = new Map(
    item(goodCode).stages.flatMap(({ documents }) => documents.map(({ code, name }) => [code, name])),
  )
  const cardText = visible(card.slice(0, card.indexOf('</section>')))
  const texts = textsByLanguage.en
  expect(papers.size).toBeGreaterThan(0)
  expect(cardText).toContain(texts.t('trace.certification.note.notAuthorized'))
  expect(cardText).toContain(texts.t('trace.certification.papers', { n: papers.size }))
  expect(cardText).toContain(texts.t('trace.certification.papersNote'))
  for (const [code, name] of papers) expect(cardText).toContain(`${name} ${code}`)
  const none = item(goodCode).stages.map(stage => ({ ...stage, documents: [] }))
  expect(visible(render(input(itemState({ stages: none }))))).not.toContain(texts.t('trace.certification.papersNote'))
})

test('an unknown code is in the field for correction, and the field works without scripts', () => {
  const html = render(input({ kind: 'unknown', code: '0BADC0DE', why: 'neverIssued' }))
  expect(html).toMatch(/<form[^>]*action="\/c" method="get"/)
  expect(html).toMatch(/<input[^>]*name="code"[^>]*value="0BADC0DE"/)
  expect(html).toContain('Its length is 8; codes of this platform have 20 characters.')
  // A code of the right length gets no hint about its length.
  expect(render(input({ kind: 'unknown', code: '0AAAA AAAAA AAAAA AAAAA', why: 'neverIssued' }))).not.toContain(
    'Its length',
  )
})

test('an item without pictures, stages or places still has a page', () => {
  const html = render(input(itemState({ stages: [], product: { ...item().product, images: [] } })))
  expect(html).toContain('class="rings"')
  expect(visible(html)).toContain('The enterprise that issued this label has reported no stage yet')
  expect(visible(html)).toContain('No record of this item carries a position')
})

test('finds the client’s files in the manifest', () => {
  const texts = Object.fromEntries(
    ['zh', 'en', 'fr'].map(language => [`virtual:texts/${language}`, { file: `assets/${language}-d.js` }]),
  )
  const assets = assetsOf({
    'src/client.tsx': { file: 'assets/client-a.js', isEntry: true, imports: ['_b.js'], css: ['assets/c.css'] },
    '_b.js': { file: 'assets/b.js' },
    'style.css': { file: 'assets/c.css' },
    ...texts,
  })
  expect(assets).toEqual({
    scripts: ['/t/assets/client-a.js', '/t/assets/b.js'],
    styles: ['/t/assets/c.css'],
    texts: { zh: '/t/assets/zh-d.js', en: '/t/assets/en-d.js', fr: '/t/assets/fr-d.js' },
  })
  expect(() => assetsOf({})).toThrow('no entry')
  expect(() => assetsOf({ 'src/client.tsx': { file: 'a.js', isEntry: true } })).toThrow('no texts in zh')
})
