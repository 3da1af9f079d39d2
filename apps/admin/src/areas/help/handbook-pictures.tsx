import { useQuery } from '@tanstack/react-query'
import type { Language } from '@timbermark/contract'
import { useT } from '../../shell/index.ts'

/** Names of the pictures that this installation has, by language (`e2e/handbook.test.ts` takes them). */
type Pictures = Partial<Record<Language, readonly string[]>>

/** The pictures of the handbook in the reader's language. An installation may have none. */
export function usePictures(): ReadonlySet<string> {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['handbook', 'pictures'],
    queryFn: async ({ signal }): Promise<Pictures> => {
      const answer = await fetch('/handbook/pictures.json', { signal })
      return answer.ok ? await answer.json() : {}
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Without pictures the text is complete.
    meta: { silent: true },
  })
  return new Set(data?.[t.language])
}

/** The picture of a screen, where there is one. It is not lazy, because a print does not wait for it. */
export function HandbookPicture({
  name,
  title,
  pictures,
}: {
  name: string
  title: string
  pictures: ReadonlySet<string>
}) {
  const t = useT()
  if (!pictures.has(name)) return null
  return (
    <img
      className="handbook-picture"
      src={`/handbook/${t.language}/${name}.webp`}
      alt={t('help.handbook.picture', { screen: title })}
    />
  )
}
