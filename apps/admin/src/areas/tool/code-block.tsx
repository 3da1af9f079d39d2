import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useT } from '../../shell/index.ts'
import { useCopy } from './use-copy.ts'

/** A text to read and to copy. */
export function CodeBlock({ name, text }: { name: string; text: string }) {
  const t = useT()
  const copy = useCopy()
  return (
    <div className="tm-api-block">
      <div className="tm-api-block-head">
        <span>{name}</span>
        <Button size="small" icon={<CopyOutlined />} onClick={() => copy(text)}>
          {t('entity.copy')}
        </Button>
      </div>
      <pre role="group" aria-label={name} tabIndex={0}>
        {text}
      </pre>
    </div>
  )
}
