import { document } from '@timbermark/contract'
import { Alert } from 'antd'
import { useMemo } from 'react'
import { FieldItem } from '../../entity/form/field-item.tsx'
import { bodyOf, formFields, initialValues } from '../../entity/form/form-model.ts'
import { RecordDrawer } from '../../entity/form/record-drawer.tsx'
import { isWide } from '../../entity/form/wide.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'

/** The next version of a paper: starts with the current values; records keep the version that they rely on. */
export function NextVersion({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const { permissions } = useSession()
  const fields = useMemo(() => formFields(document, permissions).filter(([name]) => name !== 'code'), [permissions])
  return (
    <RecordDrawer
      entity={document}
      id={id}
      title={t('evidence.document.next')}
      onClose={onClose}
      initial={row => initialValues(document, row)}
      body={(values, row) => bodyOf(document, fields, values, row)}
      send={(body, _row, headersFor) =>
        client.call('POST /evidence/document/version', { body, headers: headersFor(body) })
      }
      done={answer => t('evidence.document.nextDone', { n: Number((answer as { version: number }).version) })}
    >
      {row => (
        <>
          <Alert
            type="info"
            showIcon
            className="tm-form-wide tm-form-problems"
            title={t('evidence.document.nextTitle', { name: String(row?.name ?? '') })}
            description={t('evidence.document.nextText')}
          />
          {fields.map(([name, field]) => (
            <FieldItem key={name} entity={document} name={name} field={field} wide={isWide(field)} />
          ))}
        </>
      )}
    </RecordDrawer>
  )
}
