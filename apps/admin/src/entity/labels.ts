import type { Translate } from '@timbermark/client'
import { type Listed, isStageKey, keyOf, phraseOf } from '@timbermark/contract'
import type { PhraseKey } from '@timbermark/phrases'
import { canUse } from './actions/permissions.ts'
import type { Permissions } from './types.ts'

/** Fields that every row has besides its own. */
const everyRow: Record<string, PhraseKey> = {
  id: 'common.id',
  createTime: 'common.createTime',
  updateTime: 'common.updateTime',
  createBy: 'common.createBy',
}

/** Keys made from a declaration: that they exist is checked when the phrases compile. */
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
  // A stage is called the same everywhere.
  return isStageKey(option) ? t(`stage.${option}`) : option
}

/** What to do first where there is no record yet, for entities that have such words; not for those who may not do it. */
export function emptyHint(t: Translate, entity: Listed, permissions: Permissions): string | undefined {
  if (entity.operations.includes('add') && !canUse(entity, 'add', permissions)) return undefined
  const key = `empty.${keyOf(entity)}`
  return t.has(key) ? t(key) : undefined
}

/** Prefix of the ids of a form's controls: the same field stands in several forms of one page. */
export function formName(entity: Listed, purpose: string): string {
  return `${phraseOf(entity).replaceAll('.', '-')}-${purpose}`
}

/** Name of a button: a verb of the entity's own, else the word that every screen uses. */
export function verbLabel(t: Translate, entity: Listed, verb: string): string {
  const entityKey = `${phraseOf(entity)}.${verb}`
  return t.has(entityKey) && !(verb in entity.fields) ? t(entityKey) : t.from(`action.${verb}`)
}
