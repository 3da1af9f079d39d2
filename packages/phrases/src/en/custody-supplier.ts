/** Suppliers of the enterprise that are invited to report stages. */
export const custodySupplier = {
  'custody.supplier-invitation': 'Supplier invited to stages',
  'custody.supplier-invitation.goods': 'Goods',
  'custody.supplier-invitation.supplier': 'Supplier',
  'custody.supplier-invitation.accountId': 'Supplier',
  'custody.supplier-invitation.codes': 'Codes',
  'custody.supplier-invitation.numbers': 'Numbers',
  'custody.supplier-invitation.ranges': 'Ranges',
  'custody.supplier-invitation.stages': 'Stages',
  'custody.supplier-invitation.stageNames': 'Stages',
  'custody.supplier-invitation.untilOn': 'Last day',
  'custody.supplier-invitation.untilHint': 'The supplier reports only what happens on this day or before it.',
  'custody.supplier-invitation.note': 'Note',
  'custody.supplier-invitation.status': 'State',
  'custody.supplier-invitation.status.current': 'Invited',
  'custody.supplier-invitation.status.revoked': 'Revoked',
  'custody.supplier-invitation.validity': 'Validity',
  'custody.supplier-invitation.validity.current': 'In force',
  'custody.supplier-invitation.validity.ended': 'Ended',
  'custody.supplier-invitation.reason': 'Reason',
  'custody.supplier-invitation.invitedAt': 'Invited',
  'custody.supplier-invitation.settledAt': 'Revoked at',
  'custody.supplier-invitation.add': 'Invite a supplier',
  'custody.supplier-invitation.addHint':
    'The supplier may report the chosen stages about these goods on the phone, and sees nothing else of the enterprise. It counts at once.',
  'custody.supplier-invitation.accountHint':
    'Accounts of user type “supplier”. Users are added under “Users”, with the role “Supplier”.',
  'custody.supplier-invitation.sent': 'Supplier invited to report about {n} {n|code|codes}',
  'custody.supplier-invitation.revoke': 'Revoke',
  'custody.supplier-invitation.revokeTitle':
    'Revoke the invitation? The supplier reports nothing more; its reports stay.',
  'custody.supplier-invitation.details': 'Contents',
} as const
