import type { ControlProps } from '../../entity/controls/control-props.ts'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { useT } from '../../shell/index.ts'

/** The circulation of a batch; when empty, its product category's circulation applies. */
export function CirculationControl(props: ControlProps<number>) {
  const t = useT()
  return (
    <>
      <ReferenceControl {...props} entity="stage/circulation" />
      <p className="tm-muted tm-control-hint">{t('catalog.batch.circulationHint')}</p>
    </>
  )
}
