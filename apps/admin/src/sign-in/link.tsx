import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'

/** Opens a path of this site. The program around a page decides how: within itself, or by a real page load. */
export type Navigate = (to: string) => unknown

const NavigateContext = createContext<Navigate>(to => location.assign(to))
export const NavigateProvider = NavigateContext.Provider

/** A link to a path of this site. It can be opened in another tab or window. */
export function Link({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const go = useContext(NavigateContext)
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void go(to)
  }
  return (
    <a href={to} className={className} onClick={follow}>
      {children}
    </a>
  )
}

/** A link to a path of this site that looks like the page's button. */
export function LinkButton({ to, primary, children }: { to: string; primary?: boolean; children: ReactNode }) {
  return (
    <Link to={to} className={primary ? 'plain-button primary' : 'plain-button'}>
      {children}
    </Link>
  )
}
