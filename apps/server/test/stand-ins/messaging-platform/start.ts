/**
 * Starts the stand-in by hand: `npm run dev:wechat`. It prints the settings of a server that is to use it and the
 * credentials to be entered in the back office.
 */
import { startMessagingPlatform } from './platform.ts'

const readerAgent = 'Mozilla/5.0 (Linux; Android 13) Chrome/111.0 Mobile Safari/537.36 MicroMessenger/8.0.40'

const platform = await startMessagingPlatform({ port: Number(process.env.PORT ?? 8099) })
platform.visitor = 'asks'
console.log(`Stand-in of the messaging platform on ${platform.url}

Start the server with
  WECHAT_URL=${platform.url} WECHAT_OPEN_URL=${platform.url} WECHAT_SCRIPT_URL=${platform.url}/jweixin.js

and enter in the back office (Messaging platform > Platform account)
  App ID of the service account   ${platform.appId}
  Secret of the service account   ${platform.secret}
  Decryption key of codes  ${platform.codeKey}
  Mini-program appId       ${platform.miniAppId}
  Mini-program AppSecret   ${platform.miniSecret}

An application goes on each time its state is asked for: twice to wait, then made.

To be a reader inside the platform's app, open /c/<code> of the server at ${platform.callbackHost} in a browser that presents itself as
  ${readerAgent}
(the developer tools of any browser do that, under network conditions); the consent page lets you agree, refuse or look on unknown.`)
