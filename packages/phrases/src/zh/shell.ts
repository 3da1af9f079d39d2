import type { shell as english } from '../en/shell.ts'

export const shell = {
  'shell.transport.network': '后端接口连接异常',
  'shell.transport.timeout': '系统接口请求超时',
  'shell.transport.status': '系统接口 {status} 异常',
} as const satisfies Record<keyof typeof english, string>
