import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Platform } from './platform.ts'

/**
 * The script of the platform's app in a browser without it: `config` has the signature checked by the stand-in, `ready` or
 * `error` follow, the scanner answers what `window.standInScan` holds.
 */
const script = (verify: string) => `
(() => {
  const list = []
  let config
  let ready = () => {}
  let failed = () => {}
  window.wx = {
    config(options) {
      config = options
      const query = new URLSearchParams({ url: location.href.split('#')[0], appId: options.appId, timestamp: options.timestamp, nonceStr: options.nonceStr, signature: options.signature })
      window.standInVerified = text => {
        if (text !== 'ok') return failed({ errMsg: 'config:' + text })
        list.push(...options.jsApiList)
        ready()
      }
      const check = document.createElement('script')
      check.src = '${verify}?' + query
      document.head.append(check)
    },
    ready(done) { ready = done },
    error(done) { failed = done },
    scanQRCode(options) {
      if (!list.includes('scanQRCode')) return options.fail({ errMsg: 'scanQRCode:the permission value is offline verifying' })
      const text = window.standInScan
      if (text === undefined) return options.cancel({ errMsg: 'scanQRCode:cancel' })
      options.success({ errMsg: 'scanQRCode:ok', resultStr: text })
    },
  }
})()`

/** Serves the script, and reports whether a page was signed correctly. */
export function verifierPage(platform: Platform, address: URL, response: ServerResponse): void {
  if (address.pathname === '/jweixin.js') {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(script(`${platform.url}/verify`))
    return
  }
  const get = (name: string) => address.searchParams.get(name) ?? ''
  const text = `jsapi_ticket=${platform.ticket()}&noncestr=${get('nonceStr')}&timestamp=${get('timestamp')}&url=${get('url')}`
  const right = createHash('sha1').update(text).digest('hex') === get('signature') && get('appId') === platform.appId
  const isCallbackHost = new URL(get('url')).hostname === platform.callbackHost
  const verdict = isCallbackHost ? (right ? 'ok' : 'invalid signature') : 'invalid url domain'
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(`standInVerified(${JSON.stringify(verdict)})`)
}
