import { safeRedirect } from '@timbermark/client'
import { useEffect, useState } from 'react'
import { readSession, writeSession } from '../shell/storage.ts'
import { pageToken } from '../shell/session/stored-session.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { go, useVisitedPage } from './navigation.ts'
import { LinkButton } from './link.tsx'

/** Where the page that left for the authorization noted its own path. */
const returnKey = 'wx-return-path'

/**
 * Landing page of the messaging platform's web authorization. The exchange of the code is the server's affair; this page
 * only says what happens and opens the own path that was remembered.
 */
export function WxWebAuth() {
  const t = useT()
  const { search } = useVisitedPage()
  const [path] = useState(() => safeRedirect(readSession(returnKey), ''))
  const refused = search.get('state') !== null && !search.get('code')

  useEffect(() => {
    if (!path || refused) return
    writeSession(returnKey, null)
    void go(path, { replace: true })
  }, [path, refused])

  const text = !path ? 'shell.wxAuth.nothing' : refused ? 'shell.wxAuth.refused' : 'shell.wxAuth.returning'
  return (
    <BarePage title={t('shell.wxAuth.title')} lead={t(text)}>
      {path && !refused ? (
        <span className="turning" role="status" />
      ) : (
        <p className="bare-actions">
          <LinkButton primary to={path || (pageToken() ? '/' : '/login')}>
            {t(path ? 'shell.wxAuth.continue' : pageToken() ? 'shell.home' : 'shell.goSignIn')}
          </LinkButton>
        </p>
      )}
    </BarePage>
  )
}
