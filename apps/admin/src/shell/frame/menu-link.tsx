import { ExportOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { createSearchParams, Link } from 'react-router'
import type { MenuNode } from './menu.ts'
import { openable } from '../safe-link.ts'
import { useT } from '../texts.tsx'

/** Address of an entry inside of the product, with the query of its menu row. */
export function addressOf(node: MenuNode): string {
  return node.query ? `${node.path}?${createSearchParams(node.query)}` : node.path
}

interface NodeLinkProps {
  node: MenuNode
  className?: string
  onClick?: () => void
  children: ReactNode
}

/** A link to a menu entry. Another site opens in a new window that gets no handle on this one. */
export function NodeLink({ node, className, onClick, children }: NodeLinkProps) {
  const t = useT()
  if (!node.external) {
    return (
      <Link to={addressOf(node)} className={className} onClick={onClick}>
        {children}
      </Link>
    )
  }
  const url = openable(node.path)
  return (
    <a
      href={url ?? undefined}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      onClick={onClick}
      title={t('shell.search.external')}
    >
      {children} <ExportOutlined className="outside-mark" />
    </a>
  )
}
