import { readTypedDegrees } from '@timbermark/client'
import { useT } from '../../shell/index.ts'
import type { ControlProps } from './control-props.ts'
import { NumberControl } from './number-control.tsx'

/** Longitude and latitude. */
export function CoordinatesControl({ id, value, onChange, disabled }: ControlProps<[string, string]>) {
  const t = useT()
  const [longitude = '', latitude = ''] = value ?? []
  const change = (next: [string, string]) => onChange?.(next.every(part => part === '') ? null : next)
  const part = (at: 0 | 1, label: string) => (
    <NumberControl
      id={at === 0 ? id : undefined}
      exact
      read={text => readTypedDegrees(text, t.language, at === 0 ? 'longitude' : 'latitude')}
      disabled={disabled}
      aria-label={label}
      placeholder={label}
      value={[longitude, latitude][at] || undefined}
      onChange={typed => {
        // A text that is no place stays with its reason.
        const degrees = (typed ?? '') as string
        change(at === 0 ? [degrees, latitude] : [longitude, degrees])
      }}
    />
  )
  return (
    <div className="tm-day-range">
      {part(0, t('trace.scan-log.longitude'))}
      {part(1, t('trace.scan-log.latitude'))}
    </div>
  )
}
