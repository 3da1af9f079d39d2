import type { system as english } from '../en/system.ts'

export const system = {
  'config.captchaEnabled': '登录验证码开关',
  'config.registerUser': '是否开启用户注册',
  'config.strongPassword': '强密码模式（至少 8 位）',
  'config.filing': '页脚备案信息',
  'config.sideTheme': '侧边栏主题',
  'stage.circulation.full': '全流程（18 个环节）',
  'system.profile': '个人中心',
  'system.profile.oldPassword': '旧密码',
  'system.profile.newPassword': '新密码',
  'action.submitRequest': '提交',
  'action.state': '变更状态',
  'action.security': '查看防伪码',
  'action.print': '打印',
  'action.report': '上报',
} as const satisfies Record<keyof typeof english, string>
