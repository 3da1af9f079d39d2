import { Empty } from 'antd'
import { useT } from '../texts.tsx'

/** The menu names a screen that this version of the program does not have. */
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
