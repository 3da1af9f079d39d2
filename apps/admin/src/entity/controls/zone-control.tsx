import { Select } from 'antd'
import { useMemo } from 'react'
import type { ControlProps } from './control-props.ts'
import { searchOptions } from './search-options.ts'

/** The time zone of this browser. */
export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** A time zone by its name; the zones that the browser knows are offered. */
export function ZoneControl({ value, onChange, ...props }: ControlProps<string>) {
  const names = useMemo(
    () =>
      [...new Set(['UTC', browserZone(), ...Intl.supportedValuesOf('timeZone')])].map(name => ({
        value: name,
        label: name,
        // New York is America/New_York.
        names: [name.replaceAll('_', ' ')],
      })),
    [],
  )
  return (
    <Select
      {...props}
      showSearch={searchOptions}
      value={value}
      options={names}
      onChange={(chosen: string) => onChange?.(chosen)}
    />
  )
}
