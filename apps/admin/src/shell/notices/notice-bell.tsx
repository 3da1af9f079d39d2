import { BellOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Badge } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { client } from '../client.ts'
import { bellName, isRefused, noticeKeys, parseNewest } from './notice-state.ts'
import { useT } from '../texts.tsx'

// Neither the panel nor the dialog is needed for the first screen.
const NoticePanel = lazy(() => import('./notice-panel.tsx'))
const NoticeDialog = lazy(() => import('./notice-dialog.tsx'))

/**
 * The bell of the header: the number of unread notices, and the newest of them. Loads once per page load and whenever
 * it is opened. Where the server refuses, there is no bell.
 */
export function NoticeBell() {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [openId, setOpenId] = useState<number | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const bell = useRef<HTMLButtonElement>(null)
  const newest = useQuery({
    queryKey: noticeKeys.newest,
    queryFn: async ({ signal }) =>
      parseNewest(await client.raw('GET', '/system/notice/listTop', undefined, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    // The panel shows what went wrong.
    meta: { silent: true },
  })

  const close = (back: boolean) => {
    setOpen(false)
    if (back) bell.current?.focus()
  }

  useEffect(() => {
    if (!open) return
    const left = (event: Event) => {
      if (event.target instanceof Node && !container.current?.contains(event.target)) setOpen(false)
    }
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      bell.current?.focus()
    }
    document.addEventListener('pointerdown', left)
    document.addEventListener('focusin', left)
    document.addEventListener('keydown', dismiss)
    return () => {
      document.removeEventListener('pointerdown', left)
      document.removeEventListener('focusin', left)
      document.removeEventListener('keydown', dismiss)
    }
  }, [open])

  if (isRefused(newest.error)) return null
  const unread = newest.data?.unread ?? 0
  const name = bellName(t, unread)
  return (
    <div ref={container} className="notices">
      <button
        ref={bell}
        type="button"
        className="tool"
        title={name}
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          if (!open) void newest.refetch()
          setOpen(!open)
        }}
      >
        <Badge count={unread} size="small" offset={[2, -2]} title="">
          <BellOutlined />
        </Badge>
      </button>
      {open ? (
        <Suspense>
          <NoticePanel
            newest={newest}
            close={() => close(true)}
            show={id => {
              close(false)
              setOpenId(id)
            }}
          />
        </Suspense>
      ) : null}
      {openId === null ? null : (
        <Suspense>
          <NoticeDialog
            key={openId}
            id={openId}
            close={() => {
              setOpenId(null)
              bell.current?.focus()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
