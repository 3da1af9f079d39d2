import { custody } from '@timbermark/phrases/fr/custody'
import { custodyDispute } from '@timbermark/phrases/fr/custody-dispute'
import { custodyErrors } from '@timbermark/phrases/fr/custody-errors'
import { h5Change } from '@timbermark/phrases/fr/h5-change'
import { h5Custody } from '@timbermark/phrases/fr/h5-custody'
import { h5Form } from '@timbermark/phrases/fr/h5-form'
import { h5Walk } from '@timbermark/phrases/fr/h5-walk'
import { labelLife } from '@timbermark/phrases/fr/label-life'
import { materialPlot } from '@timbermark/phrases/fr/material-plot'
import { plausible } from '@timbermark/phrases/fr/plausible'
import { reportForm } from '@timbermark/phrases/fr/report-form'
import { stage } from '@timbermark/phrases/fr/stage'

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
