import { inDevelopment, KernelError } from '@latchkey/kernel/plugin'

/** @throws KernelError `EXCHANGE_OPTIONS_INVALID` when a member is left out. */
export function checkExchange<T extends object>(
  name: string,
  options: T | undefined,
  required: readonly (keyof T & string)[],
): void {
  const missing = required.filter((member) => options?.[member] === undefined)
  if (missing.length === 0) return
  const list = missing.map((member) => `"${member}"`).join(', ')
  const sentence = inDevelopment ? `${name}() needs ${list}.` : `${name}: ${list}`
  throw new KernelError(sentence, { code: 'EXCHANGE_OPTIONS_INVALID' })
}
