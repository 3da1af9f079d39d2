import { useT } from '../texts.tsx'

// A chunk that cannot be loaded any more: a newer version has replaced it.
const isStale = (error: unknown) =>
  /dynamically imported module|Importing a module script failed|error loading dynamically|preload CSS/i.test(
    String((error as Error)?.message),
  )

/** Shown instead of a screen, or of the whole page, that failed. */
export function Broken({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useT()
  const stale = isStale(error)
  const again = !stale && retry
  return (
    <div className="broken" role="alert">
      <h2>{t(stale ? 'shell.broken.reload' : 'shell.broken.title')}</h2>
      <p>{t(stale ? 'shell.broken.update' : 'shell.broken.text')}</p>
      <button type="button" className="plain-button" onClick={again || (() => location.reload())}>
        {t(again ? 'action.retry' : 'shell.broken.reload')}
      </button>
    </div>
  )
}
