/**
 * Adds what the proof walk uses and browsers of 2020, which are still in use, lack. Only as far as it is used: `replaceAll` takes
 * a text and a text.
 */
export function polyfillOldBrowsers(): void {
  const hasOwn = Object.prototype.hasOwnProperty
  Object.hasOwn ??= (object, key) => hasOwn.call(object, key)
  Array.prototype.at ??= function (this: unknown[], index: number) {
    return this[index < 0 ? this.length + index : index]
  }
  String.prototype.replaceAll ??= function (this: string, part: string | RegExp, other: unknown) {
    return this.split(part).join(String(other))
  }
}
