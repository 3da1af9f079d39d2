import { type AwaitedMoment, clockToleranceSeconds } from '../../../platform/database/future-moments.ts'
import { undoSeconds } from '../../../entity/undo.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { holdSeconds } from '../../ledger/anchor/anchor-store.ts'
import { resumeSeconds } from '../../code/request/download-link.ts'
import { lifetimeSeconds } from '../../system/identity/captcha.ts'
import { waitingDays } from '../../system/identity/register.ts'
import { longestLimitSeconds } from '../../system/identity/throttle.ts'
import { initialHours } from '../../system/people/users-write.ts'
import { longestMessagingWait } from '../../wechat/run.ts'
import { longestTokenSeconds } from '../../wechat/tokens.ts'

/**
 * Every stored moment that something waits for, with the furthest ahead that the product itself puts it. Each moment of the
 * schema is declared here or in `otherMoments`; a test walks them.
 */
export function awaitedMoments({ jobs }: Pick<Services, 'jobs'>): AwaitedMoment[] {
  const longestWait = jobs.longestWait
  return [
    {
      schema: 'graphile_worker',
      table: '_private_jobs',
      column: 'run_at',
      longest: longestWait,
      repair: 'now',
      work: true,
    },
    { schema: 'graphile_worker', table: '_private_jobs', column: 'locked_at', longest: 0, repair: 'now', work: true },
    // Nothing of ours orders by the queue's own schedule; older versions did.
    {
      schema: 'graphile_worker',
      table: '_private_known_crontabs',
      column: 'last_execution',
      longest: 0,
      repair: 'now',
    },
    { table: 'job_outbox', column: 'run_at', longest: longestWait, repair: 'now', work: true },
    { table: 'job_outbox', column: 'queued_at', longest: 0, repair: 'now' },
    { table: 'job_worker', column: 'seen_at', longest: 0, repair: 'now', work: true },
    { table: 'recurring_job', column: 'ordered_at', longest: 0, repair: 'now', work: true },
    { table: 'task_run', column: 'start_time', longest: 0, repair: 'now', work: true, only: sql`status = 'queued'` },
    { table: 'platform_request', column: 'next_at', longest: longestMessagingWait, repair: 'now', work: true },
    { table: 'platform_activation', column: 'next_at', longest: longestMessagingWait, repair: 'now', work: true },
    { table: 'visit_day', column: 'counted_at', longest: 0, repair: 'now', work: true, only: sql`state <> 'counted'` },
    // Limits: they would refuse for as long as the clock was ahead.
    { table: 'throttle', column: 'until', longest: longestLimitSeconds, repair: 'now' },
    { table: 'check_limit', column: 'since', longest: 0, repair: 'now' },
    { table: 'repeat_guard', column: 'until', longest: clockToleranceSeconds, repair: 'now' },
    { table: 'upload_use', column: 'used_at', longest: 0, repair: 'now' },
    { table: 'operator_mail', column: 'sent_at', longest: 0, repair: 'now' },
    // A call that was answered may be sent again for as long as its key is kept: only those never answered go back.
    { table: 'idempotency', column: 'created_at', longest: 0, repair: 'now', only: sql`answered_at is null` },
    // Notices: none would be sent again before then.
    { table: 'alarm_told', column: 'told_at', longest: 0, repair: 'now' },
    { table: 'channel_case', column: 'reminded_at', longest: 0, repair: 'now' },
    // Ends: what should end would last.
    { table: 'account', column: 'initial_until', longest: initialHours * 3600, repair: 'longest' },
    { table: 'account', column: 'waits_until', longest: waitingDays * 86_400, repair: 'longest' },
    { table: 'download_link', column: 'expires_at', longest: resumeSeconds, repair: 'longest' },
    { table: 'reversal', column: 'expires_at', longest: undoSeconds, repair: 'remove' },
    { table: 'captcha', column: 'expires_at', longest: lifetimeSeconds, repair: 'remove' },
    { table: 'half_session', column: 'created_at', longest: 0, repair: 'remove' },
    { table: 'identity_attempt', column: 'created_at', longest: 0, repair: 'remove' },
    { table: 'identity_attempt', column: 'returned_at', longest: 0, repair: 'remove' },
    // Those of a clock that was wrong for a moment are valid again afterwards (sessions.ts).
    { table: 'session', column: 'seen_at', longest: 86_400, repair: 'remove' },
    { table: 'known_device', column: 'seen_at', longest: 0, repair: 'now' },
    { table: 'wechat_token', column: 'good_until', longest: longestTokenSeconds, repair: 'remove' },
    // A signer waits after a promotion; a total is counted again after a day; an ended check goes on within a week.
    { table: 'ledger_timeline', column: 'since', longest: 0, repair: 'now' },
    { table: 'stage_total', column: 'counted_at', longest: 0, repair: 'now' },
    { table: 'document_total', column: 'counted_at', longest: 0, repair: 'now' },
    { table: 'ledger_check_place', column: 'changed_at', longest: 0, repair: 'now' },
    // An anchor is due so long after the last one; a transaction is replaced so long after it was signed.
    { table: 'chain_anchor', column: 'queued_at', longest: 0, repair: 'now' },
    { table: 'chain_attempt', column: 'signed_at', longest: 0, repair: 'now' },
    { table: 'chain_sender', column: 'held_until', longest: holdSeconds, repair: 'now' },
    { table: 'server_process', column: 'seen_at', longest: 0, repair: 'now' },
    { table: 'server_sample', column: 'at', longest: 0, repair: 'remove' },
    { table: 'cache_clear', column: 'cleared_at', longest: 0, repair: 'now' },
  ]
}

/**
 * The other moments. `created_at` and `updated_at` say when a row was made and changed, and are not listed.
 *
 * - `event`: says when something happened: nothing waits for it, and people read it
 * - `chosen`: a person chose it, also far ahead
 * - `removal`: only the removal of the row waits for it
 * - `elsewhere`: a moment that is too far ahead is recognized where it is used
 */
export const otherMoments = {
  event: [
    'account.login_date',
    'account.password_changed_at',
    'article.publish_time',
    'assignment.recorded_at',
    'bound_identity.bound_at',
    'bound_identity.used_at',
    'case_visit.at',
    'certification.since',
    'certification_step.recorded_at',
    'chain_anchor.block_time',
    'chain_anchor.head_time',
    'chain_anchor.sent_at',
    'chain_anchor.verified_at',
    'chain_attempt.sent_at',
    'chain_sender.asked_at',
    'chain_sender.fault_at',
    'change_request.decided_at',
    'change_request.requested_at',
    'reversal.undone_at',
    'channel_case.first_at',
    'channel_case.last_at',
    'check_log.checked_at',
    'code_assignment.during',
    'code_link.during',
    'code_request.completed_at',
    'code_request.submitted_at',
    'code_stat.first_check_at',
    'code_stat.first_query_at',
    'code_stat.first_scan_at',
    'custody_handover.handed_at',
    'custody_invitation.invited_at',
    'custody_invitation.settled_at',
    'custody_offer.offered_at',
    'custody_offer.settled_at',
    'custody_offer.signed_at',
    'division_sync.finished_at',
    'division_sync.started_at',
    'document_consent.ended_at',
    'document_consent.given_at',
    'document_version.replaced_at',
    'download_link.used_at',
    'idempotency.answered_at',
    'installation.made_at',
    'job_worker.started_at',
    'label_act.recorded_at',
    'label_state.since',
    'ledger_behind.since',
    'ledger_break.at',
    'ledger_check_place.began_at',
    'ledger_check_place.ended_at',
    'ledger_checked.at',
    'ledger_checkpoint.signed_at',
    'ledger_cosignature.signed_at',
    'ledger_entry.appended_at',
    'ledger_fault.found_at',
    'ledger_key_change.at',
    'ledger_queue.queued_at',
    'ledger_refused.queued_at',
    'ledger_refused.refused_at',
    'listing.publish_time',
    'login_log.login_time',
    'material_balance.differs_since',
    'material_balance.updated_at',
    'material_entry.happened_at',
    'material_transfer.happened_at',
    'material_transfer.reversed_at',
    'material_entry.recorded_at',
    'message.read_at',
    'notice_read.read_at',
    'plot_version.replaced_at',
    'oper_log.oper_time',
    'operator_mail.failed_at',
    'operator_mail.ordered_at',
    'packing.happened_at',
    'packing.recorded_at',
    'phone_view.view_time',
    'platform_request.completed_at',
    'platform_segment.fetched_at',
    'quote.quote_time',
    'recall.lifted_at',
    'recall.recalled_at',
    'recovery_code.used_at',
    'scan_log.scanned_at',
    'scheduled_task.last_time',
    'schema_migration.applied_at',
    'sealed_content.sealed_at',
    'second_factor.confirmed_at',
    'server_process.started_at',
    'stage_record.claimed_at',
    'stage_record.happened_at',
    'stage_record.phone_at',
    'stage_record.reckoned_at',
    'stage_record.recorded_at',
    'stage_step.first_at',
    'standing_alarm.seen_at',
    'standing_alarm.since',
    'supplier_invitation.invited_at',
    'supplier_invitation.settled_at',
    'task_run.end_time',
    'upload.begun_at',
    'visit_answer.first_at',
    'visit_answer.first_query_at',
    'visit_count.start',
    'visit_day.coarse_at',
    'visit_place.start',
    'wechat_user.first_seen',
    'wechat_user.last_seen',
  ],
  chosen: ['article.publish_at', 'banner.show_from', 'banner.show_until'],
  removal: ['case_hint.at', 'spent_work.expires_at', 'upload.touched_at', 'visit_answer.told_at'],
  elsewhere: ['channel_case.closed_at', 'clock_look.leapt_at', 'clock_look.looked_at', 'scheduled_task.next_time'],
} as const satisfies Record<string, readonly string[]>
