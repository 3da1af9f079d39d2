import { Button } from 'antd'
import { useState } from 'react'
import type { Row } from '../../entity/types.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'
import { phoneOf } from './listing-cells.tsx'

/** The phone number of a listing. Whoever may see it whole asks for it, which its owner is shown. */
export function PhoneLine({ row }: { row: Row }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const [told, setTold] = useState<string>()
  const [asking, setAsking] = useState(false)
  const may = (row.can as readonly string[] | undefined)?.includes('phone') ?? false
  const takenBack = (row.why as Readonly<Record<string, string>> | undefined)?.phone

  const ask = async () => {
    setAsking(true)
    try {
      const { phone } = await client.call('POST /trade/listing/:id/phone', { params: { id: row.id } })
      setTold(phone)
    } catch (error) {
      feedback.fail(error)
    } finally {
      setAsking(false)
    }
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
        {may && (
          <Button size="small" loading={asking} onClick={ask}>
            {t('trade.listing.phone')}
          </Button>
        )}
      </span>
      {row.phoneShown === false && (
        <div className="tm-muted tm-hint">
          {takenBack ? t.from(`error.${takenBack}`) : t(may ? 'trade.listing.phoneOpen' : 'trade.listing.phoneHidden')}
        </div>
      )}
    </>
  )
}
