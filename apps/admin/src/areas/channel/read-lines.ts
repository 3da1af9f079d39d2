/** One code, or address of one, a line, or whatever blanks and commas part, those of Chinese keyboards too. */
export const readLines = (text: string): string[] => text.split(/[\s,;\uff0c\uff1b]+/).filter(Boolean)
