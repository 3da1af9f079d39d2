/**
 * What a restore of one enterprise may do with each table that has rows of an enterprise. A test fails for a table that is
 * missing here: the person who adds one decides.
 */
export type TableClass =
  /** Records that people enter: missing ones are put back, changed ones get their earlier values when it is asked for. */
  | {
      class: 'restorable'
      /** Names, phones: somebody may have asked to have them removed. */
      personal?: true
      /** Values of columns that a row is put back with, in place of those of the backup. `null` empties the column. */
      fresh?: Readonly<Record<string, string | null | ((was: string | null) => string | null)>>
      /** Why a row is put back without asking the rule of saving. */
      withoutRule?: string
      /** Why earlier values of changed rows are never written. */
      neverOverwritten?: string
      /** Columns that keep their present value when a row gets its earlier values. */
      stays?: readonly string[]
      /** A row is left alone when this column differs: its values belong to another version. */
      version?: string
    }
  /** Who may do what, and what somebody agreed to: put back only when it is asked for, because it may have been revoked. */
  | { class: 'grant' }
  /** Files and who shows them: put back with the records that refer to them. */
  | { class: 'file' }
  /** Computed from other rows. */
  | { class: 'derived'; why: string }
  /** One history for all, which only goes forward: compared, never written. */
  | { class: 'forward'; why: string }
  /** Neither compared nor written. */
  | { class: 'never'; why: string }

const code = 'facts about codes only go forward'
const sealed = 'sealed history only goes forward'
const two = 'belongs to two enterprises, and one of them has not lost it'
const signIn = 'ways to sign in are set up again'
const log = 'a log is not written afterwards'
const sums = 'computed again from its rows'
const moment = 'lasts minutes or days'
const outside = 'follows what another service has done'
const clones = 'follows from scans'

/** Each table with rows of an enterprise. */
export const tableClasses: Readonly<Record<string, TableClass>> = {
  // People and what they may do.
  dept: { class: 'restorable', stays: ['parent_id', 'ancestors'] },
  post: { class: 'restorable' },
  account: {
    class: 'restorable',
    personal: true,
    // The administrator who enables it sets a password and sees its roles.
    fresh: { status: '1', initial_until: null, login_ip: null, login_date: null, waits_until: null },
    neverOverwritten: 'a change of an account may have been a revocation',
  },
  account_post: { class: 'restorable' },
  role: { class: 'restorable', neverOverwritten: 'a change of a role may have been a revocation' },
  account_role: { class: 'grant' },
  role_dept: { class: 'grant' },
  role_menu: { class: 'grant' },
  stage_authorization: { class: 'grant' },

  // Master data.
  category: { class: 'restorable' },
  product: { class: 'restorable', stays: ['subject', 'change_reason'] },
  batch: {
    class: 'restorable',
    stays: [
      'status',
      'void_reason',
      'subject',
      'records_subject',
      'change_reason',
      'circulation_id',
      'circulation_steps',
      'received_stages',
    ],
  },
  document: {
    class: 'restorable',
    version: 'version',
    withoutRule: 'sealed records may rely on it: then it is not edited',
  },
  document_version: { class: 'restorable', neverOverwritten: 'a version is never edited' },
  plot: {
    class: 'restorable',
    version: 'version',
    stays: [
      'geometry',
      'kind',
      'area',
      'positions',
      'box',
      'overlap_count',
      'walk_id',
      'worst_accuracy',
      'median_accuracy',
    ],
  },
  plot_version: { class: 'restorable', neverOverwritten: 'a version is never edited' },
  plot_overlap: { class: 'derived', why: 'found again when a plot is changed' },
  document_consent: { class: 'grant' },
  circulation: { class: 'restorable', stays: ['delivered_key'] },
  stage_template: {
    class: 'restorable',
    withoutRule: 'earlier versions are not edited',
    neverOverwritten: 'an edit makes another version',
  },
  stage_template_choice: { class: 'restorable' },
  stage_parameter: { class: 'restorable' },
  dealer_level: { class: 'restorable' },
  dealer: { class: 'restorable', personal: true, fresh: { account_id: null }, stays: ['account_id'] },
  territory: { class: 'restorable' },
  store: { class: 'restorable', personal: true },
  customer: { class: 'restorable', personal: true, fresh: { account_id: null }, stays: ['account_id'] },
  supplier: { class: 'restorable', personal: true, fresh: { account_id: null }, stays: ['account_id'] },
  listing: {
    class: 'restorable',
    personal: true,
    // Offered again only by its publisher; quotes that went with it belong to others.
    fresh: {
      status: was => (was === 'onShelf' ? 'offShelf' : was),
      quote_count: '0',
      accepted_tenants: '{}',
      phone_closed_to: '{}',
    },
    neverOverwritten: 'the platform audits each change of a listing',
  },

  // Settings and views.
  label_layout: { class: 'restorable' },
  label_rule: { class: 'restorable' },
  record_rule: { class: 'restorable' },
  watch_threshold: { class: 'restorable' },
  form_design: { class: 'restorable' },
  gen_table: { class: 'restorable' },
  list_view: { class: 'restorable' },
  list_view_start: { class: 'restorable' },

  file_object: { class: 'file' },
  file_showing: { class: 'file' },

  // Codes and what was done with them.
  request_number: { class: 'forward', why: 'numbers of code requests are never given twice' },
  code_request: { class: 'forward', why: code },
  foreign_code: { class: 'forward', why: code },
  code_link: { class: 'forward', why: code },
  packing: { class: 'forward', why: code },
  assignment: { class: 'forward', why: code },
  code_assignment: { class: 'forward', why: code },
  label_act: { class: 'forward', why: code },
  label_state: { class: 'forward', why: code },
  tenant_key: { class: 'forward', why: 'keys are only added' },
  stage_record: { class: 'forward', why: 'reports are sealed; phones send again those that were not acknowledged' },
  stage_record_code: { class: 'forward', why: sealed },
  stage_record_paper: { class: 'forward', why: sealed },
  stage_record_plot: { class: 'forward', why: sealed },
  change_request: { class: 'forward', why: 'decided together with its record' },
  certification: { class: 'forward', why: sealed },
  certification_step: { class: 'forward', why: sealed },
  certification_paper: { class: 'forward', why: sealed },
  recall: { class: 'forward', why: 'a recall is published and sealed; it is lifted, or declared again' },
  recalled_code: { class: 'forward', why: sealed },
  sealed_content: { class: 'forward', why: sealed },
  custody_offer: { class: 'forward', why: two },
  custody_offer_range: { class: 'forward', why: two },
  custody_handover: { class: 'forward', why: two },
  custody_dispute_line: { class: 'forward', why: two },
  custody_invitation: { class: 'forward', why: two },
  custody_invitation_range: { class: 'forward', why: two },
  supplier_invitation: { class: 'forward', why: 'opens goods to an account until a day; it is given again' },
  supplier_invitation_range: { class: 'forward', why: 'belongs to its invitation' },
  material_balance: { class: 'forward', why: 'follows from records and handovers, which only go forward' },
  material_transfer: { class: 'forward', why: 'its entries only go forward' },
  material_transfer_line: { class: 'forward', why: 'its entries only go forward' },
  material_entry: { class: 'forward', why: 'follows from records and handovers, which only go forward' },
  quote: { class: 'forward', why: two },
  platform_request: { class: 'forward', why: outside },
  platform_activation: { class: 'forward', why: outside },
  platform_segment: { class: 'forward', why: outside },
  channel_case: { class: 'forward', why: clones },
  case_visit: { class: 'forward', why: clones },
  case_hint: { class: 'forward', why: clones },

  // Sums.
  platform_code_index: { class: 'derived', why: sums },
  code_stat: { class: 'derived', why: sums },
  scan_day: { class: 'derived', why: sums },
  stage_change: { class: 'derived', why: sums },
  stage_step: { class: 'derived', why: sums },
  stage_sum: { class: 'derived', why: sums },
  stage_time: { class: 'derived', why: sums },
  stage_total: { class: 'derived', why: sums },
  document_total: { class: 'derived', why: sums },
  visit_count: { class: 'derived', why: sums },
  visit_day: { class: 'derived', why: sums },
  visit_place: { class: 'derived', why: sums },

  // Sign-in, logs, and what is under way.
  second_factor: { class: 'never', why: signIn },
  recovery_code: { class: 'never', why: signIn },
  known_device: { class: 'never', why: signIn },
  bound_identity: { class: 'never', why: signIn },
  identity_attempt: { class: 'never', why: signIn },
  half_session: { class: 'never', why: signIn },
  session: { class: 'never', why: signIn },
  sign_in_name: { class: 'never', why: 'taken again with its account' },
  wechat_account: { class: 'never', why: 'secrets of a service are entered again' },
  wechat_token: { class: 'never', why: moment },
  wechat_user: { class: 'never', why: 'of the platform' },
  scan_log: { class: 'never', why: log },
  check_log: { class: 'never', why: log },
  login_log: { class: 'never', why: log },
  oper_log: { class: 'never', why: log },
  phone_view: { class: 'never', why: log },
  message: { class: 'never', why: 'retention removes it; its event is past' },
  notice_read: { class: 'never', why: 'a notice is read again' },
  download_link: { class: 'never', why: moment },
  idempotency: { class: 'never', why: moment },
  reversal: { class: 'never', why: moment },
  upload: { class: 'never', why: moment },
  upload_piece: { class: 'never', why: moment },
  upload_use: { class: 'never', why: moment },
  ledger_queue: { class: 'never', why: sealed },
  ledger_refused: { class: 'never', why: sealed },
  ledger_fault: { class: 'never', why: 'the nightly check finds again what is wrong' },
  earlier_row: { class: 'never', why: sealed },
  article: { class: 'never', why: 'of the platform' },
  article_reader: { class: 'never', why: 'of the platform' },
  banner: { class: 'never', why: 'of the platform' },
  news_category: { class: 'never', why: 'of the platform' },
  site_service: { class: 'never', why: 'of the platform' },
}

/** Is a table read from the backup at all? */
export const isCompared = (table: string): boolean => {
  const declared = tableClasses[table]?.class
  return declared !== undefined && declared !== 'derived' && declared !== 'never'
}
