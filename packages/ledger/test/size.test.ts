import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'

const INDEX = fileURLToPath(new URL('../src/index.ts', import.meta.url))

/** Compressed bytes of a page that uses only these exports of the package. */
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

describe('what the trace page loads', () => {
  it('is less than 8 kB compressed for the whole check, our own Ed25519 and SHA included', async () => {
    const { gzip } = await weigh(['checkRecord', 'openCheckpoint'])
    expect(gzip).toBeLessThan(8 * 1024)
  })

  it('leaves out what it does not use, and asks for no other module', async () => {
    const { gzip, code } = await weigh(['canonicalize'])
    expect(gzip).toBeLessThan(1024)
    expect(code).not.toMatch(/\bimport\b|\brequire\b/)
    expect((await weigh(['checkRecord'])).code).not.toMatch(/\bimport\s*[({'"]|\brequire\(|node:|Buffer/)
  })
})
