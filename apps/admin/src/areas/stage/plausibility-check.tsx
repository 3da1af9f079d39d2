import { ApiError, issueText } from '@timbermark/client'
import type { Issue } from '@timbermark/contract'
import type { ReportBody } from '@timbermark/contract/calls'
import { questionRule, type SoftRule } from '@timbermark/contract/plausible'
import { pathLabel } from '@timbermark/phrases'
import { Form, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useT } from '../../shell/index.ts'

type Confirmed = NonNullable<ReportBody['confirmed']>

interface PendingQuestions {
  issues: readonly Issue[]
  /** Answers the questions; undefined when the person goes back to correct the values. */
  answer: (confirmed: Confirmed | undefined) => void
}

/**
 * Asks about values that the server finds unlikely, and sends the report again with the answers.
 * @returns `dialog` to render, and `sendConfirmed`, which runs the sending function; a person who goes back finds the questions
 * next to their fields
 */
export function usePlausibilityCheck() {
  const [pending, setPending] = useState<PendingQuestions>()
  async function sendConfirmed<T>(send: (confirmed: Confirmed) => Promise<T>): Promise<T> {
    let confirmed: Confirmed = []
    for (;;) {
      try {
        return await send(confirmed)
      } catch (error) {
        const issues = error instanceof ApiError && error.error === 'stage.unconfirmed' ? error.issues : []
        if (issues.length === 0) throw error
        const more = await new Promise<Confirmed | undefined>(answer => setPending({ issues, answer }))
        setPending(undefined)
        if (!more) throw error
        confirmed = [...confirmed, ...more]
      }
    }
  }
  const dialog: ReactNode = pending ? <PlausibilityDialog {...pending} /> : null
  return { dialog, sendConfirmed }
}

const maxReasonLength = 200

/** Each question with a field for the reason why the value is true. */
function PlausibilityDialog({ issues, answer }: PendingQuestions) {
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
                { max: maxReasonLength, message: t('error.tooLong', { label, max: maxReasonLength }) },
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
