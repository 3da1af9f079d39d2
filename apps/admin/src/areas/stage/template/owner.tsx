import type { Listed } from '@timbermark/contract'
import { DictTag } from '../../../entity/values/dict-tag.tsx'
import type { Cell } from '../../../entity/list/table-props.ts'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import type { Row } from '../../../entity/types.ts'
import { StatusSwitch, statusDict } from '../../../entity/actions/status-switch.tsx'
import { useT } from '../../../shell/index.ts'

/** The owner of a template: the platform, whose templates everybody reads, or the enterprise. */
export function OwnerTag({ row }: { row: Row }) {
  const t = useT()
  return (
    <ToneTag tone={row.own === true ? 'success' : 'default'}>
      {t(row.own === true ? 'stage.template.owner.own' : 'stage.template.owner.platform')}
    </ToneTag>
  )
}

/** The status of own templates can be switched; the platform's is read-only. */
export function ownerStatusCell(entity: Listed): Cell {
  return row =>
    row.own === true && row.can?.includes('edit') ? (
      <StatusSwitch entity={entity} row={row} name="status" />
    ) : (
      <DictTag type={statusDict} value={String(row.status)} />
    )
}
