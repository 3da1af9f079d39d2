/** Why code reads or writes across tenants. Each purpose belongs to one place in the code. */
export type CrossTenantPurpose =
  /** Before the tenant of a caller is known. */
  | 'sign-in'
  | 'session'
  /** Which enterprise a code belongs to. */
  | 'directory'
  /** Goods that change hands: who holds a code, the enterprise that is offered goods, and what writes in both: acceptances, and wood that an invited partner reports. */
  | 'custody'
  /** The walk from goods back to the plots of their wood: batches, what fellings say, and plots whose owners share them. */
  | 'origin'
  /** Which plots of other enterprises a plot overlaps: only that there are some. */
  | 'plots'
  /** The one ledger. */
  | 'ledger'
  /** Scans and checks, written in batches. */
  | 'scan'
  | 'jobs'
  /** The operator's screen of enterprises. */
  | 'enterprise'
  | 'public-file'
  | 'seed'
  /** An administrator of the platform whom nobody else can let in again. */
  | 'rescue'
  | 'monitor'
  /** The operator's home page and statistics, and the roll-ups that they read. */
  | 'statistics'
  /** The click counter of an article. */
  | 'news'
  /** Whether any record uses a template or a circulation of the platform. */
  | 'templates'
  /** Clone detection: which sightings speak against a code. */
  | 'watch'
  /** Ids of a tenant's records by parts of their texts, within the reader's scope; the records are read under row security. */
  | 'search'
  /** Public facts about market listings, for readers without an enterprise, and about their products. */
  | 'market'
