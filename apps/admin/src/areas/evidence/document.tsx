import { document } from '@timbermark/contract'
import { useNavigate } from 'react-router'
import type { Action } from '../../entity/actions/action-button.tsx'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import type { Row } from '../../entity/types.ts'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useSession, useT } from '../../shell/index.ts'
import { CurrentConsent } from './buyers-consent.tsx'
import { DocumentAccount } from './document-account.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { DocumentVersions } from './document-versions.tsx'
import { NextVersion } from './next-version.tsx'

/** Certificates and forms: their fields, file, versions, and the records that rely on them. */
export default function DocumentScreen() {
  const t = useT()
  const navigate = useNavigate()
  const { can } = useSession()
  const [renewing, setRenewing] = useAddressParam('version')
  const [editing] = useAddressParam('edit')
  const form = {
    ...(editing === undefined && { hints: { file: t('evidence.document.consent.hint') } }),
    above: { remark: () => (editing === undefined ? null : <CurrentConsent id={Number(editing)} />) },
  }
  const actionsOf = (row: Row): Action[] => [
    ...(can('evidence:document:edit')
      ? [
          {
            key: 'version',
            label: t('evidence.document.next'),
            short: t('evidence.document.nextShort'),
            run: () => setRenewing(String(row.id)),
          },
        ]
      : []),
    ...(can('stage:record:list')
      ? [
          {
            key: 'records',
            label: t('evidence.document.records'),
            run: () => navigate(`/stage/record?documentId=${row.id}`),
          },
        ]
      : []),
  ]
  return (
    <>
      <EntityScreen
        entity={document}
        form={form}
        endActions={actionsOf}
        detail={row => (
          <>
            <DocumentAccount id={row.id} />
            <DocumentPreview files={row.file} />
            <DocumentVersions id={row.id} />
          </>
        )}
      />
      {renewing !== undefined && can('evidence:document:edit') && (
        <NextVersion key={renewing} id={renewing} onClose={() => setRenewing(undefined)} />
      )}
    </>
  )
}
