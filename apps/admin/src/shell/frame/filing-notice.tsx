import { useParameter } from '../parameter.ts'
import { useT } from '../texts.tsx'

const parameter = 'sys.site.filing'
/** The public register in which the filing of a Chinese site can be looked up. */
const register = 'https://beian.miit.gov.cn/'

/** The regulatory filing notice; its text is a parameter, because every installation has a number of its own. */
export function FilingNotice() {
  const t = useT()
  // Without the parameter the general notice stands; nobody needs an error for that.
  const notice = useParameter(parameter)?.trim()
  return (
    <a className="filing" href={register} target="_blank" rel="noopener noreferrer" title={t('shell.filing.open')}>
      {notice || t('shell.filing')}
    </a>
  )
}
