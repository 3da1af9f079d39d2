import type { Plugin } from 'vite'

/**
 * Lets the browser fetch ahead what the document's first script asks for: it need not have come and run before that is on
 * its way. The styles that are needed at once stand in the document already.
 * @param modules sources whose files, with all that they need, are requested first
 * @param base where the page's files are served
 */
export function fetchAhead(modules: readonly string[], base = '/'): Plugin {
  return {
    name: 'fetch-ahead',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return []
        const chunks = new Map(
          Object.values(bundle).flatMap(output => (output.type === 'chunk' ? [[output.fileName, output]] : [])),
        )
        const needed = new Set<string>()
        const need = (file: string) => {
          if (needed.has(file) || !chunks.has(file)) return
          needed.add(file)
          for (const other of chunks.get(file)!.imports) need(other)
        }
        for (const module of modules) {
          const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
          if (!chunk) throw new Error(`The page was built without a file for ${module}`)
          need(chunk.fileName)
        }
        return [...needed]
          .filter(file => !html.includes(`/${file}`))
          .map(file => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'modulepreload', crossorigin: true, href: `${base}${file}` },
          }))
      },
    },
  }
}
