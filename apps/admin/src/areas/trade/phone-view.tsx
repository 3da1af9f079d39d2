import { phoneViews } from '@timbermark/contract'
import { canUse } from '../../entity/actions/permissions.ts'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { useSession } from '../../shell/index.ts'
import '../../entity/entity.css'

/** The log of who requested the phone numbers of the enterprise's own listings. */
export default function PhoneViewScreen() {
  const { permissions } = useSession()
  if (!canUse(phoneViews, 'list', permissions)) return <NoPermission />
  return (
    <EntityTable
      entity={phoneViews}
      toolbar={canUse(phoneViews, 'export', permissions) && <ExportButton entity={phoneViews} />}
    />
  )
}
