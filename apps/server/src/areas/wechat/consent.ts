/** The platform's own browser; its company edition and the web views of mini-programs have no consent page. */
export const insideMessagingApp = (agent: string) => /MicroMessenger/i.test(agent) && !/wxwork|miniProgram/i.test(agent)

/** The platform's sign-in codes have 32 characters; it promises at most 512 bytes. */
export const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]{1,512}$/.test(value)

/** Address of the platform's consent page; it requires this order of parameters. */
export function authorizeAddress(openUrl: string, appId: string, callback: string, state: string): string {
  return `${openUrl}/connect/oauth2/authorize?appid=${appId}&redirect_uri=${encodeURIComponent(callback)}&response_type=code&scope=snsapi_userinfo&state=${state}#wechat_redirect`
}

/** A line that sets a cookie which no script reads and which other sites' forms do not send. */
export const setCookieLine = (publicUrl: string, name: string, value: string, seconds: number, path = '/'): string =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`
