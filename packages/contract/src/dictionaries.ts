import { treeSpecies } from './stage/species.ts'

/** How lists show a value: the tag styles of the dictionary screen. */
export type ListClass = 'default' | 'primary' | 'success' | 'info' | 'warning' | 'danger'

interface EntryData {
  value: string
  listClass?: ListClass
  default?: boolean
  /** Genus and species of a timber species. */
  latin?: readonly [genus: string, species: string]
}

export interface DictionaryEntry<Key extends string = DictPhraseKey> extends EntryData {
  /** Phrase key of the label: `dict.<type>.<value>`. */
  label: Key
}

/** A delivered dictionary. The platform may add entries; entries are ordered by `sort`, from 1. */
export interface Dictionary<Key extends string = DictPhraseKey> {
  type: string
  /** Phrase key of the name: `dict.<type>`. */
  name: Key
  entries: readonly DictionaryEntry<Key>[]
}

function dictionary<const T extends string, const E extends readonly EntryData[]>(type: T, entries: E) {
  type Label = `dict.${T}.${E[number]['value']}`
  return {
    type,
    name: `dict.${type}` as `dict.${T}`,
    entries: (entries as readonly EntryData[]).map(entry => ({
      ...entry,
      label: `dict.${type}.${entry.value}` as Label,
    })),
  }
}

const normal = { value: '0', listClass: 'primary', default: true } as const

const declared = [
  dictionary('sys_user_sex', [{ value: '0', default: true }, { value: '1' }]),
  dictionary('sys_show_hide', [normal, { value: '1', listClass: 'danger' }]),
  dictionary('sys_normal_disable', [normal, { value: '1', listClass: 'danger' }]),
  dictionary('sys_job_status', [normal, { value: '1', listClass: 'danger' }]),
  dictionary('sys_job_group', [{ value: 'DEFAULT', default: true }, { value: 'SYSTEM' }]),
  dictionary('sys_yes_no', [
    { value: 'Y', listClass: 'primary', default: true },
    { value: 'N', listClass: 'danger' },
  ]),
  dictionary('sys_notice_type', [
    { value: '1', listClass: 'warning', default: true },
    { value: '2', listClass: 'success' },
  ]),
  dictionary('sys_notice_status', [normal, { value: '1', listClass: 'danger' }]),
  dictionary('sys_oper_type', [
    { value: '1', listClass: 'info' },
    { value: '2', listClass: 'info' },
    { value: '3', listClass: 'danger' },
    { value: '4', listClass: 'primary' },
    { value: '5', listClass: 'warning' },
    { value: '6', listClass: 'warning' },
    { value: '7', listClass: 'danger' },
    { value: '8', listClass: 'warning' },
    { value: '9', listClass: 'danger' },
    { value: '0', listClass: 'info' },
  ]),
  dictionary('sys_common_status', [
    { value: '0', listClass: 'primary' },
    { value: '1', listClass: 'danger' },
  ]),
  dictionary('user_type', [
    { value: '1', listClass: 'primary', default: true },
    { value: '2', listClass: 'success' },
    { value: '3', listClass: 'info' },
    { value: '4', listClass: 'warning' },
    { value: '5', listClass: 'default' },
  ]),
  dictionary('enterprise_kind', [
    { value: 'forestOperator' },
    { value: 'processor', default: true },
    { value: 'exporter' },
    { value: 'importer' },
    { value: 'manufacturer' },
    { value: 'dealer' },
    { value: 'certifier' },
    { value: 'logistics' },
  ]),
  dictionary('document_type', [
    { value: 'certificate', listClass: 'success', default: true },
    { value: 'form', listClass: 'info' },
  ]),
  dictionary('tree_species', treeSpecies),
  dictionary('forest_level', [
    { value: 'primary' },
    { value: 'secondary', default: true },
    { value: 'plantation' },
    { value: 'community' },
    { value: 'protected' },
  ]),
  dictionary('resource_status', [
    { value: 'abundant', listClass: 'success' },
    { value: 'moderate', listClass: 'primary', default: true },
    { value: 'scarce', listClass: 'warning' },
    { value: 'regenerating', listClass: 'info' },
  ]),
  dictionary('wood_kind', [
    { value: 'log', default: true },
    { value: 'squared' },
    { value: 'sawn' },
    { value: 'veneer' },
    { value: 'plywood' },
    { value: 'moulding' },
    { value: 'flooring' },
    { value: 'chips' },
    { value: 'furniture' },
    { value: 'other' },
  ]),
  dictionary('log_grade', [
    { value: 'LM', default: true },
    { value: 'A' },
    { value: 'B' },
    { value: 'C' },
    { value: 'D' },
    { value: 'first' },
    { value: 'second' },
    { value: 'third' },
    { value: 'ungraded' },
  ]),
  dictionary('product_quality', [
    { value: 'superior', listClass: 'success' },
    { value: 'first', listClass: 'primary' },
    { value: 'qualified', listClass: 'info', default: true },
    { value: 'unqualified', listClass: 'danger' },
  ]),
  dictionary('transport_mode', [
    { value: 'road', default: true },
    { value: 'rail' },
    { value: 'river' },
    { value: 'raft' },
    { value: 'sea' },
    { value: 'air' },
    { value: 'multimodal' },
  ]),
  dictionary('currency', [
    { value: 'USD', default: true },
    { value: 'EUR' },
    { value: 'CNY' },
    { value: 'XAF' },
    { value: 'XOF' },
    { value: 'GBP' },
  ]),
] as const satisfies readonly Dictionary<string>[]

/** The delivered dictionaries, system ones first. */
export const dictionaries: readonly Dictionary[] = declared

export type DictionaryType = (typeof declared)[number]['type']
/** Phrases that the delivered dictionaries require in every language. */
export type DictPhraseKey = (typeof declared)[number]['name'] | (typeof declared)[number]['entries'][number]['label']

const byType = new Map(dictionaries.map(one => [one.type, one]))

/** The delivered dictionary of this type; undefined for dictionaries that people added. */
export function dictionaryByType(type: string): Dictionary | undefined {
  return byType.get(type)
}
