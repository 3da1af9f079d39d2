import { Progress } from 'antd'
import { useEffect, useState } from 'react'
import { useClient, useT } from '../../shell/index.ts'

/** Numbers of rows. */
type Progressed = { done: number; total: number }

const everyMs = 700

/** Progress of the server with the file that was sent under this name, polled while it works. Shows nothing when the server does not answer it. */
export function ImportProgress({ name }: { name: string }) {
  const t = useT()
  const client = useClient()
  const [percent, setPercent] = useState<number>()
  useEffect(() => {
    const poll = async () => {
      try {
        const progress = await client.get<Progressed | null>(`/common/importProgress/${name}`)
        if (progress && progress.total > 0)
          setPercent(Math.min(100, Math.floor((progress.done / progress.total) * 100)))
      } catch {
        // The import's own request reports failures; the progress may stay unknown.
      }
    }
    const timer = setInterval(poll, everyMs)
    return () => clearInterval(timer)
  }, [client, name])
  if (percent === undefined) return null
  return (
    <div className="tm-import-progress" role="status">
      <span className="tm-muted">{t('entity.importProgress')}</span>
      <Progress percent={percent} aria-label={t('entity.importProgress')} />
    </div>
  )
}
