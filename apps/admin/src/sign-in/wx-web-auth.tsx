import { safeRedirect } from '@timbermark/client'
import { useEffect, useState } from 'react'
import { readSession, writeSession } from '../shell/storage.ts'
import { pageToken } from '../shell/session/stored-session.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { Field } from './fields.tsx'
import { go, useVisitedPage } from './navigation.ts'
import { LinkButton } from './link.tsx'

/** Storage key of the path to return to after the authorization. */
const returnKey = 'wx-return-path'

/**
 * Landing page of the messaging platform's web authorization. The server exchanges the code; this page only says what
 * happens and opens the stored path.
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
        <>
          {!path && <CodeForm />}
          <p className="bare-actions">
            <LinkButton primary={path !== ''} to={path || (pageToken() ? '/' : '/login')}>
              {t(path ? 'shell.wxAuth.continue' : pageToken() ? 'shell.home' : 'shell.goSignIn')}
            </LinkButton>
          </p>
        </>
      )}
    </BarePage>
  )
}

/** The way on when the page that was left is not known any more: the code of the label, or its whole address. */
function CodeForm() {
  const t = useT()
  return (
    <form action="/c" method="get">
      <Field
        name="code"
        label={t('shell.wxAuth.code')}
        required
        maxLength={2000}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <button type="submit" className="plain-button primary wide">
        {t('shell.wxAuth.open')}
      </button>
    </form>
  )
}
