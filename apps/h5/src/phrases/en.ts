import { common } from '@timbermark/phrases/en/common'
import { errors } from '@timbermark/phrases/en/errors'
import { field } from '@timbermark/phrases/en/field'
import { h5 } from '@timbermark/phrases/en/h5'
import { reading } from '@timbermark/phrases/en/reading'

export default { ...common, ...errors, ...field, ...h5, ...reading }
