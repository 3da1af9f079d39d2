import { useState } from 'react'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import type { Row } from '../../entity/types.ts'
import { useClient, useT } from '../../shell/index.ts'
import { phoneOf } from './listing-cells.tsx'

/** The phone number of a listing. Requesting the full number is logged and shown to its owner. */
export function PhoneLine({ row }: { row: Row }) {
  const t = useT()
  const client = useClient()
  const [phone, setPhone] = useState<string>()
  const mayRequest = (row.can as readonly string[] | undefined)?.includes('phone') ?? false
  const refusal = (row.why as Readonly<Record<string, string>> | undefined)?.phone

  const requestPhone = async () => {
    const answer = await client.call('POST /trade/listing/:id/phone', { params: { id: row.id } })
    setPhone(answer.phone)
  }
  if (phone !== undefined)
    return (
      <>
        {phoneOf(t, { ...row, contactPhone: phone, phoneShown: true })}
        <div className="tm-muted tm-hint" role="status">
          {t('trade.listing.phoneTold')}
        </div>
      </>
    )
  return (
    <>
      <span className="tm-phone-line">
        {phoneOf(t, row)}
        {mayRequest && (
          <ActionButton size="small" action={{ key: 'phone', label: t('trade.listing.phone'), run: requestPhone }} />
        )}
      </span>
      {row.phoneShown === false && (
        <div className="tm-muted tm-hint">
          {refusal
            ? t.from(`error.${refusal}`)
            : t(mayRequest ? 'trade.listing.phoneOpen' : 'trade.listing.phoneHidden')}
        </div>
      )}
    </>
  )
}
