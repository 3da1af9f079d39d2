import { type StageKey, stageKeys } from '@timbermark/contract'
import { Select } from 'antd'
import { useT } from '../../shell/index.ts'
import { leaveByTab } from '../form/leave-by-tab.ts'
import type { ControlProps } from './control-props.ts'
import { searchOptions } from './search-options.ts'

/** The 18 stages with their numbers, in order. */
export function useStageOptions(): { value: StageKey; label: string }[] {
  const t = useT()
  return stageKeys.map((value, index) => ({ value, label: `${index + 1}. ${t(`stage.${value}`)}` }))
}

/** Several stages; they are named in their order, however they were chosen. */
export function StagesControl({ value, onChange, ...props }: ControlProps<StageKey[]>) {
  const options = useStageOptions()
  return (
    // Nothing is preselected, because leaving the field with Tab would add one more stage.
    <Select
      {...props}
      mode="multiple"
      value={value ?? []}
      options={options}
      showSearch={searchOptions}
      defaultActiveFirstOption={false}
      onInputKeyDown={leaveByTab}
      onChange={(chosen: StageKey[]) => onChange?.(stageKeys.filter(stage => chosen.includes(stage)))}
    />
  )
}
