import { groupCode } from '@timbermark/codes'
import type { FoundCode } from '@timbermark/contract/calls'
import { Alert } from 'antd'
import { useT } from '../../shell/index.ts'
import { tracePath } from '../../entity/values/trace-path.ts'

/** What is wrong with a text that has the form of a code. */
export function CodeNotice({ found, isAlone }: { found: Exclude<FoundCode, { is: 'known' }>; isAlone: boolean }) {
  const t = useT()
  switch (found.is) {
    case 'mistyped':
      return (
        <Alert
          type="warning"
          showIcon
          className="search-notice"
          title={t('search.code.mistyped', { group: found.group })}
          description={<MarkedCode code={found.code} group={found.group} />}
        />
      )
    case 'elsewhere':
      return (
        <Alert
          type="info"
          showIcon
          className="search-notice"
          title={t('search.code.elsewhere')}
          description={
            <a href={tracePath(found.code)} target="_blank" rel="noopener noreferrer">
              {t('code.qr.trace')}
            </a>
          }
        />
      )
    case 'unknown':
      return (
        <Alert
          type="warning"
          showIcon
          className="search-notice"
          title={t('search.code.unknown', { code: groupCode(found.code) })}
        />
      )
    case 'incomplete':
      // Paper and batch numbers may look like it.
      return isAlone ? (
        <Alert
          type="info"
          showIcon
          className="search-notice"
          title={t('search.code.incomplete', { n: found.characters, expected: found.expected })}
        />
      ) : null
  }
}

/** The code in its groups of five, the wrong one marked. */
function MarkedCode({ code, group }: { code: string; group: number }) {
  return (
    <span className="tm-number">
      {groupCode(code)
        .split('-')
        .map((part, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places of a code.
          <span key={n}>
            {n > 0 && '-'}
            {n + 1 === group ? <mark>{part}</mark> : part}
          </span>
        ))}
    </span>
  )
}
