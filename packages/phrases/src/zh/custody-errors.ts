import type { custodyErrors as english } from '../en/custody-errors.ts'

export const custodyErrors = {
  'error.custody.handedOver': '码 {code} 已交给{holder}，现由其负责',
  'error.custody.heldByOther': '码 {code} 属于其他企业的货物',
  'error.custody.invitedOnly': '码 {code} 属于其他企业的货物：您仅受邀上报其环节，不能进行其他操作',
  'error.custody.stageNotInvited': '{holder}未邀请您上报码 {code} 的此环节',
  'error.custody.invitationEnded': '码 {code} 的上报邀请已结束，请向{holder}申请新的邀请',
  'error.custody.noReceiver': '未找到使用该标识的企业',
  'error.custody.ownReceiver': '这是本企业',
  'error.custody.expired': '该交接已过期',
  'error.custody.expiresPast': '有效期早于今天',
  'error.custody.underReview': '码 {code} 的认证正在审核',
  'error.custody.packedElsewhere': '码 {code} 装在 {parent} 中，而后者未一并交出：请先拆出，或将其整体交出',
  'error.custody.recalled': '码 {code} 已被召回',
  'error.custody.notOffered': '码 {code} 不在本次交接中',
  'error.custody.nothingAccepted': '没有可接收的货物：请改为拒收',
  'error.custody.giverDisabled': '持有货物的企业已停用',
  'error.custody.tooManyRanges': '号段超过 {max} 个：请分几次提交',
  'error.custody.invitationOver': '邀请的最后日期已过',
  'error.custody.alreadyInvited': '{partner}已受邀上报码 {code} 的其中一个环节',
  'error.custody.noDeliveryNote': '已拒收或已撤回的交接没有送货单',
  'error.custody.noReceipt': '货物尚未接收，没有收货单',
} as const satisfies Record<keyof typeof english, string>
