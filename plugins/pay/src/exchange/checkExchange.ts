import { checkOptionNames, inDevelopment, KernelError } from '@latchkey/kernel/plugin'

const code = 'EXCHANGE_OPTIONS_INVALID'

/** @throws KernelError `EXCHANGE_OPTIONS_INVALID` when a member is left out, or does not exist. */
export function checkExchange<T extends object>(
  name: string,
  options: T | undefined,
  names: Readonly<Record<keyof T & string, true>>,
  required: readonly (keyof T & string)[],
): void {
  checkOptionNames(name, options, names, code)
  const missing = required.filter((member) => options?.[member] === undefined)
  if (missing.length === 0) return
  const list = missing.map((member) => `"${member}"`).join(', ')
  const sentence = inDevelopment ? `${name}() needs ${list}.` : `${name}: ${list}`
  throw new KernelError(sentence, { code })
}
