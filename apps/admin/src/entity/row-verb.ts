import type { Translate } from '@timbermark/client'
import type { Action } from './action-button.tsx'
import type { Row } from './types.ts'

/**
 * The button of a verb that is not part of the declaration: absent without the permission or when the row is out of
 * reach, disabled with the reason when the server says why, otherwise open.
 * @param held does the reader hold the permission that the verb needs?
 */
export function rowVerb(
  t: Translate,
  row: Row,
  verb: string,
  held: boolean,
  action: Omit<Action, 'key' | 'reason'>,
): Action[] {
  if (!held) return []
  const refusal = row.why?.[verb]
  if (refusal) return [{ ...action, key: verb, reason: t(`error.${refusal}`) }]
  if (row.can && !row.can.includes(verb)) return []
  return [{ ...action, key: verb }]
}
