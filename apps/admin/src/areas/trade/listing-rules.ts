import type { FormInstance } from 'antd'
import type { FormValues } from '../../entity/form/form-values.ts'

/** A unit must be chosen once a quantity is entered (VAL-32): its message comes as soon as there is one. */
export function checkUnit(changed: FormValues, all: FormValues, form: FormInstance<FormValues>): void {
  const quantity = changed.quantity
  if (quantity === undefined || quantity === null || quantity === '' || all.unit) return
  void form.validateFields(['unit']).catch(() => {})
}
