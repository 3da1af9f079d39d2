/** The number in a code leads to one request: a log cannot show one reader a second one of the same number. */
import { vrfProver } from '@timbermark/ledger/node'
import { encodeRequestKey, plainRequestSubject, requestText, toBase64Url } from '@timbermark/ledger/sealed'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SealedProof } from '@timbermark/contract/trace'
import { item } from '../src/fixtures/journey.ts'
import { proveRequest, requestKey, requestKeyFrom, type SealedOptions, sealedProofOf } from '../src/fixtures/proof.ts'
import { verifyRequestSubjects } from '../src/proof/request-subjects.ts'
import { summarize, walkJson } from './walk-helpers.ts'

const packed: SealedOptions = { packed: true }
let honest: SealedProof
beforeAll(async () => {
  honest = await sealedProofOf(item(), packed)
})

type Requests = SealedProof['requests']
const walk = async (requests: Requests | undefined, key = requestKey, proof = honest) =>
  summarize(await walkJson({ ...proof, requests }, { requestKey: key }))

describe('the subject of a request', () => {
  test('follows provably from the number, of the code and of the package around it', async () => {
    expect(honest.requests.map(({ number }) => number)).toEqual([expect.any(Number), 77])
    expect(await walk(honest.requests)).toBe('proven')
    expect(await walk(honest.requests.toReversed())).toBe('proven')
  })

  test('is refused without a proof, with one of another number or key, and with a damaged one', async () => {
    const [first, second] = honest.requests as [Requests[number], Requests[number]]
    const damaged = {
      ...first,
      proof: first.proof.replace(/^.{60}./, start => start.slice(0, 60) + (start.endsWith('A') ? 'B' : 'A')),
    }
    const foreign = vrfProver(new Uint8Array(32).fill(4))
    const refused = 'suspicious: subject request'
    const asks: Requests[] = [
      [],
      [second],
      [damaged, second],
      // One of two proofs of a number is none.
      [first, damaged, second],
      [damaged, first, second],
      [{ number: first.number, proof: second.proof }, second],
      [{ number: first.number, proof: proveRequest(3).proof }, second],
      [{ number: first.number, proof: toBase64Url(foreign.prove(requestText(first.number))) }, second],
      [{ number: first.number, proof: '' }, second],
      [{ number: first.number, proof: `${first.proof}A` }, second],
      [{ number: first.number, proof: '!' }, second],
    ]
    for (const [n, requests] of asks.entries()) expect(await walk(requests), String(n)).toBe(refused)
    expect(await walk(undefined)).toBe(refused)
    expect(await walk(honest.requests, encodeRequestKey({ publicKey: foreign.publicKey, from: 1 }))).toBe(refused)
    // Of the package only: what was reported about it is missing then too.
    expect(await walk([first])).toContain('subject request')
  })

  test('is no plain hash any more: a second request under it is refused', async () => {
    const plain = await sealedProofOf(item(), { ...packed, isPlain: true })
    expect(plain.chains[0]!.subject).toBe(toBase64Url(plainRequestSubject(honest.requests[0]!.number)))
    expect(await walk([], requestKey, plain)).toBe('suspicious: subject request')
    // The right proof leads to another chain, which the answer does not have.
    expect(await walk(honest.requests, requestKey, plain)).toBe('suspicious: missing request')
  })

  test('stays plain for numbers from before there was a key, and only for them', async () => {
    const { number } = honest.requests[0]!
    const plain = await sealedProofOf(item(), { isPlain: true })
    const { requests: _, ...before } = plain
    expect(summarize(await walkJson(before, { requestKey: requestKeyFrom(number + 1) }))).toBe('proven')
    expect(await walk([], requestKeyFrom(number), plain)).toBe('suspicious: subject request')
    // A request of before has no second subject either.
    expect(await walk(honest.requests, requestKeyFrom(number + 1))).toBe('suspicious: missing request')
  })

  test('needs a proper key and at most four proofs', async () => {
    expect(await walk([...honest.requests, proveRequest(1), proveRequest(2)])).toBe('proven')
    const tooMany = [...honest.requests, proveRequest(1), proveRequest(2), proveRequest(3)]
    expect(await walk(tooMany)).toBe('unavailable: unreadable checkpoint')
    expect(await walk(honest.requests, '')).toBe('unavailable: unreadable checkpoint')
  })

  test('is verified once, however many answers repeat its proof', async () => {
    const first = performance.now()
    const key = encodeRequestKey({ publicKey: vrfProver(new Uint8Array(32).fill(6)).publicKey, from: 1 })
    await verifyRequestSubjects([honest], key)
    const once = performance.now() - first
    const again = performance.now()
    await verifyRequestSubjects(
      Array.from({ length: 50 }, () => structuredClone(honest)),
      key,
    )
    expect(performance.now() - again).toBeLessThan(10 * once)
  })
})
