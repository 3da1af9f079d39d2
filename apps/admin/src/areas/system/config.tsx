import { ClearOutlined } from '@ant-design/icons'
import { checkParameter, config, mayBeEmpty } from '@timbermark/contract'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import { useRefresh, useRow } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { clearParameters, useClient, useSession, useT } from '../../shell/index.ts'
import { KeyControl } from './key-control.tsx'
import { ValueControl, valueLabel } from './value-control.tsx'

/** Parameters of the installation. */
export default function ConfigScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(config)
  const { can } = useSession()
  const [editing] = useAddressParam('edit')
  const { data: edited } = useRow(config, can('system:config:query') ? editing : undefined)
  // The program looks up a bootstrap parameter by its key, so the key cannot change.
  const isBuiltIn = editing !== undefined && edited?.configType === 'Y'

  return (
    <EntityScreen
      entity={config}
      form={{
        // Nearly every parameter needs a value; its kind says which may be empty.
        fields: {
          configValue: { ...config.fields.configValue, required: !mayBeEmpty(String(edited?.configKey ?? '')) },
        },
        controls: {
          configKey: props => <KeyControl {...(props as ControlProps<string>)} closed={isBuiltIn} />,
          configValue: props => <ValueControl {...(props as ControlProps<string>)} />,
        },
        rules: {
          configValue: (value, { configKey }) => {
            const fault = checkParameter(String(configKey ?? ''), value)
            return fault && { field: 'configValue', ...fault }
          },
        },
      }}
      cells={{
        configValue: (row, plain) => valueLabel(t, String(row.configKey), row.configValue as string | null) ?? plain,
      }}
      toolbar={
        can('system:config:remove') && (
          <ActionButton
            action={{
              key: 'refreshCache',
              label: t('system.config.flush'),
              icon: <ClearOutlined />,
              run: async () => {
                await client.call('DELETE /system/config/refreshCache')
                clearParameters()
                await refresh()
                feedback.done(t('system.config.flushed'))
              },
            }}
          />
        )
      }
    />
  )
}
