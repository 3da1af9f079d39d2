import type { Listed } from '@timbermark/contract'
import { DictTag } from '../../../entity/values/dict-tag.tsx'
import type { Cell } from '../../../entity/list/table-props.ts'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import type { Row } from '../../../entity/types.ts'
import { StatusSwitch, statusDict } from '../../../entity/actions/status-switch.tsx'
import { useT } from '../../../shell/index.ts'

/** Whose template it is: the platform's, read by everybody, or the enterprise's own. */
export function OwnerTag({ row }: { row: Row }) {
  const t = useT()
  return (
    <ToneTag tone={row.own === true ? 'success' : 'default'}>
      {t(row.own === true ? 'stage.template.owner.own' : 'stage.template.owner.platform')}
    </ToneTag>
  )
}

/** Status of the own ones is switched, that of the platform's is read. */
export function ownStatus(entity: Listed): Cell {
  return row =>
    row.own === true && row.can?.includes('edit') ? (
      <StatusSwitch entity={entity} row={row} name="status" />
    ) : (
      <DictTag type={statusDict} value={String(row.status)} />
    )
}
