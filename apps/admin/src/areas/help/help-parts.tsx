import { useT } from '../../shell/index.ts'
import type { HelpTexts, HelpWord } from './screen-help.ts'

/** The three steps of a screen. */
export function HelpSteps({ texts }: { texts: HelpTexts }) {
  const t = useT()
  return (
    <ol className="help-steps">
      <li>{t(`help.${texts}.1`)}</li>
      <li>{t(`help.${texts}.2`)}</li>
      <li>{t(`help.${texts}.3`)}</li>
    </ol>
  )
}

/** Words with their meaning. */
export function HelpWords({ words }: { words: readonly HelpWord[] }) {
  const t = useT()
  return (
    <dl className="help-words">
      {words.map(word => (
        <div key={word}>
          <dt>{t(`help.word.${word}`)}</dt>
          <dd>{t(`help.word.${word}.is`)}</dd>
        </div>
      ))}
    </dl>
  )
}
