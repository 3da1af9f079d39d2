import { ApiError, issueText } from '@timbermark/client'
import type { Issue } from '@timbermark/contract'
import type { ReportBody } from '@timbermark/contract/calls'
import { questionRule, type SoftRule } from '@timbermark/contract/plausible'
import { pathLabel } from '@timbermark/phrases'
import { Form, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useT } from '../../shell/index.ts'

type Confirmed = NonNullable<ReportBody['confirmed']>

interface Asked {
  issues: readonly Issue[]
  /** What is said to it; nothing when somebody goes back to correct it. */
  answer: (confirmed: Confirmed | undefined) => void
}

/**
 * What the server finds unlikely in a report is asked, and sent again with the answers.
 * @returns `dialog` to be drawn, and `sending`, which runs what sends; whoever goes back finds the questions beside their fields
 */
export function useUnlikely() {
  const [asked, setAsked] = useState<Asked>()
  async function sending<T>(send: (confirmed: Confirmed) => Promise<T>): Promise<T> {
    let confirmed: Confirmed = []
    for (;;) {
      try {
        return await send(confirmed)
      } catch (error) {
        const issues = error instanceof ApiError && error.error === 'stage.unconfirmed' ? error.issues : []
        if (issues.length === 0) throw error
        const more = await new Promise<Confirmed | undefined>(answer => setAsked({ issues, answer }))
        setAsked(undefined)
        if (!more) throw error
        confirmed = [...confirmed, ...more]
      }
    }
  }
  const dialog: ReactNode = asked ? <UnlikelyDialog {...asked} /> : null
  return { dialog, sending }
}

const longestReason = 200

/** Each question with the reason why it is true all the same. */
function UnlikelyDialog({ issues, answer }: Asked) {
  const t = useT()
  const [form] = Form.useForm<Partial<Record<SoftRule, string>>>()
  const label = t('h5.ask.reason')
  return (
    <Modal
      open
      title={t('h5.ask.title')}
      okText={t('h5.ask.confirm')}
      cancelText={t('h5.ask.back')}
      onOk={form.submit}
      onCancel={() => answer(undefined)}
    >
      <p>{t('h5.ask.text')}</p>
      <Form
        form={form}
        layout="vertical"
        onFinish={reasons =>
          answer(
            Object.entries(reasons).map(([rule, reason]) => ({
              rule: rule as SoftRule,
              reason: (reason ?? '').trim(),
            })),
          )
        }
      >
        {issues.map((issue, n) => {
          const rule = questionRule(issue)
          if (!rule) return null
          return (
            <Form.Item
              key={rule}
              name={rule}
              label={<strong>{issueText(t, issue, pathLabel(t, issue.field))}</strong>}
              rules={[
                { required: true, whitespace: true, message: t('h5.ask.missing') },
                { max: longestReason, message: t('error.tooLong', { label, max: longestReason }) },
              ]}
            >
              <Input.TextArea rows={2} autoFocus={n === 0} placeholder={label} />
            </Form.Item>
          )
        })}
      </Form>
    </Modal>
  )
}
