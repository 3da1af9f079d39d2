/** What every page of this workspace says to browsers first. */
export function BaseMeta() {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4ecdf" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#191410" />
      <meta name="format-detection" content="telephone=no" />
    </>
  )
}
