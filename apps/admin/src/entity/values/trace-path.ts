/** Address of a code's public trace page. */
export const tracePath = (code: string) => `/c/${encodeURIComponent(code)}`
