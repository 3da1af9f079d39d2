import { common } from '@timbermark/phrases/fr/common'
import { errors } from '@timbermark/phrases/fr/errors'
import { h5 } from '@timbermark/phrases/fr/h5'

export default { ...common, ...errors, ...h5 }
