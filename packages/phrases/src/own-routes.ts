/** Calls that an area serves beside those of the contract, its lists and its lifecycle: their words stand with the others. */
export type OwnRoute =
  | 'PUT /system/user/changeStatus'
  | 'GET /system/user/options'
  | 'GET /system/user/importTemplate'
  | 'POST /system/user/importData'
  | 'GET /system/dept/options'
  | 'PUT /catalog/batch/:id/state'
  | 'PUT /trade/listing/audit'
  | 'PUT /trade/listing/shelf'
  | 'GET /stage/progress/list'
  | 'GET /stage/record/mine'
  | 'GET /stage/record/:id'
