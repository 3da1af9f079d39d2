import { codeRequest, designFault, type LabelDesign, labelLayout, leastMillimetres } from '@timbermark/contract'
import { Form } from 'antd'
import { useMemo } from 'react'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import type { FormPlan } from '../../entity/form/form-drawer.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { LayoutPreview } from './layout-preview.tsx'
import { modulesHere } from './symbol-modules.ts'
import './code.css'

/** The initial values of a layout: A4, three labels in a row, everything shown. */
const defaults = {
  paper: 'a4',
  columns: 3,
  rows: 8,
  marginTop: '17',
  marginBottom: '14',
  marginSide: '10',
  gapX: '0',
  gapY: '0',
  errorLevel: 'auto',
  dpi: '300',
  showProduct: true,
  showBatch: true,
  showOrigin: true,
  showDate: true,
  showCode: true,
  showSecurity: true,
  showHeading: true,
  cutMarks: true,
} as const satisfies LabelDesign

/** The fault of the layout as a whole, placed at the field that must change. */
const checkFits = (field: keyof LabelDesign) => (_value: unknown, values: Record<string, unknown>) => {
  const design = { ...defaults, ...values } as LabelDesign
  const modules = modulesHere(design)
  const fault = designFault(design, modules)
  if (fault !== field) return undefined
  if (fault === 'width' || fault === 'height') return { field, error: 'required' as const }
  const margin = fault === 'marginTop' || fault === 'marginBottom'
  if (margin) return { field, error: 'code.headingRoom' as const }
  return { field, error: 'code.labelTooSmall' as const, params: { mm: leastMillimetres(modules, Number(design.dpi)) } }
}

/** The least size of a symbol, by what is chosen at the moment. */
function LeastHint() {
  const t = useT()
  const form = Form.useFormInstance()
  const design = {
    errorLevel: (Form.useWatch('errorLevel', form) ?? defaults.errorLevel) as LabelDesign['errorLevel'],
    dpi: Number(Form.useWatch('dpi', form) ?? defaults.dpi),
  }
  return t('code.label-layout.leastHint', { mm: leastMillimetres(modulesHere(design), design.dpi) })
}

/** The enterprise's label layouts, which are offered when labels are printed. */
export default function LabelLayoutScreen() {
  const t = useT()
  const { can } = useSession()
  const withSecurity = can(`${codeRequest.area}:${codeRequest.name}:security`)
  const form = useMemo(
    (): FormPlan => ({
      defaults,
      rules: Object.fromEntries(
        (['width', 'height', 'columns', 'rows', 'marginTop', 'marginBottom'] as const).map(name => [
          name,
          checkFits(name),
        ]),
      ),
      hints: {
        width: t('code.label-layout.ownHint'),
        height: t('code.label-layout.ownHint'),
        rows: <LeastHint />,
        dpi: t('code.label-layout.dpiHint'),
        errorLevel: t('code.label-layout.levelHint'),
      },
      above: { name: () => <LayoutPreview withSecurity={withSecurity} /> },
    }),
    [t, withSecurity],
  )
  return <EntityScreen entity={labelLayout} form={form} copies />
}
