import { freeMenuIcons, type GenContent, type GenSettings, genAreas, genOperations, wordIn } from '@timbermark/contract'
import { Checkbox, Input, Select, Switch } from 'antd'
import { MenuIcon } from '../../../shell/theme/icons.tsx'
import { useT } from '../../../shell/index.ts'
import { EachLanguage } from '../parts/each-language.tsx'
import { Labelled } from '../parts/labelled.tsx'

interface SettingsProps {
  content: GenContent
  problem: (path: string) => string | undefined
  onChange: (settings: GenSettings) => void
}

/** The name, the area, the menu icon and the operations of the record type. */
export function SettingsEditor({ content: { settings, columns }, problem, onChange }: SettingsProps) {
  const t = useT()
  const set = (change: Partial<GenSettings>) => onChange({ ...settings, ...change })
  const texts = columns.filter(one => one.used && one.kind === 'text')
  return (
    <div className="tm-gen-grid">
      <Labelled label={t('tool.gen.area')} problem={problem('settings.area')}>
        {props => (
          <Select
            {...props}
            value={settings.area}
            options={genAreas.map(value => ({ value, label: t(`tool.gen.area.${value}`) }))}
            onChange={area => set({ area })}
          />
        )}
      </Labelled>
      <Labelled label={t('tool.gen.entity')} hint={t('tool.gen.entityHint')} problem={problem('settings.entity')}>
        {props => (
          <Input
            {...props}
            value={settings.entity}
            maxLength={40}
            spellCheck={false}
            onChange={event => set({ entity: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('tool.gen.label')} hint={t('tool.gen.labelHint')} problem={problem('settings.label')}>
        {props => (
          <Select
            {...props}
            value={settings.label || undefined}
            placeholder={t('common.choose')}
            options={texts.map(one => ({ value: one.key, label: wordIn(one.labels, t.language).text }))}
            onChange={label => set({ label })}
          />
        )}
      </Labelled>
      <EachLanguage
        label={t('tool.gen.one')}
        value={settings.one}
        max={100}
        problem={language => problem(`settings.one.${language}`)}
        onChange={one => set({ one })}
      />
      <EachLanguage
        label={t('tool.gen.many')}
        value={settings.many}
        max={31}
        problem={language => problem(`settings.many.${language}`)}
        onChange={many => set({ many })}
      />
      <Labelled label={t('tool.gen.icon')} problem={problem('settings.icon')}>
        {props => (
          <Select
            {...props}
            value={settings.icon}
            options={freeMenuIcons().map(name => ({
              value: name,
              label: (
                <>
                  <MenuIcon name={name} /> {name}
                </>
              ),
            }))}
            onChange={icon => set({ icon })}
          />
        )}
      </Labelled>
      <Labelled label={t('tool.gen.scoped')} hint={t('tool.gen.scopedHint')}>
        {({ id }) => (
          <span>
            <Switch id={id} checked={settings.scoped} onChange={scoped => set({ scoped })} />
          </span>
        )}
      </Labelled>
      <div className="tm-labelled">
        <span>{t('tool.gen.path')}</span>
        <code>{`${settings.area}:${settings.entity}:…`}</code>
      </div>
      <fieldset className="tm-gen-wide tm-gen-checks">
        <legend>{t('tool.gen.operations')}</legend>
        {genOperations.map(verb => (
          <Checkbox
            key={verb}
            checked={settings.operations.includes(verb)}
            onChange={({ target }) =>
              set({
                operations: genOperations.filter(one =>
                  one === verb ? target.checked : settings.operations.includes(one),
                ),
              })
            }
          >
            {t(`action.${verb}`)}
          </Checkbox>
        ))}
      </fieldset>
    </div>
  )
}
