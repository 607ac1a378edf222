import { KernelError } from '@latchkey/kernel/plugin'

/** @throws KernelError `INVALID_OPTIONS` when the option isn't an http or https address */
export function checkServiceUrl(factory: string, key: string, value: unknown, example: string): void {
  if (typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value)) return
  throw new KernelError(`${factory}() can’t use its option "${key}".`, {
    code: 'INVALID_OPTIONS',
    metaMessages: [`Expected an http(s) URL, such as ${example}.`],
  })
}
