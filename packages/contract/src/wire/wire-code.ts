/** The `code` of an envelope that is not 200: what kind of refusal it is (docs/wire.md). */
export type WireCode = 401 | 403 | 404 | 408 | 429 | 500 | 503
