export type FormMode = 'add' | 'edit'
/** Values as on the wire: ISO dates, ids, decimals as text, files as the objects that rows carry. */
export type FormValues = Record<string, unknown>
