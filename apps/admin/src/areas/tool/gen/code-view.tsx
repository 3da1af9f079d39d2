import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useT } from '../../../shell/index.ts'
import { type CodeLanguage, highlight } from './highlight.ts'

/** A file with highlighted syntax, to read and to copy. */
export function CodeView({ text, language, name }: { text: string; language: CodeLanguage; name: string }) {
  const t = useT()
  const feedback = useFeedback()
  const pieces = useMemo(() => highlight(text, language), [text, language])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      feedback.done(t('entity.copied'))
    } catch {
      feedback.refuse(t('system.user.copyFailed'))
    }
  }
  return (
    <div className="tm-code">
      <div className="tm-code-head">
        <code>{name}</code>
        <Button size="small" icon={<CopyOutlined />} onClick={copy}>
          {t('entity.copy')}
        </Button>
      </div>
      <pre tabIndex={0} aria-label={name}>
        {pieces.map(({ kind, text: part }, index) =>
          kind === 'plain' ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
            <span key={index} className={`tm-code-${kind}`}>
              {part}
            </span>
          ),
        )}
      </pre>
    </div>
  )
}
