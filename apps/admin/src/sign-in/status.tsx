import { formatDateTime } from '@timbermark/client'
import { type ReactNode, useEffect, useState } from 'react'
import { useOnline } from '../shell/theme/device.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { LinkButton } from './link.tsx'

type Health = { state: 'checking' } | { state: 'ok'; milliseconds: number } | { state: 'bad' }

async function check(): Promise<Health> {
  const begin = performance.now()
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    // An HTML page would be this program itself, not the server's answer.
    const word = answer.ok && !answer.headers.get('content-type')?.includes('text/html')
    return word ? { state: 'ok', milliseconds: Math.round(performance.now() - begin) } : { state: 'bad' }
  } catch {
    return { state: 'bad' }
  }
}

/** Shows whether page, language and server work. */
export function Status() {
  const t = useT()
  const online = useOnline()
  const [now, setNow] = useState(() => new Date())
  const [health, setHealth] = useState<Health>({ state: 'checking' })

  useEffect(() => {
    check().then(setHealth)
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])

  const word = (good: boolean | null, text: string) => (
    <span className={`state-word ${good === null ? '' : good ? 'good' : 'bad'}`}>{text}</span>
  )
  const server =
    health.state === 'checking'
      ? word(null, t('shell.test.checking'))
      : health.state === 'ok'
        ? word(true, t('shell.test.ok', { ms: health.milliseconds }))
        : word(false, t('shell.test.bad'))
  const rows: [string, ReactNode][] = [
    [t('shell.test.version'), __APP_VERSION__],
    [t('shell.test.language'), t(`language.${t.language}`)],
    [t('shell.test.server'), server],
    [t('shell.test.network'), word(online, t(online ? 'common.yes' : 'common.no'))],
    [t('shell.test.time'), formatDateTime(now)],
    [t('shell.test.browser'), navigator.userAgent],
  ]
  return (
    <BarePage title={t('shell.test.title')} lead={t('shell.test.lead')}>
      <dl className="status-list">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <LinkButton to="/">{t('shell.home')}</LinkButton>
    </BarePage>
  )
}
