import type { Plugin } from 'vite'
import { runnerImport } from 'vite'
import { fileURLToPath } from 'node:url'
import { selectCompanyTexts, selectScriptTexts } from './src/script-texts.ts'

const selections = { 'virtual:texts/': selectScriptTexts, 'virtual:company-texts-': selectCompanyTexts }
const areas = ['common', 'stage', 'trace'] as const
const find = (id: string) => Object.entries(selections).find(([prefix]) => id.startsWith(prefix))

/**
 * Provides `virtual:texts/zh` and the same for other languages: a module with the phrases that the script needs; and
 * `virtual:company-texts-zh`: those of its part for several companies.
 */
export function textsPlugin(): Plugin {
  return {
    name: 'timbermark-texts',
    resolveId: id => (find(id) ? id : undefined),
    async load(id) {
      const [prefix, select] = find(id) ?? []
      if (!prefix || !select) return undefined
      const all: Record<string, string> = {}
      for (const area of areas) {
        const file = fileURLToPath(import.meta.resolve(`@timbermark/phrases/${id.slice(prefix.length)}/${area}`))
        this.addWatchFile(file)
        const { module } = await runnerImport<Record<string, Record<string, string>>>(file)
        Object.assign(all, module[area])
      }
      return `export default ${JSON.stringify(select(all))}`
    },
  }
}
