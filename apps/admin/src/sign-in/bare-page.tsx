import type { ReactNode } from 'react'
import { FilingNotice } from '../shell/frame/filing-notice.tsx'
import { Logo } from '../shell/frame/logo.tsx'
import { useT } from '../shell/texts.tsx'
import { useDocumentTitle } from '../shell/frame/use-document-title.ts'
import { LanguageLinks } from './language-links.tsx'
import { LanguageOffer } from './language-offer.tsx'
import { Rings } from './rings.tsx'

interface BarePageProps {
  title: ReactNode
  lead?: ReactNode
  children: ReactNode
}

/** A page outside of the layout: the product on the left, the form on the right. */
export function BarePage({ title, lead, children }: BarePageProps) {
  const t = useT()
  useDocumentTitle(typeof title === 'string' ? title : '')
  return (
    <div className="bare">
      <LanguageOffer />
      <aside className="bare-face">
        <Rings />
        <p className="bare-brand">
          <Logo size={40} />
          <span>{t('app.name')}</span>
        </p>
        <div className="bare-words">
          <p className="bare-motto">{t('shell.login.motto')}</p>
          <p>{t('shell.login.lead')}</p>
        </div>
        <p className="bare-product">{t('app.title')}</p>
      </aside>
      <div className="bare-side">
        <LanguageLinks />
        <main className="bare-card">
          <h1>{title}</h1>
          {lead ? <p className="bare-lead">{lead}</p> : null}
          {children}
        </main>
        <footer className="bare-footer">
          <FilingNotice />
        </footer>
      </div>
    </div>
  )
}
