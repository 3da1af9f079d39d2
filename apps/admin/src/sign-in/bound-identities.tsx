import { type AnswerTo, formatDateTime } from '@timbermark/client'
import { useState } from 'react'
import { client } from '../shell/client.ts'
import { reportError } from '../shell/notices/feedback.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { IdentityLink } from './identity-offer.tsx'
import { LinkButton } from './link.tsx'
import { useAnswer } from './use-answer.ts'

type Bound = AnswerTo<'GET /system/user/profile/identities'>[number]

interface BoundIdentitiesProps {
  account: string
  /** Sign-in through the messaging platform is switched on. */
  available: boolean
  /** This is the platform's own browser. */
  canBegin: boolean
}

/** The identities of the signed-in account. The phone page has no personal center: its users bind and undo here. */
export function BoundIdentities({ account, available, canBegin }: BoundIdentitiesProps) {
  const t = useT()
  const [round, setRound] = useState(0)
  const [undoing, setUndoing] = useState<Bound>()
  const { answer } = useAnswer(String(round), () => client.call('GET /system/user/profile/identities'))
  const nameOf = (one: Bound) => one.nickname || t('shell.bind.unnamed')

  const undo = async (one: Bound) => {
    try {
      const params = { ids: String(one.id) }
      await client.call('DELETE /system/user/profile/identities/:ids', { params })
    } catch (error) {
      reportError(error)
    }
    setUndoing(undefined)
    setRound(round + 1)
  }

  if (undoing)
    return (
      <BarePage title={t('shell.bind.undoTitle')} lead={t('shell.bind.undoText', { name: nameOf(undoing) })}>
        <p className="bare-actions">
          <button type="button" className="plain-button primary" onClick={() => void undo(undoing)}>
            {t('shell.bind.undo')}
          </button>
          <button type="button" className="plain-button" onClick={() => setUndoing(undefined)}>
            {t('action.cancel')}
          </button>
        </p>
      </BarePage>
    )
  const bound = answer ?? []
  return (
    <BarePage
      title={t('shell.bind.title')}
      lead={answer ? t(bound.length === 0 ? 'shell.bind.none' : 'shell.bind.list', { account }) : undefined}
    >
      {bound.length > 0 ? (
        <ul className="identity-list">
          {bound.map(one => (
            <li key={one.id}>
              <span>
                <strong>{nameOf(one)}</strong>
                <small>
                  {t('shell.bind.app', { app: one.appId })}
                  {' · '}
                  {t('shell.bind.since', { date: formatDateTime(one.boundAt) })}
                  {' · '}
                  {one.usedAt ? t('shell.bind.used', { date: formatDateTime(one.usedAt) }) : t('shell.bind.unused')}
                </small>
              </span>
              <button type="button" className="link-button" onClick={() => setUndoing(one)}>
                {t('shell.bind.undo')}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {canBegin ? (
        <IdentityLink path="/bind">{t('shell.bind.begin')}</IdentityLink>
      ) : (
        <p className="bare-hint">
          {available ? t('shell.bind.inApp', { address: `${location.origin}/bind` }) : t('shell.bind.off')}
        </p>
      )}
      <p className="bare-actions">
        <LinkButton to="/">{t('shell.home')}</LinkButton>
      </p>
    </BarePage>
  )
}
