import type { CheckAnswer } from '@timbermark/contract/trace'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSecurityCheck } from '../src/browser/security-check.ts'
import type { SafeStorage } from '../src/browser/storage.ts'
import { solveProofOfWork } from '../src/browser/proof-of-work.ts'
import { createStore } from '../src/live.ts'

const at = '2026-11-02T08:00:00.000Z'
const counts = { checks: 1, wrongChecks: 0, firstCheckAt: at, firstRightAt: at }

function asking(answers: (Partial<CheckAnswer> | Error)[], found: (string | undefined)[] = []) {
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
  const open = () => {
    const store = createStore()
    return { store, ask: createSecurityCheck({ code: 'C', local, store, send, solve: async () => found.shift() }) }
  }
  return { open, sent }
}

test('each press is a query of its own (TRC-04)', async () => {
  const { open, sent } = asking([{}, {}])
  const { ask } = open()
  await ask({ securityCode: 'A' })
  await ask({ securityCode: 'A' })
  expect(sent[0]!.visit).not.toBe(sent[1]!.visit)
})

test('a query without an answer is asked again as the same one, unless another code was typed', async () => {
  const { open, sent } = asking([new Error('cut'), {}, new Error('cut'), {}])
  const { ask } = open()
  await expect(ask({ securityCode: 'A' })).rejects.toThrow('cut')
  await ask({ securityCode: 'A' })
  expect(sent[1]!.visit).toBe(sent[0]!.visit)
  await expect(ask({ securityCode: 'A' })).rejects.toThrow('cut')
  await ask({ securityCode: 'B' })
  expect(sent[3]!.visit).not.toBe(sent[2]!.visit)
})

test('a browser knows its own first right check again, in a later visit too', async () => {
  const { open } = asking([{ first: true }])
  const first = open()
  expect(first.store.get().ownFirstCheckAt).toBeNull()
  await first.ask({ securityCode: 'A' })
  expect(first.store.get().ownFirstCheckAt).toBe(at)
  expect(open().store.get().ownFirstCheckAt).toBe(at)
})

describe('work in place of the picture', () => {
  const challenge = (task: string) => ({ uuid: 'u', image: 'i', work: { task, bits: 4 } })
  const asked = (task: string) => ({ outcome: 'notJudged' as const, challenge: challenge(task) })

  test('is done unseen, as the same query; twice when others have guessed meanwhile, then the picture is left', async () => {
    const { open, sent } = asking([asked('a'), {}, asked('b'), asked('c'), asked('d')], ['1', '2', '3', '4'])
    const { ask } = open()
    expect((await ask({ securityCode: 'A' })).outcome).toBe('genuine')
    expect(sent[1]).toMatchObject({ visit: sent[0]!.visit, work: { task: 'a', answer: '1' } })
    const answer = await ask({ securityCode: 'A', captcha: { uuid: 'u', text: 'x' } })
    expect([answer.outcome, answer.challenge?.work?.task]).toEqual(['notJudged', 'd'])
    expect(sent).toHaveLength(5)
    // A picture serves once.
    expect(sent[4]).not.toHaveProperty('captcha.uuid')
  })

  test('that a browser cannot do leaves the picture', async () => {
    const { open } = asking([asked('a')], [undefined])
    expect((await open().ask({ securityCode: 'A' })).challenge?.image).toBe('i')
  })

  test('begins with as many zero bits as were asked for', async () => {
    for (const bits of [1, 8, 12]) {
      const found = await solveProofOfWork({ task: 'task', bits })
      const hash = createHash('sha256').update(`task.${found}`).digest()
      expect(hash.readUInt32BE() >>> (32 - bits)).toBe(0)
    }
  })
})
