/**
 * What a follower of a log can find.
 * - `fork`: two signed heads contradict each other;
 * - `rewrite`: an entry is not what it was, or names another entry before it than the one that is there;
 * - `second`: a subject has two entries of one number;
 * - `gap`: numbers of a subject are left out;
 * - `wrong-root`: the entries that are served do not make the root that the head names;
 * - `wrong-index`: the index over them has not the root that the head names, or it names none;
 * - `wrong-break`: a break in the log does not say what is the case, or the head has not the name that it gives;
 * - `break`: the log goes on under another name, whose key is not trusted yet;
 * - `key`: the same because its key was changed, which the former one says;
 * - `unsigned`: no trusted key signed the head;
 * - `replay`: the head is smaller than one that was seen;
 * - `unreadable`: what is served has not the form that the standard asks for;
 * - `unreachable`: it cannot be had;
 * - `owner`: the owner's own check found that his records are not what he sealed.
 */
export type FindingWord =
  | 'fork'
  | 'rewrite'
  | 'second'
  | 'gap'
  | 'wrong-root'
  | 'wrong-index'
  | 'wrong-break'
  | 'break'
  | 'key'
  | 'unsigned'
  | 'replay'
  | 'unreadable'
  | 'unreachable'
  | 'owner'

/** One thing that is not in order. */
export interface Finding {
  word: FindingWord
  /** Sentence without a full stop, for people. */
  text: string
  /** Signed heads that prove it, the earlier one first. */
  heads?: string[]
}

/** Thrown where nothing more can be said after it. */
export class FindingError extends Error {
  readonly finding: Finding

  constructor(word: FindingWord, text: string, heads?: string[]) {
    super(text)
    this.name = 'Found'
    this.finding = heads ? { word, text, heads } : { word, text }
  }
}
