/**
 * Library functions that the page or its packages use and that browsers like Chrome 90 lack. Phones in the field are old.
 * The build lowers the syntax (`vite.config.ts`); these add the library.
 */

type AnyObject = { [name: string]: unknown }

const polyfills: readonly [on: object, name: string, value: unknown][] = [
  // Chrome 93
  [Object, 'hasOwn', (thing: object, key: PropertyKey) => Reflect.getOwnPropertyDescriptor(thing, key) !== undefined],
  // Chrome 92
  [Array.prototype, 'at', at],
  [String.prototype, 'at', at],
  // Chrome 97
  [
    Array.prototype,
    'findLast',
    function findLast<Item>(this: Item[], fits: (item: Item, place: number, all: Item[]) => unknown) {
      for (let place = this.length - 1; place >= 0; place--) if (fits(this[place]!, place, this)) return this[place]
      return undefined
    },
  ],
]

function at(this: ArrayLike<unknown>, place: number): unknown {
  return this[place < 0 ? this.length + place : place]
}

/** Adds missing functions; the browser's own ones stay. @returns the names that were added */
export function installPolyfills(list = polyfills): string[] {
  return list
    .filter(([on, name]) => !(name in (on as AnyObject)))
    .map(([on, name, value]) => {
      Object.defineProperty(on, name, { value, writable: true, configurable: true })
      return name
    })
}

installPolyfills()
