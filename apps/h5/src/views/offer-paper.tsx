import type { OfferPaper } from '@timbermark/contract/calls'
import { useState } from 'react'
import { useApp } from '../app/context.ts'
import { failureText } from '../app/texts.ts'
import type { Id } from '../report/wire.ts'
import { Icon } from '../ui/icons.tsx'

/** Saves a paper of an offer on the phone, to be printed or sent on. The server draws it, so it needs a network. */
export function OfferPaperButton({ offerId, kind }: { offerId: Id; kind: OfferPaper }) {
  const { t, client, online, showToast } = useApp()
  const [isLoading, setLoading] = useState(false)
  async function save() {
    if (!online) return showToast(t('h5.offlineHint'))
    setLoading(true)
    try {
      await client.download(`/custody/offer/${encodeURIComponent(offerId)}/paper`, { kind })
    } catch (error) {
      showToast(failureText(t, error), 'bad')
    } finally {
      setLoading(false)
    }
  }
  return (
    <button type="button" className="button" disabled={isLoading} onClick={() => void save()}>
      <Icon name="file" size={20} /> {t(`h5.receive.paper.${kind}`)}
    </button>
  )
}
