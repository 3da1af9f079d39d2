/** Version of the pages, from package.json. */
declare const __APP_VERSION__: string
