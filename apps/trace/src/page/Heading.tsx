import { createContext, type HTMLAttributes, useContext } from 'react'

/** Level of the headings of stages; those within a record are one lower. */
export const HeadingLevel = createContext(3)

interface Props extends HTMLAttributes<HTMLHeadingElement> {
  /** How much lower than the level of the place. */
  below?: number
}

/** A heading of the level that its place on the page has. */
export function Heading({ below = 0, ...attributes }: Props) {
  const Tag = `h${useContext(HeadingLevel) + below}` as 'h3'
  return <Tag {...attributes} />
}
