import { useState } from 'react'
import { readLocal, writeLocal } from '../../shell/storage.ts'
import { useSession, useT } from '../../shell/index.ts'

/** The dictionary of species is long, and of one person's work only a few are needed. */
const speciesDictionary = 'tree_species'

/** Most species that a list begins with, as on the phone. */
const mostUsed = 6

interface Option {
  value: string
  label: string
}

/**
 * Lets lists of species begin with those that this account entered last in this browser.
 * @param dictionary the dictionary of the list; others stay as they are
 */
export function useUsedSpecies(dictionary: string = speciesDictionary) {
  const t = useT()
  const { user } = useSession()
  const key = `used-species:${user.userId}`
  // As it was when the form opened: the list does not change under the pointer.
  const [used] = useState(() => readUsed(key))
  const isSpecies = dictionary === speciesDictionary
  return {
    /** The options in two groups, when some of them were entered before; selects take groups for options. */
    group<O extends Option>(options: O[]): O[] {
      const often = isSpecies ? used.flatMap(species => options.find(({ value }) => value === species) ?? []) : []
      if (often.length === 0) return options
      return [
        { label: t('entity.usedBefore'), options: often },
        { label: t('entity.otherOptions'), options: options.filter(option => !often.includes(option)) },
      ] as unknown as O[]
    },
    remember(species: unknown) {
      if (!isSpecies || typeof species !== 'string' || species === '') return
      writeLocal(key, [...new Set([species, ...readUsed(key)])].slice(0, mostUsed).join(' '))
    },
  }
}

const readUsed = (key: string): string[] => (readLocal(key) ?? '').split(' ').filter(Boolean)
