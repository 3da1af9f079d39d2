import type { FormInstance } from 'antd'
import type { FormValues } from '../../entity/form/form-values.ts'

/** A unit is required once a quantity is entered (VAL-32): the message appears as soon as there is one. */
export function checkUnit(changed: FormValues, all: FormValues, form: FormInstance<FormValues>): void {
  const quantity = changed.quantity
  if (quantity === undefined || quantity === null || quantity === '' || all.unit) return
  void form.validateFields(['unit']).catch(() => {})
}
