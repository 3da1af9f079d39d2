import { isFilesKind, type StageField } from '@timbermark/contract'
import { kindOf } from '@timbermark/contract/stages'
import { KindControl } from '../../../entity/controls/control.tsx'
import type { ControlProps } from '../../../entity/controls/control-props.ts'
import { useT } from '../../../shell/index.ts'
import { stageOptionLabel } from '../../../entity/values/stage-value.tsx'

/** The control of a stage's field; values have the same form as in a report. Files cannot be preset. */
export function PresetControl({ field, ...props }: ControlProps & { field: StageField }) {
  const t = useT()
  const kind = kindOf(field)
  if (isFilesKind(kind)) return null
  return <KindControl {...props} kind={kind} exact labelOf={option => stageOptionLabel(t, option)} />
}
