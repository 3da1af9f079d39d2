/** A key cannot be changed; `message` is one sentence that says why. Nothing was changed. */
export class CannotChange extends Error {}
