import type { Field } from '@timbermark/contract'
import { listing, product } from '@timbermark/contract'
import { Button, Card } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { bodyOf, formFields, initialValues } from '../../entity/form/form-model.ts'
import { canUse } from '../../entity/actions/permissions.ts'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { useSession, useT, Waiting } from '../../shell/index.ts'
import { restartView } from '../../shell/tags/tags.ts'
import { useRow } from '../../entity/use-entity.ts'
import { FieldItem } from '../../entity/form/field-item.tsx'
import { useRecordForm } from '../../entity/form/use-record-form.tsx'
import { kindOf, tradePaths } from './addresses.ts'
import { checkUnit } from './listing-rules.ts'
import '../../entity/entity.css'
import './trade.css'

const wideFields = new Set(['remark', 'picture'])

/** New listing: `/trade/publishInfo/add`. */
export default function AddListingScreen() {
  const { permissions } = useSession()
  const [search] = useSearchParams()
  const productId = Number(search.get('productId')) || undefined
  const mayRead = productId !== undefined && canUse(product, 'query', permissions)
  const { data, isLoading } = useRow(product, mayRead ? String(productId) : undefined)
  if (!canUse(listing, 'add', permissions)) return <NoPermission />
  // The form takes its initial values once, so the product must be loaded first. Without access to it the name is typed.
  if (isLoading) return <Waiting paragraph={{ rows: 8 }} />
  return <AddListing key={productId} productId={productId} goodsName={data && String(data.name)} />
}

/** @param productId the enterprise's own product that is listed; `goodsName` is its name */
function AddListing({ productId, goodsName }: { productId: number | undefined; goodsName: string | undefined }) {
  const t = useT()
  const navigate = useNavigate()
  const { user, permissions } = useSession()
  const [search] = useSearchParams()
  const kind = kindOf(search.get('kind'))
  const fields: [string, Field][] = formFields(listing, permissions)
  const { content, form, saving, waiting, waitText, close } = useRecordForm({
    entity: listing,
    id: undefined,
    variant: productId ? ` productId:${productId}` : undefined,
    onClose: saved => {
      // Otherwise the cached screen would start the next listing with these values.
      restartView(tradePaths.add)
      navigate(saved ? `${tradePaths.list}?mine=true&kind=${form.getFieldValue('kind')}` : tradePaths.list)
    },
    initial: () =>
      initialValues(listing, undefined, {
        kind,
        publisher: user.enterpriseName ?? user.nickName,
        ...(productId ? { productId } : {}),
        ...(goodsName ? { goodsName } : {}),
      }),
    body: values => bodyOf(listing, fields, values, undefined),
    done: () => t('trade.listing.published'),
    onValuesChange: checkUnit,
    children: () =>
      fields.map(([name]) => (
        <FieldItem
          key={name}
          entity={listing}
          name={name}
          wide={wideFields.has(name)}
          hint={name === 'productId' ? t('trade.listing.productHint') : undefined}
        />
      )),
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
