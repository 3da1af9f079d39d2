import { describe, expect, test } from 'vitest'
import { textsByLanguage } from '../src/all-texts.ts'
import { item } from '../src/fixtures/journey.ts'
import { type SealedOptions, sealedProofOf } from '../src/fixtures/proof.ts'
import { computeVerdict, noChecks } from '../src/verdict.ts'
import { summarize, walkJson } from './walk-helpers.ts'

type Acts = NonNullable<SealedOptions['labelActs']>

const activate: Acts[number] = { verb: 'activate', state: 'inUse' }
const lose: Acts[number] = { verb: 'lose', state: 'lost', reason: 'stolen' }
const spoil: Acts[number] = { verb: 'spoil', state: 'spoiled', reason: 'misprint' }
const reinstate: Acts[number] = { verb: 'reinstate', state: 'inUse' }
/** An item that was never handed in for certification: that alone puts a label in use. */
const uncertified = () => item(undefined, { certification: { state: 'notAuthorized', steps: [] } })
const walkActs = async (labelActs: Acts) => walkJson(await sealedProofOf(uncertified(), { labelActs }))
const stateAfter = async (acts: Acts) => {
  const walked = await walkActs(acts)
  return summarize(walked) === 'proven' ? walked.item!.answer.label.state : summarize(walked)
}

describe('the life of a label', () => {
  test('is not in use without an act, which the index proves', async () => {
    expect(await stateAfter([])).toBe('notInUse')
  })

  test('is what the last act made of it', async () => {
    expect(await stateAfter([activate])).toBe('inUse')
    expect(await stateAfter([lose])).toBe('lost')
    expect(await stateAfter([activate, lose])).toBe('lost')
    expect(await stateAfter([spoil])).toBe('spoiled')
    expect((await walkActs([lose])).item!.answer.label).toMatchObject({ state: 'lost', reason: 'stolen' })
  })

  test('returns to what it was before a loss that is taken back', async () => {
    expect(await stateAfter([activate, lose, reinstate])).toBe('inUse')
    expect(await stateAfter([lose, { verb: 'reinstate', state: 'delivered' }])).toBe('notInUse')
    expect(await stateAfter([lose, { verb: 'reinstate', state: 'delivered' }, activate])).toBe('inUse')
    expect(await stateAfter([activate, lose, reinstate, lose])).toBe('lost')
  })

  test('is in use, from before acts were sealed, once the code was handed in for certification', async () => {
    const walked = await walkJson(await sealedProofOf(item(), { labelActs: [] }))
    expect(walked.item!.answer.label).toEqual({
      state: 'inUse',
      since: item().certification.steps[0]!.at,
      reason: null,
    })
    const lost = await walkJson(await sealedProofOf(item(), { labelActs: [lose, reinstate] }))
    expect(summarize(lost)).toBe('proven')
    expect(lost.item!.answer.label.state).toBe('inUse')
  })

  test.each<[string, Acts]>([
    ['put in use twice', [activate, activate]],
    ['put in use after its loss', [lose, activate]],
    ['lost twice', [lose, lose]],
    ['spoiled after its loss', [lose, spoil]],
    ['taken back without a loss', [activate, reinstate]],
    ['taken back to a use that never began', [lose, reinstate]],
    ['taken back to less than it was', [activate, lose, { verb: 'reinstate', state: 'delivered' }]],
    ['taken back to being lost', [lose, { verb: 'reinstate', state: 'lost' }]],
    ['lost without a reason', [{ verb: 'lose', state: 'lost' }]],
    ['put in use with another state', [{ verb: 'activate', state: 'lost' }]],
  ])('is suspicious when it is %s', async (_, acts) => {
    expect(await stateAfter(acts)).toBe('suspicious: missing label')
  })

  test('cannot be hidden: an answer without the act is not proven', async () => {
    const proof = await sealedProofOf(item(), { labelActs: [activate, lose] })
    const chains = proof.chains.map(chain => ({
      ...chain,
      entries: chain.entries.filter(({ opened }) => !opened.some(text => text.includes('"lose"'))),
    }))
    expect(summarize(await walkJson({ ...proof, chains }))).toMatch(/^suspicious: .*(missing|entry) label/)
  })

  test('is open but for its four closed fields: nothing of an act can be withheld', async () => {
    const proof = await sealedProofOf(item(), {
      labelActs: [lose],
      reword: fields =>
        fields.open.kind === 'label' ? { ...fields, closed: { ...fields.closed, more: 'hidden' } } : fields,
    })
    expect(summarize(await walkJson(proof))).toBe('suspicious: field label')
  })
})

describe('the verdict about a label', () => {
  const texts = textsByLanguage.en
  const factsWith = (label: ReturnType<typeof item>['label']) => {
    const { code, status, warnings, counts, papers } = item()
    return { code, status, warnings, counts, papers, histories: [], ledger: { state: 'recorded' as const }, label }
  }
  const inUse = { state: 'inUse', since: null, reason: null } as const
  const judge = async (labelActs: Acts, stated: ReturnType<typeof item>['label'] = inUse) => {
    const walk = await walkActs(labelActs)
    return computeVerdict(factsWith(stated), { ...noChecks, proof: 'done', walk }, texts)
  }

  test('is green only for a label that is proven to be in use', async () => {
    expect(await judge([activate])).toMatchObject({ kind: 'proven', verdict: 'proven', item: 'inUse' })
    expect(await judge([])).toMatchObject({ kind: 'notInUse', verdict: 'proven', item: 'notInUse' })
  })

  test('takes a loss from either source, and a use from the ledger alone', async () => {
    expect(await judge([activate, lose])).toMatchObject({ kind: 'lost', item: 'lost' })
    expect(await judge([activate], { state: 'spoiled', since: null, reason: 'misprint' })).toMatchObject({
      kind: 'spoiled',
      item: 'spoiled',
    })
    expect(computeVerdict(factsWith({ state: 'notInUse', since: null, reason: null }), noChecks, texts).kind).toBe(
      'notInUse',
    )
  })

  test('leaves evidence against the item above the life of its label', async () => {
    const walk = await walkActs([activate, activate])
    expect(computeVerdict(factsWith(inUse), { ...noChecks, proof: 'done', walk }, texts).kind).toBe('suspicious')
  })
})
