/** The `code` of a refusal's envelope: its kind (docs/wire.md). */
export type WireCode = 401 | 403 | 404 | 408 | 429 | 500 | 503
