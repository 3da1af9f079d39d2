import { common } from '@timbermark/phrases/fr/common'
import { errors } from '@timbermark/phrases/fr/errors'
import { field } from '@timbermark/phrases/fr/field'
import { h5 } from '@timbermark/phrases/fr/h5'
import { reading } from '@timbermark/phrases/fr/reading'

export default { ...common, ...errors, ...field, ...h5, ...reading }
