import type { ConfigProviderProps } from 'antd'
import Layout from './layout.tsx'
import { Library } from '../theme/library.tsx'

/** The whole back office behind the sign-in. */
export default function BackOffice({ locale }: { locale: ConfigProviderProps['locale'] }) {
  return (
    <Library locale={locale}>
      <Layout />
    </Library>
  )
}
