import { CreateError } from './createError.js'

/** A placeholder is a word of code, so that a template is code that editors and formatters understand. */
const placeholder = /__([a-z][A-Za-z0-9]*)__/g

/**
 * Puts values where a text says `__name__`.
 *
 * @param where names the text in the error
 * @throws CreateError `CREATE_TEMPLATE_INVALID` for a placeholder without a value
 */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string>>,
  where: string,
): string {
  return text.replaceAll(placeholder, (found, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return value
    throw new CreateError(
      'CREATE_TEMPLATE_INVALID',
      `${where} has ${found}, for which there is no value. Give one with the name "${name}".`,
    )
  })
}
