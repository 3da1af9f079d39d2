import type { Plugin } from 'vite'
import { runnerImport } from 'vite'
import { fileURLToPath } from 'node:url'
import { selectScriptTexts } from './src/script-texts.ts'

const prefix = 'virtual:texts/'
const areas = ['common', 'stage', 'trace'] as const

/** Provides `virtual:texts/zh` and the same for other languages: a module with the phrases that the script needs. */
export function textsPlugin(): Plugin {
  return {
    name: 'timbermark-texts',
    resolveId: id => (id.startsWith(prefix) ? id : undefined),
    async load(id) {
      if (!id.startsWith(prefix)) return undefined
      const all: Record<string, string> = {}
      for (const area of areas) {
        const file = fileURLToPath(import.meta.resolve(`@timbermark/phrases/${id.slice(prefix.length)}/${area}`))
        this.addWatchFile(file)
        const { module } = await runnerImport<Record<string, Record<string, string>>>(file)
        Object.assign(all, module[area])
      }
      return `export default ${JSON.stringify(selectScriptTexts(all))}`
    },
  }
}
