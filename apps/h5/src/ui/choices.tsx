/** A few values as buttons, of which one is chosen. */
export function Choices<T extends string>(props: {
  values: readonly T[]
  chosen: T
  label: (value: T) => string
  onChoose: (value: T) => void
}) {
  const { values, chosen, label, onChoose } = props
  return (
    <div className="options">
      {values.map(one => (
        <button
          key={one}
          type="button"
          className="option"
          aria-pressed={one === chosen}
          onClick={() => one !== chosen && onChoose(one)}
        >
          {label(one)}
        </button>
      ))}
    </div>
  )
}
