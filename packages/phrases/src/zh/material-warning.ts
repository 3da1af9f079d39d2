/** The board of warnings about wood. */
export const materialWarning = {
  'material.warning.about': '账实不符或存疑的木材。每行打开相应列表，下方为可处理的人员。',
  'material.warning.nothing': '没有需要提醒的事项：木材来源均已申报，结存与明细相符，地块无重叠，上报无存疑。',
  'material.warning.who': '可处理：{names}',
  'material.warning.whoMore': '可处理：{names}等',
  'material.warning.operator': '平台运营方也能看到，须由其处理。',
  'material.warning.nobody': '没有人持有处理权限，请管理员通过角色授予。',
  'material.warning.person': '{name}（{role}）',
} as const
