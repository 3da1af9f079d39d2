/**
 * What Chrome 90 and its like do not have yet and the page, or a package that it is made of, uses. Phones in the field are
 * old; the build brings the language's forms down (`vite.config.ts`), these are its library.
 */

type Anything = { [name: string]: unknown }

const missing: readonly [on: object, name: string, value: unknown][] = [
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

/** Adds what is missing; what the browser has stays its own. @returns the names that were added */
export function installPolyfills(list = missing): string[] {
  return list
    .filter(([on, name]) => !(name in (on as Anything)))
    .map(([on, name, value]) => {
      Object.defineProperty(on, name, { value, writable: true, configurable: true })
      return name
    })
}

installPolyfills()
