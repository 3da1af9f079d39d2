import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'

const INDEX = fileURLToPath(new URL('../src/index.ts', import.meta.url))

/** Size, in gzipped bytes, of a bundle that uses only these exports of the package. */
async function weigh(names: string[]): Promise<{ gzip: number; code: string }> {
  const entry = 'entry.ts'
  const bundle = await rolldown({
    input: entry,
    transform: { target: 'es2020' },
    plugins: [
      {
        name: 'entry',
        resolveId: id => (id === entry ? id : null),
        load: id =>
          id === entry ? `import { ${names} } from ${JSON.stringify(INDEX)}\nglobalThis.used = [${names}]` : null,
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  return { gzip: gzipSync(output[0].code, { level: 9 }).length, code: output[0].code }
}

describe('the bundle of the trace page', () => {
  it('has less than 8 KiB gzipped for the complete check, including Ed25519 and SHA-2', async () => {
    const { gzip } = await weigh(['checkRecord', 'openCheckpoint'])
    expect(gzip).toBeLessThan(8 * 1024)
  })

  it('leaves out unused code and imports no other module', async () => {
    const { gzip, code } = await weigh(['canonicalize'])
    expect(gzip).toBeLessThan(1024)
    expect(code).not.toMatch(/\bimport\b|\brequire\b/)
    expect((await weigh(['checkRecord'])).code).not.toMatch(/\bimport\s*[({'"]|\brequire\(|node:|Buffer/)
  })
})
