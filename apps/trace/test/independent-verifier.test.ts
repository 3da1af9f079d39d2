/** Two verifiers that share no code, one of them written from the documents alone, agree about every answer. */
import { beforeAll, describe, expect, test } from 'vitest'
import { forgedQuestions } from './company-questions.ts'
import {
  allQuestions,
  digestOf,
  judgeByProduct,
  judgeIndependently,
  mutationCount,
  type Question,
  readRecorded,
} from './independent-verifier.ts'

let questions: Question[]
let byProduct: string[]
let independent: string[] | undefined
beforeAll(async () => {
  questions = await allQuestions()
  byProduct = []
  for (const question of questions) byProduct.push(await judgeByProduct(question))
  independent = judgeIndependently(questions)
  if (!independent)
    console.warn('The independent verifier was not run: no python3 (3.9 or later). Its recorded verdicts are compared.')
})

describe('an independent verifier', () => {
  test('gave the recorded verdicts about these very answers', () => {
    const { digest, lines } = readRecorded()
    expect(digestOf(questions), 'record anew: node apps/trace/test/independent-verifier.ts').toBe(digest)
    expect(lines).toHaveLength(questions.length)
    if (independent) expect(independent).toEqual(lines)
  })

  test('accepts what the product accepts, refuses what it refuses, and draws the same', () => {
    const verdicts = independent ?? readRecorded().lines
    const different = byProduct.flatMap((line, n) =>
      line === verdicts[n] ? [] : [`${n}: ${line}, not ${verdicts[n]}`],
    )
    expect(different).toEqual([])
  })

  test('refuses companies and certifications that the ledger does not have, as the product does', async () => {
    const forged = JSON.parse(JSON.stringify(await forgedQuestions())) as Question[]
    const refused = forged.map(() => 'refused')
    expect(await Promise.all(forged.map(judgeByProduct))).toEqual(refused)
    if (independent) expect(judgeIndependently(forged)).toEqual(refused)
  })

  test('is asked about answers that are accepted, stated and refused', () => {
    const count = (word: string) => byProduct.filter(line => line.startsWith(word)).length
    const honest = [
      'proven',
      'waiting',
      'proven',
      'proven',
      'stated',
      'asOf',
      'proven',
      'proven',
      'proven',
      'proven',
      'proven',
      'proven',
      'proven',
      'proven',
      'proven',
    ]
    expect(questions).toHaveLength(mutationCount + honest.length)
    expect(byProduct.slice(0, honest.length).map(line => line.split(' ')[0])).toEqual(honest)
    expect(count('refused')).toBeGreaterThan(400)
    // A change that matters to nobody leaves an answer accepted.
    for (const word of ['proven', 'waiting', 'stated', 'asOf']) expect(count(word), word).toBeGreaterThan(10)
    const ofCompanies = byProduct.filter((_, n) => questions[n]!.companies).map(line => line.split(' ')[0])
    expect(ofCompanies.filter(word => word === 'refused').length).toBeGreaterThan(80)
    expect(ofCompanies.filter(word => word === 'proven').length).toBeGreaterThan(10)
  })
})
