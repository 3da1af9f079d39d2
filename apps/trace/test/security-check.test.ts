import type { CheckAnswer } from '@timbermark/contract/trace'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSecurityCheck } from '../src/browser/security-check.ts'
import type { SafeStorage } from '../src/browser/storage.ts'
import { solveProofOfWork } from '../src/browser/proof-of-work.ts'
import { createStore } from '../src/live.ts'

const at = '2026-11-02T08:00:00.000Z'
const counts = { checks: 1, wrongChecks: 0, firstCheckAt: at, firstRightAt: at }

function fakeServer(answers: (Partial<CheckAnswer> | Error)[], solutions: (string | undefined)[] = []) {
  const values = new Map<string, string>()
  const local: SafeStorage = {
    get: key => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: key => void values.delete(key),
  }
  const sent: { visit?: string; work?: object; captcha?: object }[] = []
  const send = async (body: object) => {
    sent.push(body)
    const answer = answers[sent.length - 1]
    if (answer instanceof Error) throw answer
    return { outcome: 'genuine', first: false, ...counts, ...answer } as CheckAnswer
  }
  const openPage = () => {
    const store = createStore()
    return { store, ask: createSecurityCheck({ code: 'C', local, store, send, solve: async () => solutions.shift() }) }
  }
  return { openPage, sent }
}

test('each press is a separate query (TRC-04)', async () => {
  const { openPage, sent } = fakeServer([{}, {}])
  const { ask } = openPage()
  await ask({ securityCode: 'A' })
  await ask({ securityCode: 'A' })
  expect(sent[0]!.visit).not.toBe(sent[1]!.visit)
})

test('a query without an answer is repeated with the same id, unless another code was typed', async () => {
  const { openPage, sent } = fakeServer([new Error('cut'), {}, new Error('cut'), {}])
  const { ask } = openPage()
  await expect(ask({ securityCode: 'A' })).rejects.toThrow('cut')
  await ask({ securityCode: 'A' })
  expect(sent[1]!.visit).toBe(sent[0]!.visit)
  await expect(ask({ securityCode: 'A' })).rejects.toThrow('cut')
  await ask({ securityCode: 'B' })
  expect(sent[3]!.visit).not.toBe(sent[2]!.visit)
})

test('a browser recognizes its own first right check, also in a later visit', async () => {
  const { openPage } = fakeServer([{ first: true }])
  const first = openPage()
  expect(first.store.get().ownFirstCheckAt).toBeNull()
  await first.ask({ securityCode: 'A' })
  expect(first.store.get().ownFirstCheckAt).toBe(at)
  expect(openPage().store.get().ownFirstCheckAt).toBe(at)
})

describe('proof of work instead of the picture', () => {
  const challenge = (task: string) => ({ uuid: 'u', image: 'i', work: { task, bits: 4 } })
  const challenged = (task: string) => ({ outcome: 'notJudged' as const, challenge: challenge(task) })

  test('is solved invisibly within the same query, at most twice; then the reader gets the picture', async () => {
    const { openPage, sent } = fakeServer(
      [challenged('a'), {}, challenged('b'), challenged('c'), challenged('d')],
      ['1', '2', '3', '4'],
    )
    const { ask } = openPage()
    expect((await ask({ securityCode: 'A' })).outcome).toBe('genuine')
    expect(sent[1]).toMatchObject({ visit: sent[0]!.visit, work: { task: 'a', answer: '1' } })
    const answer = await ask({ securityCode: 'A', captcha: { uuid: 'u', text: 'x' } })
    expect([answer.outcome, answer.challenge?.work?.task]).toEqual(['notJudged', 'd'])
    expect(sent).toHaveLength(5)
    // A picture is valid once.
    expect(sent[4]).not.toHaveProperty('captcha.uuid')
  })

  test('leaves the picture when the browser cannot solve it', async () => {
    const { openPage } = fakeServer([challenged('a')], [undefined])
    expect((await openPage().ask({ securityCode: 'A' })).challenge?.image).toBe('i')
  })

  test('produces a hash with the required number of leading zero bits', async () => {
    for (const bits of [1, 8, 12]) {
      const solution = await solveProofOfWork({ task: 'task', bits })
      const hash = createHash('sha256').update(`task.${solution}`).digest()
      expect(hash.readUInt32BE() >>> (32 - bits)).toBe(0)
    }
  })
})
