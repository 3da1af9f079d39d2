import { Logo } from './logo.tsx'
import { useT } from '../texts.tsx'

/** Shown while the program or the session loads. */
export function Splash() {
  const t = useT()
  return (
    <div className="splash" role="status">
      <Logo size={44} />
      <span className="unseen">{t('common.loading')}</span>
    </div>
  )
}
