import { ApiError } from '@timbermark/client'
import { useApp } from '../app/context.ts'
import { failureText } from '../app/texts.ts'
import { goToSignIn } from '../platform/session.ts'
import { Notice } from '../ui/page.tsx'

/** Why data could not be loaded, with a link to the sign-in page if the session has ended. */
export function Failure({ error }: { error: unknown }) {
  const { t } = useApp()
  const ended = error instanceof ApiError && error.code === 401
  return (
    <Notice tone="bad">
      <p>{failureText(t, error)}</p>
      {ended && (
        <button type="button" className="button" onClick={goToSignIn}>
          {t('h5.session.again')}
        </button>
      )}
    </Notice>
  )
}
