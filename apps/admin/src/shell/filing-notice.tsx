import { useEffect, useState } from 'react'
import { client } from './client.ts'
import { useT } from './texts.tsx'

const parameter = 'sys.site.filing'
/** The public register in which the filing of a Chinese site can be looked up. */
const register = 'https://beian.miit.gov.cn/'

let known: Promise<string> | null = null

async function fetchNotice(): Promise<string> {
  const { data, msg } = await client.raw('GET', `/system/config/configKey/${parameter}`)
  // The value is data; older servers of this family put a text answer into msg.
  return typeof data === 'string' ? data : data === undefined ? msg : ''
}

/** The regulatory filing notice; its text is a parameter, because every installation has a number of its own. */
export function FilingNotice() {
  const t = useT()
  const [notice, setNotice] = useState('')
  useEffect(() => {
    // Without the parameter the general notice stands; nobody needs an error for that. It is asked for again next time.
    known ??= fetchNotice().catch(() => {
      known = null
      return ''
    })
    void known.then(setNotice)
  }, [])
  return (
    <a className="filing" href={register} target="_blank" rel="noopener noreferrer" title={t('shell.filing.open')}>
      {notice.trim() || t('shell.filing')}
    </a>
  )
}
