import type { Menu, MenuNode } from '../../shell/frame/menu.ts'
import { type HelpWord, helpOn, type ScreenHelp } from './screen-help.ts'

export interface Section {
  /** Address of the screen. */
  path: string
  /** As in the menu: key of a phrase, or plain text that people entered. */
  title: string
  help: ScreenHelp
}

/** A group of the menu. */
export interface Chapter {
  title: string
  sections: readonly Section[]
}

/**
 * The chapters of a handbook for one person: the menu in its order, each screen that has help once. Entries that people added
 * have none and are left out; so is what the person may not open, because the menu does not have it.
 */
export function chaptersOf({ nodes, screens }: Pick<Menu, 'nodes' | 'screens'>): Chapter[] {
  const seen = new Set<string>()
  const sectionsOf = ({ path, title, children }: MenuNode): Section[] => {
    const screen = screens.get(path)?.screen
    const help = children.length === 0 ? helpOn(screen) : undefined
    if (!help) return children.flatMap(sectionsOf)
    if (seen.has(screen!)) return []
    seen.add(screen!)
    return [{ path, title, help }]
  }
  return nodes
    .map(node => ({ title: node.title, sections: sectionsOf(node) }))
    .filter(({ sections }) => sections.length > 0)
}

/** The words that the sections explain, each once. */
export const wordsOf = (chapters: readonly Chapter[]): HelpWord[] => [
  ...new Set(chapters.flatMap(({ sections }) => sections.flatMap(({ help }) => help.words))),
]
