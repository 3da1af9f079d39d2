import { useState } from 'react'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import type { Row } from '../../entity/types.ts'
import { useClient, useT } from '../../shell/index.ts'
import { phoneOf } from './listing-cells.tsx'

/** The phone number of a listing. Whoever may see it whole asks for it, which its owner is shown. */
export function PhoneLine({ row }: { row: Row }) {
  const t = useT()
  const client = useClient()
  const [told, setTold] = useState<string>()
  const may = (row.can as readonly string[] | undefined)?.includes('phone') ?? false
  const takenBack = (row.why as Readonly<Record<string, string>> | undefined)?.phone

  const ask = async () => {
    const { phone } = await client.call('POST /trade/listing/:id/phone', { params: { id: row.id } })
    setTold(phone)
  }
  if (told !== undefined)
    return (
      <>
        {phoneOf(t, { ...row, contactPhone: told, phoneShown: true })}
        <div className="tm-muted tm-hint" role="status">
          {t('trade.listing.phoneTold')}
        </div>
      </>
    )
  return (
    <>
      <span className="tm-phone-line">
        {phoneOf(t, row)}
        {may && <ActionButton size="small" action={{ key: 'phone', label: t('trade.listing.phone'), run: ask }} />}
      </span>
      {row.phoneShown === false && (
        <div className="tm-muted tm-hint">
          {takenBack ? t.from(`error.${takenBack}`) : t(may ? 'trade.listing.phoneOpen' : 'trade.listing.phoneHidden')}
        </div>
      )}
    </>
  )
}
