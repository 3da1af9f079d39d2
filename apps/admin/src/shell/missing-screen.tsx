import { Result } from 'antd'
import { useT } from './texts.tsx'

/** The menu names a screen that this version of the program does not have. */
export function MissingScreen({ screen }: { screen: string }) {
  const t = useT()
  return <Result status="info" title={t('shell.missing.title')} subTitle={t('shell.missing.text', { screen })} />
}
