import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { type FirstStep, firstStepKeys } from '@timbermark/contract'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { loadScreenPhrases, useClient, useSession, useT } from '../../shell/index.ts'
import { readLocal, writeLocal } from '../../shell/storage.ts'

// Draws a QR code, which few visits need; nor do they need its words.
const ScanSample = lazy(async () => {
  const [sample] = await Promise.all([import('./scan-sample.tsx'), loadScreenPhrases()])
  return sample
})

/** The screen of each step, and the permission it needs. */
const places: Record<FirstStep, { to: string; needs?: string; outside?: true }> = {
  product: { to: '/catalog/product?add=1', needs: 'catalog:product:add' },
  batch: { to: '/catalog/batch?add=1', needs: 'catalog:batch:add' },
  request: { to: '/code/request?add=1', needs: 'code:request:add' },
  labels: { to: '/code/request', needs: 'code:request:list' },
  certification: { to: '/certification/authorization', needs: 'certification:authorization:list' },
  authorization: { to: '/stage/authorization', needs: 'stage:authorization:list' },
  report: { to: '/stage/record', needs: 'stage:record:list' },
  scan: { to: '/c', outside: true },
}

/** The steps to the first scan: each one is ticked when the enterprise has taken it. Once dismissed, the panel stays away. */
export function FirstSteps() {
  const t = useT()
  const client = useClient()
  const { user, can } = useSession()
  const key = `first-steps:${user.userId}`
  const [dismissed, setDismissed] = useState(() => readLocal(key) === 'away')
  const mayAdd = can('catalog:product:add') || can('catalog:batch:add') || can('code:request:add')
  const { data } = useQuery({
    queryKey: ['stats', 'firstSteps'],
    queryFn: ({ signal }) => client.call('GET /stats/firstSteps', { signal }),
    enabled: mayAdd && !dismissed,
    // A step may have been taken a moment ago on another screen.
    staleTime: 0,
    meta: { silent: true },
  })
  if (dismissed || !data) return null
  const done = firstStepKeys.filter(step => data[step]).length
  const next = firstStepKeys.find(step => !data[step])
  return (
    <section className="tm-tile-box tm-first-steps" aria-labelledby={key}>
      <div className="tm-first-head">
        <h3 id={key}>{t('stats.firstSteps')}</h3>
        <span className="tm-muted">
          {t(next ? 'stats.firstStepsDone' : 'stats.firstStepsAll', { n: done, all: firstStepKeys.length })}
        </span>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          onClick={() => {
            writeLocal(key, 'away')
            setDismissed(true)
          }}
        >
          {t('stats.putAway')}
        </Button>
      </div>
      {next && (
        <ol>
          {firstStepKeys.map((step, index) => (
            <li key={step} className={data[step] ? 'tm-step-done' : step === next ? 'tm-step-next' : undefined}>
              <span className="tm-step-mark" aria-hidden>
                {data[step] ? <CheckOutlined /> : index + 1}
              </span>
              <div>
                <StepLink step={step} done={data[step]} />
                <span className="tm-visually-hidden">{t(data[step] ? 'stats.stepDone' : 'stats.stepOpen')}</span>
                {!data[step] && <p className="tm-step-why">{t(`stats.why.${step}`)}</p>}
                {step === 'scan' && !data.scan && can('code:qr:list') && can('code:request:list') && (
                  <ScanSampleButton />
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function ScanSampleButton() {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('stats.sample.show')}
      </Button>
      {open && (
        <Suspense>
          <ScanSample close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function StepLink({ step, done }: { step: FirstStep; done: boolean }) {
  const t = useT()
  const { can } = useSession()
  const { to, needs, outside } = places[step]
  const text = t(`stats.step.${step}`)
  if (done || (needs && !can(needs))) return text
  // The trace page is another application of this site.
  return outside ? <a href={to}>{text}</a> : <Link to={to}>{text}</Link>
}
