/**
 * What browsers of 2020, which are still in the field, lack and the walk through the proof uses. Only as far as it is used:
 * `replaceAll` of a text by a text.
 */
export function amendOlderBrowser(): void {
  const own = Object.prototype.hasOwnProperty
  Object.hasOwn ??= (object, key) => own.call(object, key)
  Array.prototype.at ??= function (this: unknown[], index: number) {
    return this[index < 0 ? this.length + index : index]
  }
  String.prototype.replaceAll ??= function (this: string, part: string | RegExp, other: unknown) {
    return this.split(part).join(String(other))
  }
}
