/**
 * Every advisory lock of the database that the product takes, so that no two purposes share a number. Those marked SQL
 * are taken by functions of the migrations.
 */
export const locks = {
  /** One process migrates, or restores, at a time. */
  migrate: 727_201,
  /** SQL: making the month's partitions of the logs. */
  logPartitions: 727_202,
  /** One sequencer of the ledger. */
  ledgerAppend: 727_203,
  /** SQL: setting request numbers above what is remembered. */
  requestNumbers: 727_204,
  /** One process makes the demonstration in a database of the operator's own. */
  demonstration: 727_205,
  /** One keeper of the queue. */
  jobKeeper: 727_206,
  /** First key; the second names a process that is alive. */
  life: 727_210,
  menuTree: 727_230,
  /** First key; the second is the enterprise. */
  deptTree: 727_231,
  /** First key; the second is the enterprise: who changes who may do what. */
  grants: 727_233,
  /** First key; the second is the number of a code request: who packs or unpacks its codes. */
  packing: 727_241,
  /** One process counts the sums of scans and checks. */
  visitSums: 727_250,
  /** One process counts the sums of the stages. */
  stageSums: 122,
  /** First key; the second is the number of a code request: who changes what its codes are certified as. */
  certification: 727_242,
  /** First key; the second is the number of a code request: who gives its codes to dealers. */
  assignment: 727_244,
  /** First key; the second is the number of a code request: who calls its codes back, or lifts that. */
  recall: 116,
  /** One watch over the scans. */
  watch: 727_245,
  /**
   * Between the sweep of contents and a backup. A backup shares it from before its snapshot until the last content is
   * copied, the sweep takes it alone: what the rows of a snapshot refer to is there until it is copied.
   */
  blobs: 727_240,
} as const
