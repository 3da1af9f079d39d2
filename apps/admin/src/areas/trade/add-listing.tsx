import type { Field } from '@timbermark/contract'
import { listing } from '@timbermark/contract'
import { Button, Card } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { bodyOf, formFields, initialValues } from '../../entity/form/form-model.ts'
import { mayUse } from '../../entity/actions.ts'
import { NoPermission } from '../../entity/list-states.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { FieldItem } from '../../entity/form/field-item.tsx'
import { useRecordForm } from '../../entity/form/use-record-form.tsx'
import { kindOf, tradePaths } from './addresses.ts'
import { checkUnit } from './listing-rules.ts'
import '../../entity/entity.css'
import './trade.css'

const wide = new Set(['remark', 'picture'])

/** New release: `/trade/publishInfo/add`. */
export default function AddListingScreen() {
  const { permissions } = useSession()
  return mayUse(listing, 'add', permissions) ? <AddListing /> : <NoPermission />
}

function AddListing() {
  const t = useT()
  const navigate = useNavigate()
  const { user, permissions } = useSession()
  const [search] = useSearchParams()
  const kind = kindOf(search.get('kind'))
  const fields: [string, Field][] = formFields(listing, permissions)
  const { content, form, saving, waiting, waitText, close } = useRecordForm({
    entity: listing,
    id: undefined,
    onClose: saved =>
      navigate(saved ? `${tradePaths.list}?mine=true&kind=${form.getFieldValue('kind')}` : tradePaths.list),
    initial: () => initialValues(listing, undefined, { kind, publisher: user.enterpriseName ?? user.nickName }),
    body: values => bodyOf(listing, fields, values, undefined),
    done: () => t('trade.listing.published'),
    onValuesChange: checkUnit,
    children: () => fields.map(([name]) => <FieldItem key={name} entity={listing} name={name} wide={wide.has(name)} />),
  })
  return (
    <Card title={t('menu.trade.publish-add')} className="tm-trade-form">
      <p className="tm-muted">{t('trade.listing.auditHint')}</p>
      {content}
      <div className="tm-drawer-foot">
        <Button onClick={close}>{t('action.cancel')}</Button>
        <Button type="primary" loading={saving} disabled={waiting} title={waitText} onClick={() => form.submit()}>
          {t('trade.listing.publish')}
        </Button>
      </div>
    </Card>
  )
}
