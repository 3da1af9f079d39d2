export { newId } from '@timbermark/client'
