import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { useApp } from '../app/context.ts'
import { Icon } from './icons.tsx'

/** The frame of every page: a bar with a back link and the network state, the content, and a footer. */
export function Page({
  title,
  back,
  onBack,
  footer,
  children,
}: {
  title: string
  /** Target of the back link; undefined on the first page. */
  back?: string
  /** Called before leaving; returns false to stay. */
  onBack?: () => boolean
  footer?: ReactNode
  children: ReactNode
}) {
  const { t } = useApp()
  useEffect(() => {
    document.title = `${title} - ${t('app.name')}`
  }, [title, t])
  return (
    <div className={footer ? 'page has-footer' : 'page'}>
      <header className="bar">
        {back === undefined ? (
          <Logo />
        ) : (
          <Link
            className="bar-back"
            to={back}
            aria-label={t('action.back')}
            onClick={event => {
              if (onBack && !onBack()) event.preventDefault()
            }}
          >
            <Icon name="back" />
          </Link>
        )}
        <h1 className="bar-title">{title}</h1>
        <NetworkState />
      </header>
      <main className="content">{children}</main>
      {footer && <footer className="footer">{footer}</footer>}
    </div>
  )
}

function NetworkState() {
  const { t, online } = useApp()
  return (
    <span className={online ? 'network' : 'network network-off'} role="status">
      <Icon name={online ? 'network' : 'networkOff'} size={20} />
      <span className="network-text">{t(online ? 'h5.online' : 'h5.offline')}</span>
    </span>
  )
}

export function Notice({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'bad'; children: ReactNode }) {
  return (
    <div className={`notice notice-${tone}`}>
      <Icon name={tone === 'bad' ? 'bad' : tone === 'good' ? 'good' : 'wait'} size={20} />
      <div>{children}</div>
    </div>
  )
}

export function Loading() {
  const { t } = useApp()
  return (
    <p className="loading" role="status">
      {t('common.loading')}
    </p>
  )
}

/** The product's logo, as on its other pages: the end grain of a log, its rings interrupted by a check mark. */
function Logo() {
  return (
    <svg className="bar-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M27.2 10.2A12.6 12.6 0 1 1 21.6 4.7" strokeWidth="2.2" />
      <path d="M23.3 13.1a8 8 0 1 1-4.5-4.6" strokeWidth="1.7" opacity="0.75" />
      <path d="m11.8 15.6 3.7 3.9L28 6.4" strokeWidth="2.6" />
    </svg>
  )
}
