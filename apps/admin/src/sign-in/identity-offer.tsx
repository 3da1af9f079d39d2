import { identifyPath } from '@timbermark/contract/pages'
import { client } from '../shell/client.ts'
import { useT } from '../shell/texts.tsx'
import { useAnswer } from './use-answer.ts'

/** Whether this is the platform's own browser; the server decides in the end. */
const maybeInside = /MicroMessenger/i.test(navigator.userAgent)

/** Address that begins a trip to the consent page. @param path page of this site to open afterwards */
export const identifyAddress = (path: string): string =>
  path ? `${identifyPath}?redirect=${encodeURIComponent(path)}` : identifyPath

/** A link to the platform's consent page; it is another site, so the browser loads it. */
export function IdentityLink({ path, children }: { path: string; children: string }) {
  return (
    <a className="plain-button wide" href={identifyAddress(path)}>
      {children}
    </a>
  )
}

/** Offers the sign-in through the messaging platform, in its own browser only. */
export function IdentityOffer({ path }: { path: string }) {
  const t = useT()
  const { answer } = useAnswer(
    '',
    maybeInside ? () => client.call('GET /wechat/identity', { token: false }) : undefined,
  )
  if (!answer?.available || !answer.inside) return null
  return (
    <p className="bare-actions">
      <IdentityLink path={path}>{t('shell.identity.signIn')}</IdentityLink>
    </p>
  )
}
