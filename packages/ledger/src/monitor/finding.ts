/**
 * What a monitor can find (docs/monitor.md).
 * - `fork`: two signed heads contradict each other;
 * - `rewrite`: an entry was changed, or its `previous` is not the hash of the subject's previous entry;
 * - `second`: a subject has two entries with the same number;
 * - `gap`: numbers of a subject are missing;
 * - `wrong-root`: the served entries do not have the root that the head names;
 * - `wrong-index`: the index over the entries does not have the root that the head or the entry below it states, or one of them states none;
 * - `stalled`: the head is older than it may be: new entries are not signed, or an old log is served;
 * - `wrong-break`: a break entry is not true, or the head does not have the name that it declares;
 * - `break`: the log continues under another name, whose key is not trusted yet;
 * - `key`: like `break`, but because its key was changed, which the former key signed;
 * - `unsigned`: no trusted key signed the head;
 * - `replay`: the head is smaller than one that was seen;
 * - `unreadable`: a served file does not have the form that the standard requires;
 * - `unreachable`: a file cannot be fetched;
 * - `unreleased-script`: the page loads a script whose hash is no entry of the log;
 * - `unanchored`: the contract on the chain has no head of the log, or only an old one;
 * - `owner`: the owner's own check found that the owner's records differ from what was sealed.
 */
export type FindingWord =
  | 'fork'
  | 'rewrite'
  | 'second'
  | 'gap'
  | 'wrong-root'
  | 'wrong-index'
  | 'stalled'
  | 'wrong-break'
  | 'break'
  | 'key'
  | 'unsigned'
  | 'replay'
  | 'unreadable'
  | 'unreachable'
  | 'unreleased-script'
  | 'unanchored'
  | 'owner'

/** One fault of a log. */
export interface Finding {
  word: FindingWord
  /** Sentence for people, without a full stop. */
  text: string
  /** Signed heads that prove it, the earlier head first. */
  heads?: string[]
}

/** Thrown for a finding after which following cannot continue. */
export class FindingError extends Error {
  readonly finding: Finding

  constructor(word: FindingWord, text: string, heads?: string[]) {
    super(text)
    this.name = 'FindingError'
    this.finding = heads ? { word, text, heads } : { word, text }
  }
}
