/** Joins class names. The kit's own class comes first: the style sheet's reset recognises it by that. */
export function classNames(...names: ReadonlyArray<string | false | undefined>): string {
  return names.filter(Boolean).join(' ')
}
