import type { common } from '@timbermark/phrases/en/common'
import type { stage } from '@timbermark/phrases/en/stage'
import type { trace } from '@timbermark/phrases/en/trace'

export type TextKey = keyof typeof common | keyof typeof stage | keyof typeof trace
export type TraceKey = keyof typeof trace
export type Params = Record<string, string | number>

/** Texts of one language, by key. */
export class Texts {
  readonly all: Record<string, string>

  constructor(all: Record<string, string>) {
    this.all = all
  }

  /** The text of `key`, with its `{name}` placeholders filled in. */
  t(key: TextKey, params: Params = {}): string {
    return this.find(key, params) ?? key
  }

  /** The text of a key that is only known at run time (a stage, a field); undefined without one. */
  find(key: string, params: Params = {}): string | undefined {
    const text = this.all[key]
    return typeof text === 'string'
      ? text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
      : undefined
  }

  /** `key.one` or `key.other`. French says "0 fois, 1 fois" in the singular. */
  count(key: string, n: number, formatted: string, language: string): string {
    const form = new Intl.PluralRules(language).select(n) === 'one' ? 'one' : 'other'
    return this.find(`${key}.${form}`, { n: formatted }) ?? formatted
  }

  /** The word for a unit after a number; countable units have a singular form. */
  unit(unit: string, n: number, language: string): string {
    const one = new Intl.PluralRules(language).select(n) === 'one' ? this.find(`unit.${unit}.one`) : undefined
    return one ?? this.find(`unit.${unit}`) ?? unit
  }

  stage(key: string): string {
    return this.find(`stage.${key}`) || humanizeKey(key)
  }

  field(key: string): string {
    return this.find(`stage.field.${key}`) || humanizeKey(key)
  }

  group(key: string): string {
    return this.find(`stage.group.${key}`) || humanizeKey(key)
  }
}

/** Turns a key without a text (a field that an enterprise added to its template) into words: `logYard2` -> `Log yard 2`. */
export function humanizeKey(key: string): string {
  const words = key
    .replace(/[_.-]+/g, ' ')
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
