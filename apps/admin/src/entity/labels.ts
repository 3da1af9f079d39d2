import type { Translate } from '@timbermark/client'
import { type Listed, isStageKey, keyOf, phraseOf } from '@timbermark/contract'
import type { PhraseKey } from '@timbermark/phrases'
import { canUse } from './actions/permissions.ts'
import type { Permissions } from './types.ts'

/** Fields that every stored row has in addition to the declared ones. */
const everyRow: Record<string, PhraseKey> = {
  id: 'common.id',
  createTime: 'common.createTime',
  updateTime: 'common.updateTime',
  createBy: 'common.createBy',
}

/** The key is built from a declaration; the phrases fail to compile when it is missing. */
export function entityLabel(t: Translate, entity: Listed): string {
  return t.from(phraseOf(entity))
}

export function fieldLabel(t: Translate, entity: Listed, name: string): string {
  const entityKey = `${phraseOf(entity)}.${name}`
  const common = everyRow[name]
  return common && !t.has(entityKey) ? t(common) : t.from(entityKey)
}

export function optionLabel(t: Translate, entity: Listed, name: string, option: string): string {
  const entityKey = `${phraseOf(entity)}.${name}.${option}`
  if (t.has(entityKey)) return t(entityKey)
  // A filter by a yes or no that is no column has no words of its own.
  if (option === 'true' || option === 'false') return t(option === 'true' ? 'common.yes' : 'common.no')
  // A stage has the same name everywhere.
  return isStageKey(option) ? t(`stage.${option}`) : option
}

/**
 * Label of an option in a cell of a list: the short form where the label has one, because a chip takes one line.
 * @returns `fullLabel` only when it says more than `label`
 */
export function optionChip(
  t: Translate,
  entity: Listed,
  name: string,
  option: string,
): { label: string; fullLabel?: string } {
  const fullLabel = optionLabel(t, entity, name, option)
  const short = `${phraseOf(entity)}.${name}.${option}.short`
  return t.has(short) ? { label: t(short), fullLabel } : { label: fullLabel }
}

/**
 * Hint for an empty list: what to do first. Only for entities that have such a phrase, and only for people who may add
 * a record.
 */
export function emptyHint(t: Translate, entity: Listed, permissions: Permissions): string | undefined {
  if (entity.operations.includes('add') && !canUse(entity, 'add', permissions)) return undefined
  const key = `empty.${keyOf(entity)}`
  return t.has(key) ? t(key) : undefined
}

/** Prefix of the ids of a form's controls. One page can show the same field in several forms. */
export function formName(entity: Listed, purpose: string): string {
  return `${phraseOf(entity).replaceAll('.', '-')}-${purpose}`
}

/** Label of a button: the entity's own phrase for the verb, else the common one. */
export function verbLabel(t: Translate, entity: Listed, verb: string): string {
  const entityKey = `${phraseOf(entity)}.${verb}`
  return t.has(entityKey) && !(verb in entity.fields) ? t(entityKey) : t.from(`action.${verb}`)
}
