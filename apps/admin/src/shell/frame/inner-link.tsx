import { ExportOutlined } from '@ant-design/icons'
import { Result, Spin } from 'antd'
import { useState } from 'react'
import { menuTitle } from './menu.ts'
import { embeddable, openable } from '../safe-link.ts'
import { useT } from '../texts.tsx'

/**
 * Another site in a frame of the layout. The frame may run its own scripts and use its own storage (it never has our
 * origin), but it cannot navigate this page and does not learn where it is embedded.
 */
export function InnerLink({ address, title }: { address: string; title: string }) {
  const t = useT()
  const [loading, setLoading] = useState(true)
  const url = embeddable(address, location.origin)
  const outside = openable(address)
  const name = menuTitle(t, title)
  const link = outside ? (
    <a href={outside} target="_blank" rel="noopener noreferrer">
      {t('shell.link.open')} <ExportOutlined />
    </a>
  ) : null
  if (!url)
    return (
      <Result status="warning" title={t('shell.link.blocked')} subTitle={t('shell.link.blockedText')} extra={link} />
    )
  return (
    <div className="inner-link">
      <p>
        <span>{t('shell.link.hint')}</span> {link}
      </p>
      <Spin spinning={loading}>
        <iframe
          title={name}
          src={url}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
          referrerPolicy="no-referrer"
          onLoad={() => setLoading(false)}
        />
      </Spin>
    </div>
  )
}
