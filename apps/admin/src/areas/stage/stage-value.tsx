import type { Translate } from '@timbermark/client'
import type { StageFieldType } from '@timbermark/contract'
import { kindOf, type StageValueFacts } from '@timbermark/contract/stages'
import { KindValue } from '../../entity/kind-value.tsx'
import { Copyable } from '../../entity/long-text.tsx'
import { useT } from '../../shell/index.ts'

/** A reported value as `GET /stage/record/{id}` answers it. */
export interface ReportedValue {
  key: string
  type: StageFieldType
  group: string
  unit?: string
  dict?: string
  /** Name of an attribute that a company's own template added. */
  label?: string
  /** Kept back from public pages: personal, or a secret of the trade. */
  withheld?: boolean
  /** Files come as rows carry them. */
  value: unknown
}

/** A value of a stage in words: a reported one, or one that a report begins with. */
export function StageValue({ field, value }: { field: StageValueFacts; value: unknown }) {
  const t = useT()
  const isCode = field.type === 'document' || field.type === 'code'
  if (isCode && value) return <Copyable text={String(value)} />
  return <KindValue kind={kindOf(field)} value={value} place="detail" labelOf={option => stageOptionLabel(t, option)} />
}

/** Word for an option of a stage's field, `true` and `false` included; the option itself when a later version knows more. */
export function stageOptionLabel(t: Translate, option: string): string {
  if (option === 'true') return t('common.yes')
  if (option === 'false') return t('common.no')
  const key = `stage.option.${option}`
  return t.has(key) ? t(key) : option
}
