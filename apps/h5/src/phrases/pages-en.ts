import { custody } from '@timbermark/phrases/en/custody'
import { custodyDispute } from '@timbermark/phrases/en/custody-dispute'
import { custodyErrors } from '@timbermark/phrases/en/custody-errors'
import { h5Change } from '@timbermark/phrases/en/h5-change'
import { h5Custody } from '@timbermark/phrases/en/h5-custody'
import { h5Form } from '@timbermark/phrases/en/h5-form'
import { h5Walk } from '@timbermark/phrases/en/h5-walk'
import { labelLife } from '@timbermark/phrases/en/label-life'
import { materialPlot } from '@timbermark/phrases/en/material-plot'
import { plausible } from '@timbermark/phrases/en/plausible'
import { reportForm } from '@timbermark/phrases/en/report-form'
import { stage } from '@timbermark/phrases/en/stage'

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
