import { useParameter } from '../parameter.ts'
import { useT } from '../texts.tsx'

const parameter = 'sys.site.filing'
/** The public register of filings of Chinese sites. */
const register = 'https://beian.miit.gov.cn/'

/** The regulatory filing notice. Its text is a parameter, because every installation has its own number. */
export function FilingNotice() {
  const t = useT()
  // Without the parameter the general notice is shown; a failure is not reported.
  const notice = useParameter(parameter)?.trim()
  return (
    <a className="filing" href={register} target="_blank" rel="noopener noreferrer" title={t('shell.filing.open')}>
      {notice || t('shell.filing')}
    </a>
  )
}
