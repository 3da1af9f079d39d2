import { accountLength, accountPattern, email, enterprise, type Field, mobile, text } from '@timbermark/contract'
import { Alert, Form } from 'antd'
import { bodyOf, initialValues } from '../../entity/form/form-model.ts'
import { useClient, useT } from '../../shell/index.ts'
import { FieldItem } from '../../entity/form/field-item.tsx'
import { RecordDrawer } from '../../entity/form/record-drawer.tsx'

/** The account created with an enterprise, to be handed over. */
export interface CreatedAccount {
  name: string
  administrator: string
  /** The initial password, valid once. */
  password: string
  /** Hours until the password expires. */
  initialHours: number
}

interface EnterpriseFormProps {
  id: string | undefined
  onClose: () => void
  onCreated: (created: CreatedAccount) => void
}

/** Fields of the administrator, asked only when an enterprise is created. */
const administratorFields = {
  administrator: text({ ...accountLength, pattern: accountPattern, patternPhrase: 'account' }),
  adminEmail: email({}),
  adminPhone: mobile({}),
}

const plainFields = Object.entries(enterprise.fields as Record<string, Field>).filter(([, field]) => !field.readonly)
const createFields: [string, Field][] = [
  ...plainFields.filter(([name]) => name !== 'status'),
  ...Object.entries(administratorFields),
]

/** Adds or edits an enterprise; the form shows what is created with it. */
export function EnterpriseForm({ id, onClose, onCreated }: EnterpriseFormProps) {
  const t = useT()
  const client = useClient()
  const item = { entity: enterprise }
  return (
    <RecordDrawer
      entity={enterprise}
      id={id}
      onClose={onClose}
      initial={row => initialValues(enterprise, row)}
      body={(values, row) =>
        bodyOf(enterprise, row ? plainFields.filter(([name]) => name !== 'status') : createFields, values, row)
      }
      send={async (body, row, headersFor) => {
        if (row) return client.call('PUT /tenant/enterprise', { body, headers: headersFor(body) })
        const answer = await client.call('POST /tenant/enterprise', { body, headers: headersFor(body) })
        onCreated({ name: String(body.name), ...answer })
        return answer
      }}
    >
      {row => (
        <>
          {!row && (
            <Alert
              type="info"
              showIcon
              className="tm-form-wide tm-form-problems"
              title={t('tenant.enterprise.createsTitle')}
              description={<CreationHints />}
            />
          )}
          <FieldItem
            {...item}
            name="identification"
            disabled={row !== undefined}
            hint={t('tenant.enterprise.idHint')}
          />
          <FieldItem {...item} name="name" />
          <FieldItem {...item} name="publicName" hint={t('tenant.enterprise.publicNameHint')} />
          <FieldItem {...item} name="kind" />
          <FieldItem {...item} name="timeZone" hint={t('tenant.enterprise.timeZoneHint')} />
          <FieldItem {...item} name="contact" />
          <FieldItem {...item} name="phone" />
          {!row && (
            <>
              <FieldItem
                {...item}
                name="administrator"
                field={administratorFields.administrator}
                hint={t('tenant.enterprise.administratorHint')}
              />
              <FieldItem {...item} name="adminEmail" field={administratorFields.adminEmail} />
              <FieldItem {...item} name="adminPhone" field={administratorFields.adminPhone} />
            </>
          )}
          <FieldItem {...item} name="remark" wide />
        </>
      )}
    </RecordDrawer>
  )
}

/** The account and password that will be created, from the values typed so far. */
function CreationHints() {
  const t = useT()
  const form = Form.useFormInstance()
  const identification = (Form.useWatch('identification', form) as string | undefined)?.trim()
  const administrator = (Form.useWatch('administrator', form) as string | undefined)?.trim()
  const account = administrator || identification
  return (
    <ul className="tm-creates">
      <li>
        {account ? t('tenant.enterprise.createsAccount', { account }) : t('tenant.enterprise.createsSomeAccount')}
      </li>
      <li>{t('tenant.enterprise.createsPassword')}</li>
      <li>{t('tenant.enterprise.createsRest')}</li>
    </ul>
  )
}
