import { Empty } from 'antd'
import { useT } from '../texts.tsx'

/** Shown when the menu names a screen that this version does not have. */
export function MissingScreen({ screen }: { screen: string }) {
  const t = useT()
  return (
    <Empty
      className="missing-screen"
      description={
        <>
          <h2>{t('shell.missing.title')}</h2>
          <p>{t('shell.missing.text', { screen })}</p>
        </>
      }
    />
  )
}
