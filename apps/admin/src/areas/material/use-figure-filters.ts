import { useSearchParams } from 'react-router'
import { useCurrentQuery } from '../../shell/index.ts'

/** Filters of a screen of figures. They are in the address, so that a link shows the same figures. */
export function useFigureFilters<const Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (part: Partial<Record<Name, string>>) => void] {
  const [words, setWords] = useSearchParams()
  const currentQuery = useCurrentQuery()
  const filters = Object.fromEntries(names.map(name => [name, words.get(name) ?? ''])) as Record<Name, string>
  const change = (part: Partial<Record<Name, string>>) => {
    const next = currentQuery()
    for (const [name, value] of Object.entries<string | undefined>(part)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setWords(next)
  }
  return [filters, change]
}
