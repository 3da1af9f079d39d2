/** Saved proofs must be usable without this page: the test follows the recipe in the ledger's README literally. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fromBase64, toBase64 } from '@timbermark/ledger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatRecordProof } from '../src/browser/evidence.ts'
import { formatEvidence, parseEvidence } from '../src/evidence/evidence-file.ts'
import { goodCode, item } from '../src/fixtures/journey.ts'
import { fixtureNow, requestKey, sealedProofOf, verifierKeys } from '../src/fixtures/proof.ts'
import { walkProof } from '../src/proof/walk.ts'

const folder = mkdtempSync(join(tmpdir(), 'timbermark-evidence-'))
const readme = readFileSync(new URL('../../../packages/ledger/README.md', import.meta.url), 'utf8')
const recipe = /```sh\n([\s\S]*?)```/.exec(readme)![1]!
const good = [
  'The log contains this entry.',
  'Signature Verified Successfully',
  'The entry’s fields are those that were sealed.'.replace('’', "'"),
  'The record says what was sealed.',
]
let file: string

beforeAll(async () => {
  // As the server answers a request for one record.
  const answer = await sealedProofOf(item(), { paths: ['4101'] })
  const { item: proven } = await walkProof([answer], {
    code: goodCode,
    language: 'en',
    now: fixtureNow,
    keys: verifierKeys,
    requestKey,
  })
  file = formatRecordProof(proven!.records.get('4101')!, answer)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A bare machine may lack it. */
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

async function follow(proof: string, key = verifierKeys[0]!): Promise<string> {
  writeFileSync(join(folder, 'record.tlog-proof'), proof)
  const script = recipe.replace(/^key=.*$/m, `key='${key}'`)
  const { stdout } = await promisify(execFile)('sh', ['-c', `${script}\ntrue`], { cwd: folder }).catch(error => error)
  return stdout as string
}

/** The proof file with changed fields. */
function withFields(change: (opened: string) => string): string {
  return file.replace(/^extra (.*)$/m, (_line, extra: string) => {
    const changed = change(new TextDecoder().decode(fromBase64(extra)))
    return `extra ${toBase64(new TextEncoder().encode(changed))}`
  })
}

describe('the proof of a record', () => {
  test.skipIf(!hasOpenssl)('can be checked with only a shell and OpenSSL', async () => {
    const output = await follow(file)
    for (const line of good) expect(output).toContain(line)
    expect(output).toContain('"kind","record"')
  })

  test.skipIf(!hasOpenssl)('fails with another text, another digest, or another key', async () => {
    expect(await follow(withFields(text => text.replace('"happenedAt","20', '"happenedAt","19')))).toContain(
      'THE RECORD SAYS SOMETHING ELSE.',
    )
    expect(await follow(withFields(text => text.replace(/closed ./, 'closed _')))).toContain(
      'THE RECORD SAYS SOMETHING ELSE.',
    )
    expect(await follow(withFields(text => text.replace('"version":1', '"version":2')))).toContain(
      'THE ENTRY WAS SEALED WITH OTHER FIELDS.',
    )
    expect(await follow(withFields(text => text.replace('"seq":', '"seq":1')))).toContain(
      'THE LOG DOES NOT CONTAIN THIS ENTRY.',
    )
    const key = verifierKeys[0]!.replace(/\+A.{10}/, '+AQAAAAAAAAA')
    expect(await follow(file, key)).not.toContain('Signature Verified Successfully')
  })

  test('is refused when the answer has no inclusion path for it', async () => {
    const answer = await sealedProofOf(item())
    const { item: proven } = await walkProof([answer], {
      code: goodCode,
      language: 'en',
      now: fixtureNow,
      keys: verifierKeys,
      requestKey,
    })
    const pathless = { ...answer, chains: [] }
    expect(() => formatRecordProof([...proven!.records.values()][0]!, pathless)).toThrow('no inclusion path')
  })
})

test('the complete evidence proves the item again in another walk', async () => {
  const answers = [await sealedProofOf(item())]
  const input = { code: goodCode, language: 'fr' as const, now: fixtureNow, keys: verifierKeys, requestKey }
  const { files } = (await walkProof(answers, input)).item!
  const evidence = {
    code: goodCode,
    answers,
    keys: verifierKeys,
    requestKey,
    witnessKeys: [],
    previousHead: undefined,
    promises: [],
    files,
  }
  const written = formatEvidence({ ...evidence, savedAt: new Date(fixtureNow) })
  const saved = parseEvidence(written)!
  expect(saved).toMatchObject({ code: goodCode, keys: verifierKeys, requestKey, previousHead: null })
  expect((await walkProof(saved.answers, { ...input, code: saved.code })).outcome).toBe('proven')
  expect(files.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['picture', 'file', 'paper', 'copy']))
  expect(parseEvidence(written.slice(0, -3))).toBeUndefined()
  expect(parseEvidence(written.replace('evidence@1', 'evidence@2'))).toBeUndefined()
})
