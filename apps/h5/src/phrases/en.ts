import { common } from '@timbermark/phrases/en/common'
import { errors } from '@timbermark/phrases/en/errors'
import { h5 } from '@timbermark/phrases/en/h5'

export default { ...common, ...errors, ...h5 }
