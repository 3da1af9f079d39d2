import { common } from '@timbermark/phrases/zh/common'
import { errors } from '@timbermark/phrases/zh/errors'
import { field } from '@timbermark/phrases/zh/field'
import { h5 } from '@timbermark/phrases/zh/h5'
import { reading } from '@timbermark/phrases/zh/reading'

export default { ...common, ...errors, ...field, ...h5, ...reading }
