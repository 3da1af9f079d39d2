import {
  checkText,
  type Field,
  type TextsInput,
  isAbsent,
  type Issue,
  type Language,
  languages,
  type Listed,
  type TextField,
  type Texts,
  textsKeyOf,
  textsOf,
} from '@timbermark/contract'
import type { Row } from '../types.ts'
import type { FormValues } from './form-values.ts'

/** Whether people may enter this text in each language. */
export const isMultilingual = (field: Field): field is TextField & { inLanguages: true } =>
  field.kind === 'text' && field.inLanguages === true

const multilingualFields = (entity: Listed) =>
  Object.entries(entity.fields).flatMap(([name, field]) => (isMultilingual(field) && !field.readonly ? [name] : []))

/** A multilingual text as a form holds it: in the user's language, and in the others. */
export interface NameInForm {
  text: string
  others: Texts
}

/** @returns undefined for a text of unknown language, which counts as the user's language */
export function nameInForm(texts: unknown, language: Language): NameInForm | undefined {
  const { [language]: text = '', ...others } = textsOf(texts)
  return text === '' && Object.keys(others).length === 0 ? undefined : { text, others }
}

/** A row as initial values of a form: texts in the user's language, with the other languages next to them. */
export function rowForForm(entity: Listed, row: Row, language: Language): Row {
  const names = multilingualFields(entity).flatMap(name => {
    const split = nameInForm(row[textsKeyOf(name)], language)
    return split ? [[name, split.text] as const, [textsKeyOf(name), split.others] as const] : []
  })
  return { ...row, ...Object.fromEntries(names) }
}

/** Initial values of the texts by language. */
export function namesOfRow(entity: Listed, row: Row | undefined): FormValues {
  return row
    ? Object.fromEntries(multilingualFields(entity).map(name => [textsKeyOf(name), textsOf(row[textsKeyOf(name)])]))
    : {}
}

/** Texts by language among the initial values of a new record. */
export function givenTexts(entity: Listed, defaults: FormValues): FormValues {
  const keys = multilingualFields(entity).map(textsKeyOf)
  return Object.fromEntries(keys.flatMap(key => (key in defaults ? [[key, textsOf(defaults[key])] as const] : [])))
}

/**
 * What is sent of a text by language: for a new record what was filled in, otherwise what was changed.
 * @returns undefined when that is nothing
 */
export function changedTexts(name: string, values: FormValues, row: Row | undefined): FormValues | undefined {
  const key = textsKeyOf(name)
  if (!(key in values)) return undefined
  const [now, before] = [textsOf(values[key]), textsOf(row?.[key])]
  const changed = languages.filter(language => (now[language] ?? '') !== (before[language] ?? ''))
  return changed.length > 0 ? Object.fromEntries(changed.map(language => [language, now[language] ?? ''])) : undefined
}

/** Multilingual texts of a form without a record, each in the user's language and in the others. */
export type NamesInForm<K extends string> = { [N in K]?: string } & { [N in `${K}Texts`]?: Texts }

/** The same texts as a call takes them. */
export function namesToSend<const K extends string>(names: readonly K[], values: NamesInForm<K>) {
  const all: FormValues = values
  return Object.fromEntries(
    names.flatMap(name => {
      const texts = changedTexts(name, all, undefined)
      return [[name, all[name] ?? ''], ...(texts ? [[textsKeyOf(name), texts]] : [])]
    }),
  ) as { [N in K]: string } & { [N in `${K}Texts`]?: TextsInput }
}

/** The issue of a multilingual text: it is required in one language at least. */
export function nameIssue(name: string, field: TextField, value: unknown, values: FormValues): Issue | undefined {
  if (!isAbsent(value)) {
    const fault = checkText(field, value)
    return fault && { field: name, ...fault }
  }
  const inAnother = Object.keys(textsOf(values[textsKeyOf(name)])).length > 0
  return field.required && !inAnother ? { field: name, error: 'required' } : undefined
}
