import type { Translate } from '@timbermark/client'
import { kindOf, type StageValueFacts } from '@timbermark/contract/stages'
import { KindValue } from './kind-value.tsx'
import { Copyable } from './long-text.tsx'
import { useT } from '../../shell/index.ts'

/** A value of a stage field: a reported one, or an initial one of a report. */
export function StageValue({ field, value }: { field: StageValueFacts; value: unknown }) {
  const t = useT()
  const isCode = field.type === 'document' || field.type === 'plot' || field.type === 'code'
  if (isCode && value) return <Copyable text={String(value)} />
  return <KindValue kind={kindOf(field)} value={value} place="detail" labelOf={option => stageOptionLabel(t, option)} />
}

/**
 * Label of an option of a stage field, `true` and `false` included; the option itself when this version does not know
 * it.
 */
export function stageOptionLabel(t: Translate, option: string): string {
  if (option === 'true') return t('common.yes')
  if (option === 'false') return t('common.no')
  const key = `stage.option.${option}`
  return t.has(key) ? t(key) : option
}
