/**
 * Every advisory lock that the product takes in the database, so that no two purposes share a number. Locks marked SQL
 * are taken by functions of the migrations.
 */
export const locks = {
  /** One process migrates, or restores, at a time. */
  migrate: 727_201,
  /** SQL: creating the month's partitions of the logs. */
  logPartitions: 727_202,
  /** One sequencer of the ledger. */
  ledgerAppend: 727_203,
  /** SQL: raising request numbers above those that the rollback guard knows. */
  requestNumbers: 727_204,
  /** One process creates the demonstration in a database of the operator's own. */
  demonstration: 727_205,
  /** One reconciler of the queue. */
  jobReconciler: 727_206,
  /** First key; the second identifies a process that is alive. */
  liveProcess: 727_210,
  menuTree: 727_230,
  /** First key; the second is the enterprise. */
  deptTree: 727_231,
  /** First key; the second is the enterprise: changes of permissions. */
  grants: 727_233,
  /** First key; the second is the number of a code request: packing and unpacking its codes. */
  packing: 727_241,
  /** One process computes the roll-ups of scans and checks. */
  visitSums: 727_250,
  /** One process computes the roll-ups of the stages. */
  stageSums: 122,
  /** First key; the second is the number of a code request: changes of its certification. */
  certification: 727_242,
  /** First key; the second is the number of a code request: assignments of its codes to dealers. */
  assignment: 727_244,
  /** First key; the second is the number of a code request: recalling its codes, or lifting the recall. */
  recall: 116,
  /** First key; the second is the number of a code request: handing its codes over. */
  custody: 727_247,
  /** First key; the second is the number of a code request: acts on its labels. */
  label: 727_246,
  /** First key; the second is the enterprise: restoring rows of it from a backup. */
  enterpriseRestore: 727_248,
  /** One clone detection over the scans. */
  cloneDetection: 727_245,
  /**
   * Between the removal of unused file contents and a backup. A backup shares it from before its snapshot until the
   * last content is copied; the removal takes it exclusively. So every content that the snapshot refers to exists until
   * it is copied.
   */
  blobs: 727_240,
} as const
