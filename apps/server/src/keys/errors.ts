/** A key cannot be changed; `message` is one sentence with the reason. Nothing was changed. */
export class CannotChange extends Error {}
