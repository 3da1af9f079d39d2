import { Button, Form, Input, Space } from 'antd'
import { useState } from 'react'
import type { ControlProps } from '../../../entity/controls/control-props.ts'
import { usePasswordLength, useT } from '../../../shell/index.ts'
import { proposePassword } from './propose-password.ts'

/** A password that an administrator sets for somebody: typed, or generated here. */
export function PasswordItem({ name, label, kind }: { name: string; label: string; kind: 'given' | 'own' }) {
  const t = useT()
  const { min, max } = usePasswordLength(kind)
  return (
    <Form.Item
      name={name}
      label={label}
      extra={t('system.user.passwordHint', { min, max })}
      validateFirst
      rules={[
        { required: true, message: t('error.required', { label }) },
        { min, message: t('error.tooShort', { label, min }) },
        { max, message: t('error.tooLong', { label, max }) },
      ]}
    >
      <PasswordControl />
    </Form.Item>
  )
}

function PasswordControl({ value, onChange, ...props }: ControlProps<string>) {
  const t = useT()
  const [visible, setVisible] = useState(false)
  return (
    <Space.Compact block>
      <Input.Password
        {...props}
        value={value}
        // Otherwise the browser offers the administrator's own password.
        autoComplete="new-password"
        placeholder={t('common.enter')}
        visibilityToggle={{ visible, onVisibleChange: setVisible }}
        onChange={event => onChange?.(event.target.value)}
      />
      <Button
        onClick={() => {
          onChange?.(proposePassword())
          setVisible(true)
        }}
      >
        {t('system.user.makePassword')}
      </Button>
    </Space.Compact>
  )
}
