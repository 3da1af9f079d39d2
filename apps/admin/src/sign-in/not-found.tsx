import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { LinkButton } from './link.tsx'

/** Used by the back office, and by the program before the sign-in at an address that is not its own. */
export function NotFound() {
  const t = useT()
  return (
    <BarePage title={t('shell.notFound.title')} lead={t('shell.notFound.text')}>
      <LinkButton primary to="/">
        {t('shell.home')}
      </LinkButton>
    </BarePage>
  )
}
