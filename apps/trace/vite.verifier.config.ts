import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

/** Where the verifier is built to, inside `dist`. */
const fileName = 'timbermark-verifier.html'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Puts script and style into the one file. Its policy names both by their hashes and allows nothing else: no network, no
 * picture, no frame, no form target.
 */
const oneFile = {
  name: 'timbermark-one-file',
  enforce: 'post',
  generateBundle(_, bundle) {
    let script = ''
    let style = ''
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type === 'chunk') script += file.code
      else if (name.endsWith('.css')) style += String(file.source)
      delete bundle[name]
    }
    // The end of a script element inside of a text would end the script.
    script = script.replaceAll('</script', '<\\/script')
    const policy = [
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ')
    const parts: Record<string, string> = {
      'content=""': `content="${policy}"`,
      '<style></style>': `<style>${style}</style>`,
      '<script></script>': `<script>${script}</script>`,
    }
    const page = readFileSync(new URL('src/verifier/verifier.html', import.meta.url), 'utf8')
    const source = page.replace(/content=""|<style><\/style>|<script><\/script>/g, empty => parts[empty]!)
    this.emitFile({ type: 'asset', fileName, source })
  },
} satisfies Plugin

/** The stand-alone verifier: `vite build --config vite.verifier.config.ts` makes dist/verifier/timbermark-verifier.html. */
export default defineConfig({
  plugins: [oneFile],
  publicDir: false,
  build: {
    outDir: 'dist/verifier',
    emptyOutDir: true,
    target: ['es2020', 'chrome80', 'safari14', 'firefox80'],
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/verifier/page.ts',
      output: { format: 'iife' },
    },
  },
})
