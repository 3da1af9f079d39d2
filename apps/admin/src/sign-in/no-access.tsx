import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { LinkButton } from './link.tsx'

/** For signed-in users: a page of the back office without its frame. */
export function Component() {
  const t = useT()
  return (
    <BarePage title={t('shell.noAccess.title')} lead={t('shell.noAccess.text')}>
      <LinkButton primary to="/">
        {t('shell.home')}
      </LinkButton>
    </BarePage>
  )
}
