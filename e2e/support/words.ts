import type { Language } from '@timbermark/contract'
import type { Params, PhraseKey } from '@timbermark/phrases'
import { phrase } from '@timbermark/phrases/all'

export type Words = (key: PhraseKey, params?: Params) => string

/** The texts that a person of this language reads, so that a journey asks for what is on the screen. */
export const words =
  (language: Language): Words =>
  (key, params) =>
    phrase(language, key, params)

/** The text of a key that is made at run time, for example of a stage. Throws when no such text exists. */
export function wordOf(t: Words, key: string): string {
  const text = t(key as PhraseKey)
  if (text === undefined) throw new Error(`No text for ${key}`)
  return text
}

/** Accessible names treat every space alike: French uses narrow ones. */
const spaced = (pattern: string) => pattern.replace(/\s/g, '\\s')
const literal = (text: string) => spaced(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

/** `pattern` as the whole name of something. */
export const named = (pattern: string) => new RegExp(`^${spaced(pattern)}$`)

/** Name of a button. Where it consists of two Chinese characters, the back office sets a space between them. */
export function button(text: string): RegExp {
  return new RegExp(/^\p{Script=Han}{2}$/u.test(text) ? `^${[...text].join(' ?')}$` : `^${literal(text)}$`)
}

/** `text` as a pattern that matches it and nothing else around it but asterisks of required fields and unit or notes. */
export function labelled(text: string): RegExp {
  return new RegExp(`^(\\* ?)?${literal(text)}( |$)`)
}

/** `text` as a pattern that matches it and nothing around it but the asterisk of a required field. */
export function exactly(text: string): RegExp {
  return new RegExp(`^(\\* ?)?${literal(text)}$`)
}
