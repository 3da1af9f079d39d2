import { describe, expect, test } from 'vitest'
import { parseAddressCode } from '../src/browser/address.ts'
import { parseBoot } from '../src/browser/boot.ts'
import { render } from '../src/server.tsx'
import { goodCode, item, longItem } from '../src/fixtures/journey.ts'

const assets = { scripts: [], styles: [], texts: { zh: '/zh.js', en: '/en.js', fr: '/fr.js' } }
const bootOf = (answer: ReturnType<typeof item>) => {
  const html = render({
    language: 'fr',
    state: { kind: 'found', answer },
    nonce: 'n',
    assets,
    url: '/c',
    officialHost: 'h',
  })
  return /<script id="boot"[^>]*>([\s\S]*?)<\/script>/.exec(html)![1]!
}

describe('the boot data that the server passes to the script', () => {
  test('arrives complete', () => {
    const breaks = [{ at: '2026-11-20T08:00:00.000Z', reason: 'Burned', size: 1300, lost: { size: 1320, root: '' } }]
    const answer = {
      ...longItem('0MANYXXXXXXXXXXXXXX0', 40),
      warnings: [
        { kind: 'suspicious', stage: 'felling', reason: 'chainBroken' },
        { kind: 'clone', reason: 'channel' },
        { kind: 'ownerInactive' },
      ] as ReturnType<typeof item>['warnings'],
      ledger: { state: 'pending' as const, anchored: true, breaks },
    }
    const { code, status, label, warnings, counts, histories, papers } = answer
    expect(parseBoot(bootOf(answer))).toEqual({
      language: 'fr',
      facts: {
        code,
        status,
        label,
        // `anchored` is left out: the browser could not verify it, so the page does not show it.
        ledger: { state: 'pending', breaks },
        warnings,
        counts,
        papers,
        histories: histories.filter(({ total, shown }) => total > shown),
      },
    })
  })

  test('cannot contain unknown words or invalid numbers', () => {
    const boot = JSON.parse(bootOf(item()))
    boot.facts.warnings = [{ kind: 'buyNow' }, { kind: 'clone', reason: '<b>' }, null, 'x']
    boot.facts.counts = { scans: '<b>9</b>', firstScanAt: 'never mind', checks: -1, firstCheckAt: 5 }
    boot.facts.ledger = { state: 'certified', anchored: 'yes', breaks: [{ at: 'x', reason: 'y' }, 7] }
    boot.facts.histories = [{ stage: 'party', total: 5 }]
    boot.facts.label = { state: 'genuine', since: 'always', reason: '<b>' }
    boot.facts.papers = [{ sha256: '/elsewhere', state: 'open' }, { sha256: 'a0'.repeat(32), state: 'certified' }, 3]
    boot.texts = { 'trace.verdict.stated': 'Genuine!' }
    const { facts } = parseBoot(JSON.stringify(boot))!
    expect(facts).toEqual({
      code: goodCode,
      status: 'active',
      label: { state: 'notInUse', since: null, reason: null },
      ledger: { state: 'unavailable', breaks: [] },
      warnings: [],
      counts: { scans: 0, firstScanAt: null, checks: 0, wrongChecks: 0, firstCheckAt: null, firstRightAt: null },
      papers: [],
      histories: [],
    })
  })

  test.each(['', 'null', '[]', '{"language":"de"}', '{'])('is null for %j', text => {
    expect(parseBoot(text)).toBeNull()
  })
})

test('the checked code is the one in the address, in any spelling', () => {
  for (const path of [
    `/c/${goodCode}`,
    `/C/${goodCode.toLowerCase()}`,
    `/c?code=${goodCode}`,
    `/c/0GB7K-9FD3X-W4TZ8-RCN5E/`,
  ])
    expect(parseAddressCode(`https://wood.example${path}`)).toBe(goodCode)
  expect(parseAddressCode('https://wood.example/c')).toBeNull()
  expect(parseAddressCode('https://wood.example/c/NOPE')).toBeNull()
})
