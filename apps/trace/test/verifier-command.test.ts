/** `npm run verify` over good and damaged evidence files. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWitnessKey, evidenceOf, pastedKeys, sealedPaper, type VerifierCase, verifierCases } from './verifier-cases.ts'

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'timbermark-verifier-'))
const file = join(folder, 'code.proof.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function verify(...args: string[]): Promise<{ code: number; output: string }> {
  const command = join(root, 'apps/trace/src/verifier/command.ts')
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...args], { maxBuffer: 2 ** 26 })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

const key = pastedKeys
let cases: VerifierCase[]
beforeAll(async () => {
  cases = await verifierCases()
})

describe('the command that checks saved evidence', () => {
  test('says of every file what the page says', async () => {
    for (const { name, evidence, kind, code, says = '', ...other } of cases) {
      writeFileSync(file, evidence)
      const args = ['--key', other.key ?? key, ...(code ? ['--code', code] : []), '--language', 'en']
      const { code: exit, output } = await verify(file, ...args)
      expect(output.split(':')[0], `${name}\n${output}`).toBe(kind)
      expect(output, name).toContain(says)
      expect(exit, name).toBe(['proven', 'waiting', 'asOf', 'recalled'].includes(kind) ? 0 : 1)
    }
  })

  test('names the time of the head, and lists pictures and papers by their hashes', async () => {
    writeFileSync(file, await evidenceOf({ at: new Date('2026-01-02T03:04:05Z') }))
    const { output } = await verify(file, '--key', key, '--language', 'fr')
    expect(output).toContain('2 janv. 2026, 03:04 UTC')
    expect(output).toContain('Document, copie pour les acheteurs\u202f: Audit report 2025')
    expect(output).toMatch(/^ {2}[0-9a-f]{64} Image\u202f: /m)
  })

  test('compares given papers, and says when one is none of those that were sealed', async () => {
    writeFileSync(file, await evidenceOf())
    const [paper, other] = [join(folder, 'audit.pdf'), join(folder, 'other.pdf')]
    writeFileSync(paper, sealedPaper)
    writeFileSync(other, `${sealedPaper}?`)
    const same = await verify(file, '--key', key, '--file', paper, '--language', 'en')
    expect(same.output).toContain('Audit report 2025 (the file that you chose has the sealed bytes)')
    expect(same.output).toContain('[x] The pictures and papers that you chose')
    expect(same.code).toBe(0)
    const both = await verify(file, '--key', key, '--file', paper, '--file', other, '--language', 'en')
    expect(both.output).toContain('None of the files that are sealed with this item: other.pdf')
    expect(both.output).toContain('[!] The pictures and papers that you chose')
    expect(both.code).toBe(1)
  })

  test('counts only the witnesses whose keys are given', async () => {
    writeFileSync(file, await evidenceOf())
    const { output } = await verify(file, '--key', key, '--witness', aWitnessKey, '--language', 'en')
    expect(output).toContain('Only 0 of 1 witnesses have seen this ledger')
    expect((await verify(file, '--key', key, '--witness', key.split('\n')[0]!, '--language', 'en')).output).toContain(
      'This is no key of a witness',
    )
  })

  test('refuses a file of 100 MB without reading it', async () => {
    writeFileSync(file, '{')
    truncateSync(file, 100_000_000)
    const begun = performance.now()
    const { code, output } = await verify(file, '--key', key, '--language', 'en')
    expect([code, output]).toEqual([1, expect.stringContaining('larger than 50 MB')])
    // Reading and parsing it takes several seconds.
    expect(performance.now() - begun).toBeLessThan(60_000)
  })

  test('writes nothing of a file that would move the terminal’s cursor', async () => {
    const evidence = JSON.parse(await evidenceOf()) as { keys: string[]; savedAt: string }
    writeFileSync(file, JSON.stringify({ ...evidence, keys: ['\u001b[2J\nproven: all'] }))
    const { output } = await verify(file, '--key', key)
    expect(output).not.toContain('\u001b')
    expect(output.match(/^proven/gm)).toHaveLength(1)
  })

  test('explains a wrong call', async () => {
    for (const args of [[], [file], [file, file, '--key', key], [file, '--key', key, '--language', 'de'], ['--what']]) {
      const { code, output } = await verify(...args)
      expect([code, output]).toEqual([2, expect.stringContaining('verify FILE --key')])
    }
    expect((await verify(join(folder, 'nothing.json'), '--key', key)).code).toBe(2)
  })
})
