import { custody } from '@timbermark/phrases/zh/custody'
import { custodyDispute } from '@timbermark/phrases/zh/custody-dispute'
import { custodyErrors } from '@timbermark/phrases/zh/custody-errors'
import { h5Change } from '@timbermark/phrases/zh/h5-change'
import { h5Custody } from '@timbermark/phrases/zh/h5-custody'
import { h5Form } from '@timbermark/phrases/zh/h5-form'
import { h5Walk } from '@timbermark/phrases/zh/h5-walk'
import { labelLife } from '@timbermark/phrases/zh/label-life'
import { materialPlot } from '@timbermark/phrases/zh/material-plot'
import { plausible } from '@timbermark/phrases/zh/plausible'
import { reportForm } from '@timbermark/phrases/zh/report-form'
import { stage } from '@timbermark/phrases/zh/stage'

export default {
  ...custody,
  ...custodyDispute,
  ...custodyErrors,
  ...h5Change,
  ...h5Custody,
  ...h5Form,
  ...h5Walk,
  ...labelLife,
  ...materialPlot,
  ...plausible,
  ...reportForm,
  ...stage,
}
