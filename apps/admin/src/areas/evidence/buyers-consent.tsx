import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDateTime, queryKeys } from '@timbermark/client'
import { document, keyOf } from '@timbermark/contract'
import type { PaperConsent } from '@timbermark/contract/calls'
import { Switch } from 'antd'
import { useId } from 'react'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'

/** The versions of a paper with the records that rely on them, and whether buyers may open them. */
export function usePaperVersions(id: number) {
  const client = useClient()
  return useQuery({
    queryKey: [...queryKeys.one(keyOf(document), id), 'versions'],
    queryFn: ({ signal }) => client.call('GET /evidence/document/:id/versions', { params: { id }, signal }),
  })
}

interface Props {
  id: number
  version: number
  name: string
  /** Null where buyers never had access. */
  consent: PaperConsent | null
}

/** Whether buyers may open a version of a paper. Changes are confirmed first, because downloaded copies cannot be withdrawn. */
export function BuyersConsent({ id, version, name, consent }: Props) {
  const t = useT()
  const client = useClient()
  const queries = useQueryClient()
  const feedback = useFeedback()
  const { can } = useSession()
  const labelled = useId()
  const open = consent !== null && consent.endedAt === null
  const change = (isOpen: boolean) => {
    const verb = isOpen ? 'ask' : 'stop'
    return feedback.ask({
      title: t(`evidence.document.consent.${verb}`, { name }),
      text: t(`evidence.document.consent.${verb}Text`),
      danger: isOpen,
      run: async () => {
        try {
          await client.call('PUT /evidence/document/:id/consent', { params: { id }, body: { version, open: isOpen } })
          await queries.invalidateQueries({ queryKey: queryKeys.one(keyOf(document), id) })
          feedback.done(t(isOpen ? 'evidence.document.consent.doneOpen' : 'evidence.document.consent.doneStop'))
        } catch (error) {
          feedback.fail(error)
        }
      },
    })
  }
  return (
    <div className="tm-consent">
      <span className="tm-consent-row">
        {can('evidence:document:edit') && (
          <Switch aria-labelledby={labelled} checked={open} onChange={isOpen => void change(isOpen)} />
        )}
        <span id={labelled}>{t('evidence.document.open')}</span>
      </span>
      <span className="tm-muted">{consentText(consent, t)}</span>
    </div>
  )
}

function consentText(consent: PaperConsent | null, t: ReturnType<typeof useT>): string {
  if (!consent) return t('evidence.document.consent.notOpen')
  return consent.endedAt === null
    ? t('evidence.document.consent.isOpen', { time: formatDateTime(consent.givenAt) })
    : t('evidence.document.consent.ended', { time: formatDateTime(consent.endedAt) })
}

/** The same for the current version, in the form that edits a paper. */
export function CurrentConsent({ id }: { id: number }) {
  const t = useT()
  const { data } = usePaperVersions(id)
  if (!data) return null
  return (
    <div className="tm-form-wide">
      <strong>{t('evidence.document.consent.buyers')}</strong>
      <BuyersConsent id={id} version={data.version} name={data.name} consent={data.consent} />
    </div>
  )
}
