import { phonePattern } from '@timbermark/contract'
import { Tooltip, Typography } from 'antd'
import type { CSSProperties } from 'react'
import { useT } from '../../shell/index.ts'
import { leastWidth } from '../list/text-width.ts'

/** Text on one line (in a table on two), shortened where it does not fit, complete in a tooltip. */
export function LongText({ text, width = 260 }: { text: string; width?: number }) {
  const unbroken = isNumberLike(text)
  const room = { '--tm-long-text': `${width}px`, '--tm-least': `${leastWidth(text)}px` }
  const short = (
    <span className={unbroken ? 'tm-long-text tm-whole' : 'tm-long-text'} style={room as CSSProperties}>
      {text}
    </span>
  )
  // Up to this many characters always fit, even wide Chinese ones.
  return text.length * 8 <= width && text.length <= 16 ? short : <Tooltip title={text}>{short}</Tooltip>
}

/** Whether a text is one of our codes, which must not break across lines: people compare them. */
export const isItemCode = (text: string) => /^[0-9A-Z]{20}$/.test(text)

/**
 * Whether a text is a number of some kind, which must not break across lines: a code, a telephone number, an address of
 * a machine, the number of a batch or paper.
 */
export const isNumberLike = (text: string) =>
  text.length <= 24 && (/^[\w.+/:-]*\d[\w.+/:-]*$/.test(text) || new RegExp(phonePattern).test(text))

/** A code or number with a copy button. */
export function Copyable({ text }: { text: string }) {
  const t = useT()
  return (
    <Typography.Text
      className={isNumberLike(text) ? 'tm-code tm-whole' : 'tm-code'}
      copyable={{ text, tooltips: [t('entity.copy'), t('entity.copied')] }}
    >
      {text}
    </Typography.Text>
  )
}

/** Whether a text field holds codes, by its name. */
export function isCodeField(name: string): boolean {
  return /(^code|Number|Key|Hash)$|^(security|parent|document)Code$/.test(name)
}
